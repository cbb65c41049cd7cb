import LayoutBenchManual
import LayoutModel

/// The form of Treehouse, in one direction or the other.
private enum TreehouseForm {
  static let views = [
    "nameLabel", "nameField", "emailLabel", "emailField", "passwordLabel", "passwordField",
  ]

  @inline(__always)
  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames,
    _ mirrored: Bool
  ) {
    let label = max(content[1].width, content[3].width, content[5].width)
    let field = root.width - 32 - label
    // A label's baseline is 16 below its top, a field's 22.
    var y = 36.0
    for row in stride(from: 1, to: 6, by: 2) {
      let (labelHeight, fieldHeight) = (content[row].height, content[row + 1].height)
      frames[row] = Rect(
        x: mirrored ? root.width - 8 - label : 8, y: y + 6, width: label, height: labelHeight)
      frames[row + 1] = Rect(
        x: mirrored ? 16 : 16 + label, y: y, width: field, height: fieldHeight)
      y += fieldHeight + 8
    }
  }
}

/// Treehouse's Auto Layout Cookbook, Form: labels as wide as the widest beside their fields.
enum TreehouseFormFrames: HandWrittenScreen {
  static let views = TreehouseForm.views

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { TreehouseForm.layOut(root, content, frames, false) }
}

/// Treehouse's Auto Layout Cookbook, Form: right to left.
enum TreehouseFormRightToLeftFrames: HandWrittenScreen {
  static let views = TreehouseForm.views

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) { TreehouseForm.layOut(root, content, frames, true) }
}
