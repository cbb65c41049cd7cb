public import LayoutModel

extension LayoutKitDialect {
  /// Returns a program with the calls of a layout maker, in their order.
  ///
  /// - Throws: `SceneError` for mistakes in the calls.
  public func program(of scene: Scene) throws(SceneError) -> String? {
    let list = try read(scene)
    var source = SwiftSource(scene.tree, imports: ["LayoutKitCalls", "LayoutModel"])
    for (slot, value) in scene.tree.numbers.values.enumerated() {
      source.add("let number\(slot): Double = \(SwiftSource.number(value))")
    }
    var writer = CallWriter(list)
    for place in list.calls.indices {
      for line in writer.lines(of: place, source) { source.add(line) }
    }
    return source.text
  }
}

/// Writes calls as Swift.
private struct CallWriter {
  private let list: CallList
  private var declared: Set<Int32> = []
  /// The names of the variables for makers and holders, numbered in order of appearance.
  private let names: [Int32: String]
  private let holders: Set<Int32>

  init(_ list: CallList) {
    self.list = list
    var holders: Set<Int32> = []
    let first = Int32(list.viewCount)
    holders.formUnion(list.targets.filter { $0 >= first })
    holders.formUnion(list.items.filter { $0.kind == .rect && $0.index >= first }.map(\.index))
    for call in list.calls
    where [.placeAfter, .placeBefore].contains(call.operation) && call.other >= first {
      holders.insert(call.other)
    }
    self.holders = holders
    var (names, counts): ([Int32: String], [String: Int]) = ([:], [:])
    for call in list.calls where call.area >= first && names[call.area] == nil {
      let word = holders.contains(call.area) ? "holder" : "make"
      counts[word, default: 0] += 1
      names[call.area] = word + (counts[word] == 1 ? "" : "\(counts[word] ?? 0)")
    }
    self.names = names
  }

  private func rect(_ number: Int32, _ source: SwiftSource) -> String {
    if Int(number) < list.viewCount { return source.name(of: ViewID(Int(number))) }
    return names[number] ?? "make"
  }

  /// The maker of a call, or one on the frame of the view that it refers to.
  private func maker(_ area: Int32, _ source: SwiftSource) -> String {
    Int(area) < list.viewCount
      ? "make.ref(\(rect(area, source)))" : rect(area, source)
  }

  /// The Swift text of a number of points, or of an item.
  private func text(_ item: CallItem, _ source: SwiftSource) -> String {
    switch item.kind {
    case .known: SwiftSource.number(item.amount)
    case .worked: "number\(item.index)"
    case .flexible:
      item.amount == 1 ? "Flexible()" : "Flexible(shares: \(SwiftSource.number(item.amount)))"
    case .workedFlexible: "Flexible(shares: number\(item.index))"
    case .rect: rect(item.index, source)
    }
  }

  /// The lines of a call, with the numbers that are computed before it.
  mutating func lines(of place: Int, _ source: SwiftSource) -> [String] {
    let call = list.calls[place]
    var lines = call.expressions.map { index in
      let expression = list.expressions[Int(index)]
      return "let number\(expression.slot): Double = \(value(expression, source))"
    }
    let items = call.items.map { text(list.items[Int($0)], source) }
    let views = call.targets.map { index -> String in
      let target = list.targets[Int(index)]
      return target < 0 ? "PlaceHolder()" : rect(target, source)
    }
    let all = views.joined(separator: ", ")
    let listed = items.joined(separator: ", ")
    // Sizes are the same whichever maker gives them.
    let isSize = [.size, .sizeToFit, .sizeToFitWidth, .heightToFit].contains(call.operation)
    let make = isSize ? "make" : maker(call.area, source)
    let isHorizontal = call.axis == .horizontal
    let (x, length) = (isHorizontal ? "x" : "y", isHorizontal ? "width" : "height")
    switch call.operation {
    case .size: lines.append("\(make).size(\(all)) == (\(listed))")
    case .length: lines.append("\(make).\(length)(\(all)) == \(listed)")
    case .lengths:
      lines.append("\(make).\(length)(\(all)) == ([\(listed)] as [any PlaceItem])")
    case .sizeToFit: lines.append("\(make).sizeToFit(\(all))")
    case .sizeToFitWidth: lines.append("\(make).sizeToFit(\(all), width: \(listed))")
    case .heightToFit: lines.append("\(make).heightToFit(\(all))")
    case .place: lines.append("\(make).\(x)Place(\(listed))")
    case .placeAfter:
      lines.append("\(make).\(x)Place(fixed: \(rect(call.other, source)), \(listed))")
    case .placeBefore:
      lines.append("\(make).\(x)Place(\(listed), fixed: \(rect(call.other, source)))")
    case .alignStart: lines.append("\(make).\(isHorizontal ? "xLeft" : "yTop")(\(all))")
    case .alignEnd: lines.append("\(make).\(isHorizontal ? "xRight" : "yBottom")(\(all))")
    case .alignCentre: lines.append("\(make).\(x)Center(\(all))")
    case .center: lines.append("\(make).center(\(all))")
    case .fill: lines.append("\(make).\(x)Equal(\(all))")
    case .equal: lines.append("\(make).equal(\(all))")
    case .flexibleValue:
      lines.append("let number\(call.other) = \(make).\(x)FlexibleValue(\(listed))")
    case .inset:
      lines.append(
        "\(make).insetBounds(top: \(items[0]), left: \(items[1]), bottom: \(items[2]), right: \(items[3]))"
      )
    case .set:
      let rect = "Rect(x: \(items[0]), y: \(items[1]), width: \(items[2]), height: \(items[3]))"
      if holders.contains(call.area) {
        lines.append("let \(make) = RectHolder(\(rect))")
      } else {
        lines.append(begin(call.area, make, rect))
      }
    case .copy: lines.append(begin(call.area, make, "\(rect(call.other, source)).bounds"))
    case .bounds: lines.append(begin(call.area, make, "\(rect(call.other, source)).bounds"))
    }
    return lines
  }

  /// Declares a maker, or changes its bounds.
  private mutating func begin(_ area: Int32, _ make: String, _ bounds: String) -> String {
    declared.insert(area).inserted
      ? "var \(make) = LayoutMaker(bounds: \(bounds))" : "\(make).resetBounds(\(bounds))"
  }

  private func value(_ expression: CallExpression, _ source: SwiftSource) -> String {
    var stack: [String] = []
    for term in list.terms[Int(expression.firstTerm)..<Int(expression.termEnd)] {
      func side(_ name: String) {
        let text = rect(term.index, source)
        let isMaker = Int(term.index) >= list.viewCount && !holders.contains(term.index)
        stack.append("\(text).\(isMaker ? "bounds" : "frame").\(name)")
      }
      func binary(_ sign: String) {
        let (second, first) = (stack.removeLast(), stack.removeLast())
        stack.append("(\(first) \(sign) \(second))")
      }
      switch term.operation {
      case .number: stack.append(SwiftSource.number(term.amount))
      case .slot: stack.append("number\(term.index)")
      case .left: side("left")
      case .right: side("right")
      case .top: side("top")
      case .bottom: side("bottom")
      case .width: side("width")
      case .height: side("height")
      case .centerX: side("centerX")
      case .centerY: side("centerY")
      case .add: binary("+")
      case .subtract: binary("-")
      case .multiply: binary("*")
      case .divide: binary("/")
      case .negate: stack.append("(-\(stack.removeLast()))")
      }
    }
    return stack.first ?? "0"
  }
}
