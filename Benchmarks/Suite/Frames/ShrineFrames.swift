import LayoutBenchManual
import LayoutModel

/// A product of Shrine: the number of its cell, and in it a name, a price and an image.
private enum ShrineProduct {
  @inline(__always)
  static func layOut(
    _ cell: Int, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (width, height) = (frames[cell].width, frames[cell].height)
    let (name, price) = (content[cell + 1].height, content[cell + 2].height)
    let priceY = height - 8 - price
    let nameY = priceY - 4 - name
    frames[cell + 1] = Rect(x: 8, y: nameY, width: width - 16, height: name)
    frames[cell + 2] = Rect(x: 8, y: priceY, width: width - 16, height: price)
    frames[cell + 3] = Rect(x: 0, y: 0, width: width, height: nameY - 4)
  }

  static func views(_ count: Int) -> [String] {
    var views = ["collection"]
    for product in 1...count {
      views += ["product", "name", "price", "image"].map { "\($0)\(product)" }
    }
    return views
  }
}

/// Shrine: eleven products in two columns.
enum ShrineProductGridFrames: HandWrittenScreen {
  static let views = ShrineProduct.views(11)

  static func container(of view: Int) -> Int { view < 2 ? 0 : view - (view - 2) % 4 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    frames[1] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    let side = root.width / 2 - 12
    for product in 0...10 {
      let cell = 2 + 4 * product
      frames[cell] = Rect(
        x: 8 + Double(product % 2) * (side + 8), y: 8 + Double(product / 2) * (side + 8),
        width: side, height: side)
      layOut(container: cell, root, content, frames)
    }
  }

  @inline(__always)
  static func layOut(
    container: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) { ShrineProduct.layOut(container, content, frames) }
}

/// Shrine: products in groups of three.
enum ShrineStaggeredProductsFrames: HandWrittenScreen {
  static let views = ShrineProduct.views(12)

  static func container(of view: Int) -> Int { view < 2 ? 0 : view - (view - 2) % 4 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let (width, height) = (root.width, root.height)
    frames[1] = Rect(x: 0, y: 0, width: width, height: height)
    for group in 0...3 {
      let x = 1.16 * width * Double(group)
      let cell = 2 + 12 * group
      let wide = Rect(
        x: x + 0.1 * width, y: 0.66 * height, width: 0.46 * width, height: 0.32 * height)
      frames[cell] = wide
      frames[cell + 4] = Rect(
        x: x + 0.3 * width, y: 0.16 * height, width: wide.width, height: wide.height)
      frames[cell + 8] = Rect(
        x: x + 0.86 * width, y: 0.2 * height, width: 0.3 * width, height: 0.54 * height)
      for product in stride(from: cell, through: cell + 8, by: 4) {
        layOut(container: product, root, content, frames)
      }
    }
  }

  @inline(__always)
  static func layOut(
    container: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) { ShrineProduct.layOut(container, content, frames) }
}

/// Shrine: a login with a logo, two text fields and two buttons.
enum ShrineLoginFrames: HandWrittenScreen {
  static let views = ["scroll", "logo", "title", "username", "password", "cancel", "next"]

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = root.width
    frames[1] = Rect(x: 0, y: 0, width: width, height: root.height)
    let (logo, title, cancel, next) = (content[2], content[3], content[6], content[7])
    frames[2] = Rect(x: (width - logo.width) / 2, y: 49, width: logo.width, height: logo.height)
    var y = 71 + logo.height
    frames[3] = Rect(x: (width - title.width) / 2, y: y, width: title.width, height: title.height)
    y += title.height + 22
    frames[4] = Rect(x: 16, y: y, width: width - 32, height: content[4].height)
    y += content[4].height + 8
    frames[5] = Rect(x: 16, y: y, width: width - 32, height: content[5].height)
    y += content[5].height + 8
    let nextX = width - 16 - next.width
    frames[6] = Rect(
      x: nextX - 8 - cancel.width, y: y, width: cancel.width, height: cancel.height)
    frames[7] = Rect(
      x: nextX, y: y + (cancel.height - next.height) / 2, width: next.width, height: next.height)
  }
}
