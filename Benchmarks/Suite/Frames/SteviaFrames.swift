import LayoutBenchManual
import LayoutModel

/// Stevia, login example: two fields near the top and a button at the bottom.
enum SteviaLoginFrames: HandWrittenScreen {
  static let views = ["email", "password", "login"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width - 16
    frames[1] = Rect(x: 8, y: 100, width: width, height: 80)
    frames[2] = Rect(x: 8, y: 188, width: width, height: 80)
    frames[3] = Rect(x: 0, y: root.height - 80, width: root.width, height: 80)
  }
}
