import LayoutKitCalls
import LayoutModel

let cell = View("cell", frame: Rect(x: 0, y: 0, width: 320, height: 44))
let (icon, title) = (View("icon"), View("title", intrinsicContentSize: IntrinsicSize(86, 17)))
cell.layout { make in
  make.size(icon) == (24, 24)
  make.sizeToFit(title)
  make.xPlace(10, icon, 10, title, make.flexible)
  make.yCenter(icon, title)
}
print(title.frame == Rect(x: 44, y: 13.5, width: 86, height: 17))
