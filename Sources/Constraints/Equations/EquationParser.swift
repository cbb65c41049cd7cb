public import LayoutModel

/// Reads the equations of scene files.
///
///     constraint = view "." attribute relation right [ "@" priority ]
///     right      = constant | [ number "*" ] view "." attribute
///                  [ ("*" | "/") number ] [ ("+" | "-") constant ]
///     constant   = number | the name of one of the scene's numbers
///
/// and the sums of `linear:` entries.
public struct EquationParser {
  private let tree: ViewTree
  private let text: String
  private let position: SourcePosition?
  private let notation: NotationMistake.Notation
  private var scanner: TextScanner
  /// The number of the scene that is the constant, if it is named.
  private var named: NamedConstant?

  private init(
    _ text: String, in tree: ViewTree, at position: SourcePosition?,
    notation: NotationMistake.Notation
  ) {
    self.text = text
    self.tree = tree
    self.position = position
    self.notation = notation
    scanner = TextScanner(text)
  }

  /// Reads one equation.
  ///
  /// - Parameters:
  ///   - text: such as `a.left == 2 * b.width / 4 - 5 @750`.
  ///   - tree: the views that it may name.
  ///   - position: its place in the scene file, kept in the constraint.
  /// - Returns: the constraint.
  /// - Throws: `NotationMistake` with the column where reading stopped.
  public static func constraint(
    from text: String, in tree: ViewTree, at position: SourcePosition? = nil
  ) throws(NotationMistake) -> LinearConstraint {
    try namedConstraint(from: text, in: tree, at: position).constraint
  }

  /// Reads one equation, whose constant may be the name of a number.
  ///
  /// - Parameters:
  ///   - text: such as `a.left == b.right + gap`.
  ///   - tree: the views and numbers that it may name.
  ///   - position: its place in the scene file, kept in the constraint.
  /// - Returns: the constraint, and the number that is its constant, where it is named.
  /// - Throws: `NotationMistake` with the column where reading stopped.
  package static func namedConstraint(
    from text: String, in tree: ViewTree, at position: SourcePosition?
  ) throws(NotationMistake) -> (constraint: LinearConstraint, constant: NamedConstant?) {
    var parser = EquationParser(text, in: tree, at: position, notation: .equation)
    let constraint = try parser.equation()
    return (constraint, parser.named)
  }

  /// Reads a `linear:` entry, a sum of terms on both sides.
  ///
  /// - Throws: `NotationMistake` with the column where reading stopped.
  public static func linearConstraint(
    from text: String, in tree: ViewTree, at position: SourcePosition? = nil
  ) throws(NotationMistake) -> LinearConstraint {
    var parser = EquationParser(text, in: tree, at: position, notation: .linear)
    return try parser.linear()
  }

  // MARK: - Grammar

  private mutating func equation() throws(NotationMistake) -> LinearConstraint {
    let start = scanner.skipSpace()
    let first = try item(superview: nil)
    let relation = try relation()
    var multiplier = 1.0
    var constant = 0.0
    var second: LinearConstraint.Item?
    scanner.skipSpace()
    if startsNumber {
      let number = try number()
      if take("*") {
        multiplier = number
        second = try item(superview: first.view)
      } else {
        constant = number
      }
    } else if let value = name(sign: 1) {
      constant = value
    } else {
      second = try item(superview: first.view)
    }
    if second != nil {
      if take("*") {
        multiplier *= try number()
      } else if take("/") {
        let place = scanner.skipSpace()
        let divisor = try number()
        guard divisor != 0 else { throw mistake(.divisionByZero("/ 0"), at: place) }
        multiplier /= divisor
        guard abs(multiplier) <= NumberText.largestMagnitude else {
          let text = scanner.text(from: place)
          throw mistake(.divisionByZero("/ \(text)"), at: place)
        }
      }
      if take("+") {
        constant = if let value = name(sign: 1) { value } else { try number() }
      } else if take("-") {
        constant = if let value = name(sign: -1) { value } else { -(try number()) }
      }
    }
    let priority = try priority()
    try end()
    do {
      return try LinearConstraint(
        first, relation, second, multiplier: multiplier, constant: constant, priority: priority,
        origin: .equation(text), position: position, in: tree)
    } catch {
      throw mistake(.constraint(error), at: start)
    }
  }

  private mutating func linear() throws(NotationMistake) -> LinearConstraint {
    var form = try sum()
    let relation = try relation()
    form.add(try sum(), times: -1)
    let priority = try priority()
    try end()
    for term in form.terms where !term.coefficient.isFinite {
      throw mistake(.notFinite("\(term.coefficient)"), at: 0)
    }
    return LinearConstraint(
      linear: form, relation, priority: priority, origin: .equation(text), position: position)
  }

  private mutating func sum() throws(NotationMistake) -> LinearForm {
    var form = LinearForm()
    var sign = take("-") ? -1.0 : 1
    while true {
      scanner.skipSpace()
      if startsNumber {
        let factor = try number()
        if take("*") {
          form.add(try unknown(), sign * factor)
        } else {
          form.constant += sign * factor
        }
      } else {
        let unknown = try unknown()
        var factor = sign
        if take("*") { factor *= try number() }
        form.add(unknown, factor)
      }
      if take("+") {
        sign = 1
      } else if take("-") {
        sign = -1
      } else {
        return form
      }
    }
  }

  private mutating func unknown() throws(NotationMistake) -> Unknown {
    let (view, name, place) = try qualifiedName(superview: nil)
    for component in Unknown.Component.allCases where "\(component)" == name {
      return Unknown(view, component)
    }
    let nearest = Spelling.nearest(to: name, among: Unknown.Component.allCases.map { "\($0)" })
    throw mistake(.unknownAttribute(name, nearest: nearest), at: place)
  }

