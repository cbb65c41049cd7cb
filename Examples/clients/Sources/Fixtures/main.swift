import Constraints
import GLPKLayout
import LayoutModel

let screen = View("screen", frame: Rect(x: 0, y: 0, width: 320, height: 480))
let box = View("box")
screen.addSubview(box)
try Constraint.activate(
  Constraint.constraints(withVisualFormat: "H:|-10-[box(>=30)]-10-|", views: ["box": box])
    + Constraint.constraints(withVisualFormat: "V:|-20-[box(40)]", views: ["box": box]))
try screen.layoutIfNeeded()
print(box.frame == Rect(x: 10, y: 20, width: 300, height: 40))
