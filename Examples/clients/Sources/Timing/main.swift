import LayoutModel

let screen = View("screen", frame: Rect(x: 0, y: 0, width: 320, height: 480))
let title = View("title", intrinsicContentSize: IntrinsicSize(86, 17))
screen.addSubview(title)
let frame = Rect(x: 0.5, y: 1, width: 86, height: 17)
print(title.name, frame.isClose(to: Rect(x: 0.5, y: 1, width: 86, height: 17), within: 1e-6))