  /// Reads `view.attribute`; `superview` is that of the given view, and an error without one.
  private mutating func item(superview: ViewID?) throws(NotationMistake) -> LinearConstraint.Item {
    let (view, name, place) = try qualifiedName(superview: superview)
    guard let attribute = Attribute(rawValue: name) else {
      let nearest = Spelling.nearest(to: name, among: Attribute.allCases.map(\.rawValue))
      throw mistake(.unknownAttribute(name, nearest: nearest), at: place)
    }
    return LinearConstraint.Item(view, attribute)
  }

  private mutating func qualifiedName(
    superview child: ViewID?
  ) throws(NotationMistake) -> (view: ViewID, name: String, place: Int) {
    let start = scanner.skipSpace()
    let name = scanner.word(alsoHyphen: true)
    guard !name.isEmpty else { throw mistake(.expected("a view and its attribute"), at: start) }
    guard scanner.index < scanner.bytes.count, scanner.bytes[scanner.index] == UInt8(ascii: ".")
    else {
      throw mistake(
        .expected("'.' and an attribute after '\(name.shortened(to: 40))'"), at: scanner.index)
    }
    scanner.index += 1
    let view: ViewID
    if name == "superview" {
      guard let child else {
        throw mistake(
          .noSuperview(
            notation == .linear
              ? "'superview' has no meaning here; name the view"
              : "'superview' is allowed on the right side only"), at: start)
      }
      guard let superview = tree.superview(of: child) else {
        throw mistake(.noSuperview("root has no superview"), at: start)
      }
      view = superview
    } else if let known = tree.view(named: name) {
      view = known
    } else {
      let nearest = Spelling.nearest(to: name, among: tree.names)
      throw mistake(.unknownView(name, nearest: nearest), at: start)
    }
    let place = scanner.index
    let attribute = scanner.word(alsoHyphen: false)
    guard !attribute.isEmpty else { throw mistake(.expected("an attribute"), at: place) }
    return (view, attribute, place)
  }

  private mutating func relation() throws(NotationMistake) -> Relation {
    let start = scanner.skipSpace()
    for relation in Relation.allCases
    where scanner.bytes[scanner.index...].starts(with: relation.rawValue.utf8) {
      scanner.index += 2
      return relation
    }
    let signs = Array("=<>!≤≥".utf8)
    guard scanner.index < scanner.bytes.count, signs.contains(scanner.bytes[scanner.index]) else {
      throw mistake(.expected("==, >= or <="), at: start)
    }
    throw mistake(.unknownRelation, at: start)
  }

  private mutating func priority() throws(NotationMistake) -> Priority {
    guard take("@") else { return .required }
    let start = scanner.skipSpace()
    if startsNumber {
      let value = try number()
      do {
        return try Priority(value)
      } catch {
        throw mistake(.constraint(error), at: start)
      }
    }
    let name = scanner.word(alsoHyphen: false)
    guard let priority = Priority.named[name] else {
      throw mistake(
        .expected("a priority: a number, or required, high, low, fitting"), at: start)
    }
    return priority
  }

  private mutating func end() throws(NotationMistake) {
    let place = scanner.skipSpace()
    guard place == scanner.bytes.count else { throw mistake(.trailing, at: place) }
  }

  // MARK: - Characters

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    scanner.skipSpace()
    return scanner.take(character)
  }

  /// Reads the name of a number.
  ///
  /// - Returns: the constant that it stands for, points; `nil`, and nothing is read, where none of
  ///   that name is there.
  private mutating func name(sign: Double) -> Double? {
    guard tree.numbers.count > 0 else { return nil }
    scanner.skipSpace()
    let start = scanner.index
    guard let place = tree.numbers.place(of: scanner.word(alsoHyphen: false)),
      scanner.byte != 0x2E, scanner.byte != 0x2D
    else {
      scanner.index = start
      return nil
    }
    named = NamedConstant(number: place, sign: sign)
    return sign * tree.numbers.values[place]
  }

  private var startsNumber: Bool {
    guard let byte = scanner.byte else { return false }
    return TextScanner.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
  }

  private mutating func number() throws(NotationMistake) -> Double {
    let start = scanner.skipSpace()
    if scanner.index < scanner.bytes.count,
      scanner.bytes[scanner.index] == 0x2B || scanner.bytes[scanner.index] == 0x2D
    {
      scanner.index += 1
    }
    while scanner.index < scanner.bytes.count {
      let byte = scanner.bytes[scanner.index]
      let isExponentSign =
        (byte == 0x2B || byte == 0x2D) && (scanner.bytes[scanner.index - 1] | 0x20) == 0x65
        && scanner.index > start + 1
      guard
        TextScanner.isDigit(byte) || TextScanner.isLetter(byte) || byte == 0x2E || isExponentSign
      else {
        break
      }
      scanner.index += 1
    }
    let text = scanner.text(from: start)
    guard !text.isEmpty else { throw mistake(.expected("a number"), at: start) }
    if tree.numbers.count > 0, text.first?.isLetter == true {
      let nearest = Spelling.nearest(to: text, among: tree.numbers.names)
      throw mistake(
        .words(
          "'\(text.shortened(to: 40))' is neither a number nor the name of one"
            + (nearest.map { "; did you mean '\($0)'?" } ?? "")), at: start)
    }
    do {
      return try NotationMistake.number(text)
    } catch {
      throw mistake(error, at: start)
    }
  }

  private func mistake(_ reason: NotationMistake.Reason, at byte: Int) -> NotationMistake {
    let column = scanner.column(of: byte)
    return NotationMistake(notation: notation, text: text, column: column, reason: reason)
  }
}
