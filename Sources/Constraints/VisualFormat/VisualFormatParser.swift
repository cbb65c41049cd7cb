import LayoutModel

/// The views that a visual format may name, and the constraints that it makes.
protocol VisualFormatContext {
  /// A view of the format: a number in a tree, or an object.
  associatedtype FormatView

  /// The view of a name; `nil` if there is none.
  func view(named name: String) -> FormatView?

  /// The view that contains another one; `nil` for the root.
  func superview(of view: FormatView) -> FormatView?

  /// All names of views, for messages.
  var names: [String] { get }

  /// Adds a constraint.
  ///
  /// - Throws: `ConstraintMistake`, for instance where the constant is not finite.
  mutating func add(
    _ first: VisualFormatItem<FormatView>, _ relation: Relation,
    _ second: VisualFormatItem<FormatView>?, _ constant: Double, _ priority: Priority
  ) throws(ConstraintMistake)
}

/// A view's attribute in a visual format.
struct VisualFormatItem<FormatView> {
  let view: FormatView
  let attribute: Attribute

  init(_ view: FormatView, _ attribute: Attribute) {
    self.view = view
    self.attribute = attribute
  }
}

/// Reads Auto Layout's visual format language.
///
///     format      = [ ( "H" | "V" ) ":" ] [ "|" connection ] view { connection view }
///                   [ connection "|" ]
///     view        = "[" viewName [ "(" predicate { "," predicate } ")" ] "]"
///     connection  = "" | "-" | "-" ( positive | metric ) "-"
///                 | "-" "(" predicate { "," predicate } ")" "-"
///     predicate   = [ "==" | ">=" | "<=" ] object [ "@" priority ]
///
/// Source: Apple's Visual Format Language (docs/constraints.md, Visual format).
struct VisualFormatParser<Context: VisualFormatContext> {
  typealias Item = VisualFormatItem<Context.FormatView>

  /// A size or gap with its relation and priority.
  private struct Predicate {
    enum Object {
      case number(Double)
      case view(Context.FormatView)
    }

    let relation: Relation
    let object: Object
    let priority: Priority
    /// The object's place in the text, in bytes.
    let place: Int
  }

  /// The space between two views.
  private enum Connection {
    case flush
    case standard
    case points(Double, place: Int)
    case gap([Predicate])
  }

  /// The standard space between two views, points.
  private static var standardSpace: Double { 8 }

  private var text: String
  private var metrics: [String: Double]
  private var options: FormatOptions
  private var scanner: TextScanner
  private var axis = Axis.horizontal
  /// The views, and the constraints that were made.
  var context: Context

  /// A parser at the beginning of a format.
  ///
  /// - Parameters:
  ///   - text: such as `H:|-50-[view(>=150)]-[view2]`.
  ///   - context: the views, which takes the constraints.
  ///   - metrics: numbers that the format may name, points or priorities.
  ///   - options: alignments and direction.
  init(_ text: String, in context: Context, metrics: [String: Double], options: FormatOptions) {
    self.text = text
    self.context = context
    self.metrics = metrics
    self.options = options
    scanner = TextScanner(text)
  }

  /// Goes to the beginning of another format.
  mutating func restart(_ text: String, metrics: [String: Double], options: FormatOptions) {
    (self.text, self.metrics, self.options) = (text, metrics, options)
    scanner.restart(text)
    axis = .horizontal
  }

  // MARK: - Grammar

