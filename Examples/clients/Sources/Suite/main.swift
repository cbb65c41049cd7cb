import LayoutModel
import SLL

let screen = View("screen", frame: Rect(x: 0, y: 0, width: 320, height: 480))
let (avatar, name) = (View("avatar"), View("name", intrinsicContentSize: IntrinsicSize(86, 17)))
screen.addSubview(avatar)
screen.addSubview(name)
try avatar.sll.addRule("ll = tt = 10, w = h = 30")
try name.sll.addRule("ll = %rl + 10, ct = %ct", avatar, avatar)
try screen.sll.layout()
print(name.frame == Rect(x: 50, y: 16.5, width: 86, height: 17))
