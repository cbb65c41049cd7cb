import Synchronization

/// The names of the views of a tree, and the view of each.
///
/// Names that programs give their views may be equal. They are made unique, as `title#2`, when they
/// are first read: layouts do not read them.
struct ViewNames: Hashable, Sendable {
  /// Unique names, and the view of each.
  private struct Table: Sendable {
    var names: [String]
    var views: [String: ViewID]
  }

  /// A table that is made when it is first read.
  private final class Later: Sendable {
    let table = Mutex<Table?>(nil)
  }

  /// Names that were checked when they were added.
  private var table: Table
  /// Names after those as they were given, and the table of all names; `nil` if none were given.
  private var given: [String] = []
  private var later: Later?

  /// The name of a tree that has only a root.
  init() { table = Table(names: ["root"], views: ["root": .root]) }

  /// A number of views without names.
  init(unnamed count: Int) {
    table = Table(names: [String](repeating: "", count: count), views: [:])
  }

  /// Names of all views, the root first; they may be equal.
  init(given: [String]) {
    table = Table(names: [], views: [:])
    self.given = given
    later = Later()
  }

  /// The names with another root around them, which has the name `root`.
  ///
  /// - Parameter name: the name of the former root.
  /// - Returns: names that are made unique when they are first read.
  func held(naming name: String) -> ViewNames {
    ViewNames(given: ["root", name] + (table.names + given).dropFirst())
  }

  private var whole: Table {
    guard let later else { return table }
    return later.table.withLock { made in
      if let made { return made }
      let table = Self.apart(table, given)
      made = table
      return table
    }
  }

  private static func apart(_ first: Table, _ given: [String]) -> Table {
    var table = first
    var taken: [String: Int] = [:]
    for name in first.names { taken[name] = 1 }
    for given in given {
      let count = taken[given, default: 0] + 1
      taken[given] = count
      var name = count == 1 ? given : "\(given)#\(count)"
      while table.views[name] != nil { name += "'" }
      table.views[name] = ViewID(table.names.count)
      table.names.append(name)
    }
    return table
  }

  /// The names, all different.
  var names: [String] { whole.names }

  /// The view of each name.
  var views: [String: ViewID] { whole.views }

  /// The view of a name.
  func view(named name: String) -> ViewID? { whole.views[name] }

  /// Adds the name of the next view.
  ///
  /// - Returns: whether the name was free.
  mutating func add(_ name: String, _ view: ViewID) -> Bool {
    if later != nil { (table, given, later) = (whole, [], nil) }
    guard table.views[name] == nil else { return false }
    table.views[name] = view
    table.names.append(name)
    return true
  }

  static func == (one: Self, other: Self) -> Bool { one.names == other.names }

  func hash(into hasher: inout Hasher) { hasher.combine(names) }
}