  /// Reads the format: the constraints from left to right, then those of the alignments.
  ///
  /// - Throws: `NotationMistake` with the column where reading stopped; some constraints of the
  ///   format are made then.
  mutating func format() throws(NotationMistake) {
    guard !scanner.bytes.isEmpty else { throw words("the format is empty", at: 0) }
    if let letter = scanner.byte, letter == UInt8(ascii: "H") || letter == UInt8(ascii: "V") {
      scanner.index += 1
      guard scanner.take(":") else {
        throw words(
          "expected ':' after '\(letter == UInt8(ascii: "H") ? "H" : "V")'", at: scanner.index)
      }
      axis = letter == UInt8(ascii: "H") ? .horizontal : .vertical
    }
    // Only alignments need more than the view before.
    var sequence: [Context.FormatView] = []
    var last: Context.FormatView
    if scanner.byte == UInt8(ascii: "|") {
      let bar = scanner.index
      scanner.index += 1
      let connection = try connection()
      last = try view()
      let superview = try superview(of: last, bar: bar)
      try connect(nil, last, connection, superview: superview)
    } else {
      last = try view()
    }
    if !options.alignments.isEmpty { sequence.append(last) }
    while scanner.index < scanner.bytes.count {
      let connection = try connection()
      if scanner.byte == UInt8(ascii: "|") {
        let bar = scanner.index
        scanner.index += 1
        guard scanner.index == scanner.bytes.count else {
          throw words("the format should end here", at: scanner.index)
        }
        let superview = try superview(of: last, bar: bar)
        try connect(last, nil, connection, superview: superview)
        break
      }
      let next = try view()
      try connect(last, next, connection, superview: nil)
      last = next
      if !options.alignments.isEmpty { sequence.append(last) }
    }
    for attribute in options.alignments {
      for (one, other) in zip(sequence, sequence.dropFirst()) {
        try add(.init(one, attribute), .equal, .init(other, attribute), 0, .required, at: 0)
      }
    }
  }

  private mutating func view() throws(NotationMistake) -> Context.FormatView {
    guard scanner.take("[") else { throw expectedView }
    let start = scanner.index
    let name = name(alsoHyphen: true)
    guard !name.isEmpty else { throw expectedView }
    guard let view = context.view(named: name) else { throw unknownView(name, at: start) }
    if scanner.take("(") {
      for predicate in try predicates(isGap: false) {
        let item = Item(view, axis == .horizontal ? .width : .height)
        switch predicate.object {
        case .number(let number):
          try add(item, predicate.relation, nil, number, predicate.priority, at: predicate.place)
        case .view(let other):
          try add(
            item, predicate.relation, .init(other, item.attribute), 0, predicate.priority,
            at: predicate.place)
        }
      }
    }
    guard scanner.take("]") else { throw words("expected ']' after the view", at: scanner.index) }
    return view
  }

