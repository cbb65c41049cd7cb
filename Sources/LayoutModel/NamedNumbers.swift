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

extension Array {
  /// The uses of a number, in a list that is sorted by number.
  ///
  /// - Parameters:
  ///   - number: its place in `ViewTree.numbers`.
  ///   - used: the number that an element uses.
  /// - Returns: the elements that use it, in their order.
  @inlinable
  package func uses(of number: Int, _ used: (Element) -> Int) -> ArraySlice<Element> {
    var (first, end) = (0, count)
    while first < end {
      let middle = (first + end) / 2
      if used(self[middle]) < number { first = middle + 1 } else { end = middle }
    }
    end = first
    while end < count, used(self[end]) == number { end += 1 }
    return self[first..<end]
  }
}
