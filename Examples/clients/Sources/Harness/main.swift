import Constraints
import LayoutModel

let screen = View("screen", frame: Rect(x: 0, y: 0, width: 320, height: 480))
let box = View("box")
screen.addSubview(box)
let made = try Constraint.constraints(withVisualFormat: "H:|-10-[box(30)]", views: ["box": box])
try Constraint.activate(made)
box.centerYAnchor.constraint(equalTo: screen.centerYAnchor).isActive = true
print(made.count == 2, screen.constraints.count + box.constraints.count == 3)
