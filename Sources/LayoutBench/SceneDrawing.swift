import LayoutBenchHarness
import LayoutModel

/// A scene's frames as a picture: a rectangle for each view, coloured by its depth.
struct SceneDrawing {
  /// The label of an engine, and its frames.
  struct Layer {
    let label: String
    let frames: [Rect]
  }

  let scene: Scene
  let root: Size
  /// The frames to draw; where a second layer differs, it is drawn over the first in dashes.
  let layers: [Layer]

  /// Colours that are distinguishable on light and dark ground, by depth.
  private static let colours = [
    "#2f6f9f", "#b3541e", "#4a7c3a", "#7a4a8c", "#8c6d1f", "#1f8c83",
  ]
  private static let difference = "#d1242f"

  /// The picture as a separate file.
  var svg: String { svg(isEmbedded: false) }

  /// Up to this number of views and lines of text, a picture in a page has labels.
  private static let mostLabelled = 40

  /// The picture as SVG.
  ///
  /// In a page the views of one depth are one shape, and there are labels only where they are few:
  /// a report of many scenes remains small.
  ///
  /// - Parameter isEmbedded: true if it is part of a page, which sets its size and background.
  /// - Returns: the SVG.
  func svg(isEmbedded: Bool) -> String {
    let first = layers[0]
    var shapes = isEmbedded ? outlines : ""
    let isLabelled = !isEmbedded || scene.tree.count <= Self.mostLabelled
    // Views that are out have no frame.
    for view in scene.tree.views.dropFirst() where first.frames[view.index].isFinite {
      let place = Place(of: view, in: first.frames, scene.tree)
      let depth = Int(scene.tree.depths[view.index])
      let colour = Self.colours[(depth - 1) % Self.colours.count]
      if !isEmbedded {
        shapes += rectangle(
          place, colour, "fill-opacity=\".12\" fill=\"\(colour)\" stroke-width=\"\(line)\"",
          title: "\(scene.tree.name(of: view)): \(NumberText.write(first.frames[view.index]))")
      }
      guard isLabelled else { continue }
      shapes +=
        scene.tree.texts[view].map { text in
          lines(of: text, in: place, colour, most: isEmbedded ? Self.mostLabelled : .max)
        } ?? label(of: view, in: place, colour)
    }
    for layer in layers.dropFirst() {
      for view in scene.tree.views.dropFirst()
      where layer.frames[view.index].isFinite
        && !layer.frames[view.index].isClose(
          to: first.frames[view.index], within: CrossCheck.tolerance)
      {
        shapes += rectangle(
          Place(of: view, in: layer.frames, scene.tree), Self.difference,
          "fill=\"none\" stroke-width=\"\(short(2 * lineWidth))\" stroke-dasharray=\""
            + "\(short(6 * lineWidth)) \(short(3 * lineWidth))\"",
          title: "\(scene.tree.name(of: view)) by \(layer.label): "
            + "\(NumberText.write(layer.frames[view.index]))")
      }
    }
    let labels = layers.map(\.label).joined(separator: ", dashed where it differs: ")
    let edge = lineWidth * 2
    let extent = extent
    let width = "width=\"\(short(max(200, min(1600, extent.width))))\""
    let ground = isEmbedded ? "class=\"canvas\"" : "fill=\"#fff\" stroke=\"#8c959f\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(isEmbedded ? "role=\"img\"" : width) \
      viewBox="\(short(extent.x - edge)) \(short(extent.y - edge)) \(short(extent.width + 2 * edge)) \
      \(short(extent.height + 2 * edge))" font-family="system-ui, sans-serif">
      <title>\(scene.name), laid out by \(labels)</title>
      <rect width="\(short(root.width))" height="\(short(root.height))" \(ground) \
      stroke-width="\(line)"/>
      \(shapes)</svg>
      """
  }

  /// The views of the first layer, as one shape for each colour.
  private var outlines: String {
    var paths = Array(repeating: "", count: Self.colours.count)
    for view in scene.tree.views.dropFirst() where layers[0].frames[view.index].isFinite {
      let place = Place(of: view, in: layers[0].frames, scene.tree)
      paths[(Int(scene.tree.depths[view.index]) - 1) % paths.count] +=
        "M\(short(place.x)) \(short(place.y))h\(short(place.width))v\(short(place.height))"
        + "h\(short(-place.width))z"
    }
    return zip(paths, Self.colours).filter { !$0.0.isEmpty }.map { path, colour in
      "<path d=\"\(path)\" stroke=\"\(colour)\" fill=\"\(colour)\" fill-opacity=\".12\" "
        + "stroke-width=\"\(line)\"/>\n"
    }.joined()
  }

  /// The root, and the views that lie outside it, up to the root's own size away.
  private var extent: Rect {
    var (left, top, right, bottom) = (0.0, 0.0, root.width, root.height)
    for layer in layers {
      for view in scene.tree.views.dropFirst() where layer.frames[view.index].isFinite {
        let place = Place(of: view, in: layer.frames, scene.tree)
        (left, top) = (min(left, place.x), min(top, place.y))
        (right, bottom) = (max(right, place.x + place.width), max(bottom, place.y + place.height))
      }
    }
    (left, top) = (max(left, -root.width), max(top, -root.height))
    return Rect(
      x: left, y: top, width: min(right, 2 * root.width) - left,
      height: min(bottom, 2 * root.height) - top)
  }

  /// The position and size of a drawn view, in the root's coordinates.
  private struct Place {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    init(of view: ViewID, in frames: [Rect], _ tree: ViewTree) {
      let origin = tree.convert(Point.zero, from: view, to: .root, frames: frames)
      (x, y) = (origin.x, origin.y)
      width = max(0, frames[view.index].width)
      height = max(0, frames[view.index].height)
    }
  }

  /// Lines of half a point on a screen of 400 points, and in proportion on others.
  private var lineWidth: Double { max(root.width, root.height, 1) / 800 }
  private var line: String { short(lineWidth) }

  /// The lines of a text, each as wide as its characters.
  private func lines(of text: Text, in place: Place, _ colour: String, most: Int) -> String {
    text.lines(atWidth: place.width).prefix(most).enumerated().map { number, line in
      guard !line.isEmpty else { return "" }
      let baseline = place.y + Double(number) * text.line + text.ascent
      let length = text.advance * Double(line.unicodeScalars.count)
      return "<text x=\"\(short(place.x))\" y=\"\(short(baseline))\" fill=\"\(colour)\" "
        + "font-size=\"\(short(text.advance * 1.7))\" textLength=\"\(short(length))\" "
        + "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">\(Self.escaped(line))</text>\n"
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// A view's name and size, or the part of them that is legible in its rectangle.
  private func label(of view: ViewID, in place: Place, _ colour: String) -> String {
    let name = scene.tree.name(of: view)
    let whole = "\(name) \(short(place.width)) × \(short(place.height))"
    for text in [whole, name] {
      // A letter is about 0.6 times as wide as the text is high.
      let size = min(
        place.height * 0.7, root.height / 40, 0.92 * place.width / (0.6 * Double(text.count)))
      guard size > root.height / 110 else { continue }
      return "<text x=\"\(short(place.x + size / 4))\" y=\"\(short(place.y + size))\" "
        + "fill=\"\(colour)\" font-size=\"\(short(size))\">\(text)</text>\n"
    }
    return ""
  }

  private func rectangle(
    _ place: Place, _ colour: String, _ style: String, title: String
  ) -> String {
    "<rect x=\"\(short(place.x))\" y=\"\(short(place.y))\" width=\"\(short(place.width))\" "
      + "height=\"\(short(place.height))\" stroke=\"\(colour)\" \(style)>"
      + "<title>\(title)</title></rect>\n"
  }

  private func short(_ number: Double) -> String {
    NumberText.write((number * 1e3).rounded() / 1e3)
  }
}