  private mutating func connection() throws(NotationMistake) -> Connection {
    guard scanner.take("-") else { return .flush }
    guard let byte = scanner.byte else { throw expectedView }
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "|"): return .standard
    case UInt8(ascii: "-"):
      throw words("a plain gap is positive; put a negative one in parentheses", at: scanner.index)
    case UInt8(ascii: "+"): throw words("a plain gap has no sign", at: scanner.index)
    case UInt8(ascii: "("):
      scanner.index += 1
      let predicates = try predicates(isGap: true)
      try closeGap()
      return .gap(predicates)
    default:
      let start = scanner.index
      let value: Double
      if TextScanner.isDigit(byte) || byte == 0x2E {
        value = try number()
      } else {
        let name = name(alsoHyphen: false)
        guard !name.isEmpty else { throw expectedView }
        guard let metric = metrics[name] else {
          throw words("no metric named '\(name.shortened(to: 40))'", at: start)
        }
        value = metric
      }
      try closeGap()
      return .points(value, place: start)
    }
  }

  private mutating func closeGap() throws(NotationMistake) {
    guard scanner.take("-") else { throw words("expected '-' after the gap", at: scanner.index) }
  }

  private mutating func predicates(isGap: Bool) throws(NotationMistake) -> [Predicate] {
    var predicates: [Predicate] = []
    repeat {
      let relation = try relation()
      let place = scanner.index
      let object = try object(isGap: isGap)
      let priority = try scanner.take("@") ? priority() : .required
      predicates.append(
        Predicate(relation: relation, object: object, priority: priority, place: place))
    } while scanner.take(",")
    guard scanner.take(")") else {
      throw words("expected ',' or ')' in the predicate list", at: scanner.index)
    }
    return predicates
  }

  private mutating func relation() throws(NotationMistake) -> Relation {
    let relation: Relation
    switch scanner.byte {
    case UInt8(ascii: "="): relation = .equal
    case UInt8(ascii: ">"): relation = .greaterThanOrEqual
    case UInt8(ascii: "<"): relation = .lessThanOrEqual
    default: return .equal
    }
    guard scanner.index + 1 < scanner.bytes.count,
      scanner.bytes[scanner.index + 1] == UInt8(ascii: "=")
    else { throw mistake(.unknownRelation, at: scanner.index) }
    scanner.index += 2
    return relation
  }

  private mutating func object(isGap: Bool) throws(NotationMistake) -> Predicate.Object {
    let start = scanner.index
    let wanted = isGap ? "a number or a metric" : "a number, a metric or a view"
    guard let byte = scanner.byte else { throw words("expected \(wanted)", at: scanner.index) }
    if TextScanner.isDigit(byte) || [0x2B, 0x2D, 0x2E].contains(byte) {
      return .number(try number())
    }
    let name = name(alsoHyphen: true)
    guard !name.isEmpty else {
      throw words("expected \(wanted)", at: start)
    }
    if let metric = metrics[name] { return .number(metric) }
    guard let view = context.view(named: name) else {
      if isGap { throw words("no metric named '\(name.shortened(to: 40))'", at: start) }
      let names = (context.names + metrics.keys.sorted()).filter { $0 != name }
      let nearest = Spelling.nearest(to: name, among: names)
      throw words(
        "no metric or view named '\(name.shortened(to: 40))'"
          + (nearest.map { "; did you mean '\($0)'?" } ?? ""), at: start)
    }
    guard !isGap else { throw words("a gap cannot equal a view", at: start) }
    return .view(view)
  }

  private mutating func priority() throws(NotationMistake) -> Priority {
    let start = scanner.index
    guard let byte = scanner.byte else { throw words("expected a priority", at: scanner.index) }
    let value: Double
    if TextScanner.isDigit(byte) || [0x2B, 0x2D, 0x2E].contains(byte) {
      value = try number()
    } else {
      let name = name(alsoHyphen: false)
      if let metric = metrics[name] {
        value = metric
      } else if let named = Priority.named[name] {
        return named
      } else if name.isEmpty {
        throw words("expected a priority", at: start)
      } else {
        throw words("no metric or priority named '\(name.shortened(to: 40))'", at: start)
      }
    }
    do {
      return try Priority(value)
    } catch {
      throw words(
        "priority out of range: above 0 and at most 1000, found \(NumberText.write(value))",
        at: start)
    }
  }

  // MARK: - Meaning

  private func superview(
    of view: Context.FormatView, bar: Int
  ) throws(NotationMistake) -> Context.FormatView {
    guard let superview = context.superview(of: view) else {
      throw words("'|' means nothing here: root has no superview", at: bar)
    }
    return superview
  }

  /// The attributes of the format's direction, and whether its first view is the last in x.
  private var attributes: (near: Attribute, far: Attribute, isReversed: Bool) {
    if axis == .vertical { return (.top, .bottom, false) }
    return switch options.direction ?? .directionLeadingToTrailing {
    case .directionLeadingToTrailing: (.leading, .trailing, false)
    case .directionLeftToRight: (.left, .right, false)
    case .directionRightToLeft: (.left, .right, true)
    }
  }

  private static func margin(_ edge: Attribute) -> Attribute {
    switch edge {
    case .left: .leftMargin
    case .right: .rightMargin
    case .leading: .leadingMargin
    case .trailing: .trailingMargin
    case .top: .topMargin
    case .bottom: .bottomMargin
    default: edge
    }
  }

  /// Adds the constraints of a connection between two views, or between a view and its superview.
  private mutating func connect(
    _ before: Context.FormatView?, _ after: Context.FormatView?, _ connection: Connection,
    superview: Context.FormatView?
  ) throws(NotationMistake) {
    let (near, far, isReversed) = attributes
    var isStandard = false
    if case .standard = connection { isStandard = true }
    let atMargin = isStandard && superview != nil
    // `later` begins where `earlier` ends: later REL earlier + gap.
    let earlier: Item
    let later: Item
    switch (before, after) {
    case (let before?, let after?):
      earlier = isReversed ? .init(after, far) : .init(before, far)
      later = isReversed ? .init(before, near) : .init(after, near)
    case (nil, let after?):
      guard let superview else { return }
      let side = isReversed ? far : near
      let bar = Item(superview, atMargin ? Self.margin(side) : side)
      earlier = isReversed ? .init(after, far) : bar
      later = isReversed ? bar : .init(after, near)
    case (let before?, nil):
      guard let superview else { return }
      let side = isReversed ? near : far
      let bar = Item(superview, atMargin ? Self.margin(side) : side)
      earlier = isReversed ? bar : .init(before, far)
      later = isReversed ? .init(before, near) : bar
    case (nil, nil): return
    }
    switch connection {
    case .flush: try add(later, .equal, earlier, 0, .required, at: scanner.index)
    case .standard:
      try add(
        later, .equal, earlier, atMargin ? 0 : Self.standardSpace, .required, at: scanner.index)
    case .points(let gap, let place):
      try add(later, .equal, earlier, gap, .required, at: place)
    case .gap(let predicates):
      for predicate in predicates {
        guard case .number(let gap) = predicate.object else { continue }
        try add(later, predicate.relation, earlier, gap, predicate.priority, at: predicate.place)
      }
    }
  }

  private mutating func add(
    _ first: Item, _ relation: Relation, _ second: Item?, _ constant: Double,
    _ priority: Priority, at place: Int
  ) throws(NotationMistake) {
    do {
      try context.add(first, relation, second, constant, priority)
    } catch {
      throw mistake(.constraint(error), at: place)
    }
  }

  // MARK: - Characters

  private mutating func name(alsoHyphen: Bool) -> String {
    guard let first = scanner.byte, TextScanner.isLetter(first) else { return "" }
    return scanner.word(alsoHyphen: alsoHyphen)
  }

  private mutating func number() throws(NotationMistake) -> Double {
    if let number = scanner.shortNumber() { return number }
    let start = scanner.index
    if scanner.byte == 0x2B || scanner.byte == 0x2D { scanner.index += 1 }
    while let byte = scanner.byte, TextScanner.isDigit(byte) || byte == 0x2E { scanner.index += 1 }
    if let mark = scanner.byte, mark | 0x20 == 0x65 {
      let hasSign =
        scanner.index + 1 < scanner.bytes.count
        && [0x2B, 0x2D].contains(scanner.bytes[scanner.index + 1])
      let digits = scanner.index + (hasSign ? 2 : 1)
      if digits < scanner.bytes.count, TextScanner.isDigit(scanner.bytes[digits]) {
        scanner.index = digits
        while let byte = scanner.byte, TextScanner.isDigit(byte) { scanner.index += 1 }
      }
    }
    let text = scanner.text(from: start)
    do {
      return try NotationMistake.number(text)
    } catch {
      throw mistake(error, at: start)
    }
  }

  // MARK: - Mistakes

  private var expectedView: NotationMistake {
    words("expected '[' and the name of a view", at: scanner.index)
  }

  private func unknownView(_ name: String, at place: Int) -> NotationMistake {
    if name == "superview" {
      return words("no view named 'superview'; write '|' for the superview", at: place)
    }
    return mistake(
      .unknownView(name, nearest: Spelling.nearest(to: name, among: context.names)),
      at: place)
  }

  private func words(_ text: String, at place: Int) -> NotationMistake {
    mistake(.words(text), at: place)
  }

  /// Makes a mistake; white space is never allowed and is the reason where reading stops at it.
  private func mistake(_ reason: NotationMistake.Reason, at place: Int) -> NotationMistake {
    let place = min(place, scanner.bytes.count)
    let isSpace =
      place < scanner.bytes.count && [0x20, 0x09, 0x0A, 0x0D].contains(scanner.bytes[place])
    let column = scanner.column(of: place)
    return NotationMistake(
      notation: .visualFormat, text: text, column: column,
      reason: isSpace ? .words("no white space is allowed") : reason)
  }
}
