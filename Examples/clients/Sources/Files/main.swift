import LayoutModel
import Scenes

let text = """
  layoutbench: 1
  name: box
  root: { size: [320, 480] }
  views: [ { id: box } ]
  layouts: { sll: [ { box: "ll = 5" } ] }
  """
let scene = try SceneFile.scene(from: text, file: "box.yaml")
print(scene.tree.names == ["root", "box"])
