import Constraints
import Conversion
import LayoutModel
import SLL

var tree = ViewTree(rootSize: Size(width: 320, height: 480))
tree.add("box")
let nowhere = SourcePosition(line: 1, column: 1)
let rule = SourceNode(.scalar("ll = tt = 5, w = h = 10", offset: nil), at: nowhere)
let entry = SourceNode(
  .mapping([.init(key: "box", keyPosition: nowhere, value: rule)]), at: nowhere)
let scene = Scene(
  file: "box", name: "box", tree: tree, layouts: [.sll: SourceNode(.sequence([entry]), at: nowhere)]
)
print(try LoweredRules(scene).constraints.count == 4, ConstraintsDialect().name)
