/// The numbers of a scene that statements of its layouts name, and steps change: constants of
/// constraints, arguments of rules and calls.
public struct NamedNumbers: Hashable, Sendable {
  /// The name of each number.
  public private(set) var names: [String] = []
  /// The present value of each, in the order of `names`.
  public private(set) var values: [Double] = []
  private var places: [String: Int] = [:]

  /// No numbers.
  public init() {}

  /// The number of numbers.
  public var count: Int { names.count }

  /// Adds a number.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - value: its first value.
  /// - Returns: whether the name was free.
  @discardableResult
  public mutating func add(_ name: String, _ value: Double) -> Bool {
    guard places[name] == nil else { return false }
    places[name] = count
    names.append(name)
    values.append(value)
    return true
  }

  /// The place of a name in `names`; `nil` where no number has it.
  public func place(of name: String) -> Int? { places[name] }

  /// Gives a number another value.
  public mutating func set(_ place: Int, to value: Double) { values[place] = value }
}
