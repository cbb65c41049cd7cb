public import LayoutModel

/// Reads the equations of scene files.
///
///     constraint = view "." attribute relation right [ "@" priority ]
///     right      = number | [ number "*" ] view "." attribute [ ("*" | "/") number ] [ ("+" | "-") number ]
///
/// and the sums of `linear:` entries.
public struct EquationParser {
  private let tree: ViewTree
  private let text: String
  private let bytes: [UInt8]
  private let position: SourcePosition?
  private let notation: NotationMistake.Notation
  private var index = 0

  private init(
    _ text: String, in tree: ViewTree, at position: SourcePosition?,
    notation: NotationMistake.Notation
  ) {
    self.text = text
    self.tree = tree
    self.position = position
    self.notation = notation
    bytes = Array(text.utf8)
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
    var parser = EquationParser(text, in: tree, at: position, notation: .equation)
    return try parser.equation()
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
    let start = skipSpace()
    let first = try item(superview: nil)
    let relation = try relation()
    var multiplier = 1.0
    var constant = 0.0
    var second: LinearConstraint.Item?
    skipSpace()
    if startsNumber {
      let number = try number()
      if take("*") {
        multiplier = number
        second = try item(superview: first.view)
      } else {
        constant = number
      }
    } else {
      second = try item(superview: first.view)
    }
    if second != nil {
      if take("*") {
        multiplier *= try number()
      } else if take("/") {
        let place = skipSpace()
        let divisor = try number()
        guard divisor != 0 else { throw mistake(.divisionByZero("/ 0"), at: place) }
        multiplier /= divisor
        guard abs(multiplier) <= NumberText.largestMagnitude else {
          let text = String(decoding: bytes[place..<index], as: UTF8.self)
          throw mistake(.divisionByZero("/ \(text)"), at: place)
        }
      }
      if take("+") {
        constant = try number()
      } else if take("-") {
        constant = -(try number())
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
      skipSpace()
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

  /// `view.attribute`; `superview` is that of the given view, and refused without one.
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
    let start = skipSpace()
    let name = word(alsoHyphen: true)
    guard !name.isEmpty else { throw mistake(.expected("a view and its attribute"), at: start) }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else {
      throw mistake(.expected("'.' and an attribute behind '\(name.shortened(to: 40))'"), at: index)
    }
    index += 1
    let view: ViewID
    if name == "superview" {
      guard let child else {
        throw mistake(
          .noSuperview(
            notation == .linear
              ? "'superview' has no meaning here; name the view"
              : "'superview' may stand on the right side only"), at: start)
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
    let place = index
    let attribute = word(alsoHyphen: false)
    guard !attribute.isEmpty else { throw mistake(.expected("an attribute"), at: place) }
    return (view, attribute, place)
  }

  private mutating func relation() throws(NotationMistake) -> Relation {
    let start = skipSpace()
    for relation in Relation.allCases where bytes[index...].starts(with: relation.rawValue.utf8) {
      index += 2
      return relation
    }
    let signs = Array("=<>!≤≥".utf8)
    guard index < bytes.count, signs.contains(bytes[index]) else {
      throw mistake(.expected("==, >= or <="), at: start)
    }
    throw mistake(.unknownRelation, at: start)
  }

  private mutating func priority() throws(NotationMistake) -> Priority {
    guard take("@") else { return .required }
    let start = skipSpace()
    if startsNumber {
      let value = try number()
      do {
        return try Priority(value)
      } catch {
        throw mistake(.constraint(error), at: start)
      }
    }
    let name = word(alsoHyphen: false)
    guard let priority = Priority.named[name] else {
      throw mistake(
        .expected("a priority: a number, or required, high, low, fitting"), at: start)
    }
    return priority
  }

  private mutating func end() throws(NotationMistake) {
    let place = skipSpace()
    guard place == bytes.count else { throw mistake(.trailing, at: place) }
  }

  // MARK: - Characters

  @discardableResult
  private mutating func skipSpace() -> Int {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private var startsNumber: Bool {
    guard index < bytes.count else { return false }
    return Self.isDigit(bytes[index]) || Array("+-.".utf8).contains(bytes[index])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  private mutating func word(alsoHyphen: Bool) -> String {
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      let isWord = Self.isLetter(byte) || Self.isDigit(byte) || (alsoHyphen && byte == 0x2D)
      guard isWord else { break }
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func number() throws(NotationMistake) -> Double {
    let start = skipSpace()
    if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
    while index < bytes.count {
      let byte = bytes[index]
      let isExponentSign =
        (byte == 0x2B || byte == 0x2D) && (bytes[index - 1] | 0x20) == 0x65 && index > start + 1
      guard Self.isDigit(byte) || Self.isLetter(byte) || byte == 0x2E || isExponentSign else {
        break
      }
      index += 1
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard !text.isEmpty else { throw mistake(.expected("a number"), at: start) }
    do {
      return try NotationMistake.number(text)
    } catch {
      throw mistake(error, at: start)
    }
  }

  private func mistake(_ reason: NotationMistake.Reason, at byte: Int) -> NotationMistake {
    let column = String(decoding: bytes[..<min(byte, bytes.count)], as: UTF8.self).count + 1
    return NotationMistake(notation: notation, text: text, column: column, reason: reason)
  }
}
