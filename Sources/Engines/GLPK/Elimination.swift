import LayoutModel

/// Equalities solved by substitution, in whatever order they come: what most layouts need and no more.
///
/// Each unknown is `factor * representative + form`, a form being affine in the root's width and height;
/// an equality of two representatives makes one the other's, one of a single representative solves it.
/// An equality of more waits until one of them is known better.
///
/// Unknowns are numbered 4 v … 4 v + 3 for left, top, width and height of view v, left and top in the
/// root's coordinates.
struct Elimination: ~Copyable {
  /// An unknown in terms of another; itself for a representative, -1 where it is solved.
  struct Link: BitwiseCopyable {
    var parent: Int32
    var factor: Double
    var form: AffineNumber
  }

  /// An unknown times a coefficient.
  struct Term: BitwiseCopyable {
    var unknown: Int32
    var coefficient: Double
  }

  /// An equality that waits: its terms and what is added to them.
  struct Row: BitwiseCopyable {
    let start: Int32
    let end: Int32
    let form: AffineNumber
    var isDone: Bool
  }

  /// A row in the list of a representative.
  struct Waiting: BitwiseCopyable {
    var row: Int32
    var next: Int32
  }

  /// Coefficients below this are 0.
  private static let smallest = 1e-10

  private let links: Arena<Link>
  private let classSizes: Arena<Int32>
  /// The first waiting row of each representative, and how many there are.
  private let firstWaiting: Arena<Int32>
  private let waitingCounts: Arena<Int32>
  private var waiting = Arena<Waiting>(capacity: 64)
  private var rows = Arena<Row>(capacity: 64)
  private var rowTerms = Arena<Term>(capacity: 256)
  /// Rows that must be looked at again.
  private var pending = Arena<Int32>(capacity: 64)
  /// The equality that is being looked at.
  private var terms = Arena<Term>(capacity: 16)
  private var form = AffineNumber()
  /// How many equalities wait for one of their unknowns to be known better.
  private(set) var openRows = 0

  /// All unknowns of so many views; the root's are known.
  init(viewCount: Int) {
    links = Arena(
      repeating: Link(parent: -1, factor: 0, form: AffineNumber()), count: 4 * viewCount)
    classSizes = Arena(repeating: 1, count: 4 * viewCount)
    firstWaiting = Arena(repeating: -1, count: 4 * viewCount)
    waitingCounts = Arena(repeating: 0, count: 4 * viewCount)
    for unknown in 4..<max(4, 4 * viewCount) {
      links[unknown] = Link(parent: Int32(unknown), factor: 1, form: AffineNumber())
    }
    links[2].form = AffineNumber(perWidth: 1)
    links[3].form = AffineNumber(perHeight: 1)
  }

  // MARK: - Equalities

  /// Begins an equality: a sum of terms and a constant that is 0.
  @inline(__always)
  mutating func begin(constant: Double) {
    terms.removeAll()
    form = AffineNumber(constant: constant)
  }

  /// Adds an unknown times a coefficient to the equality that was begun.
  @inline(__always)
  mutating func add(_ unknown: Int32, _ coefficient: Double) {
    let link = find(unknown)
    form = form + link.form * coefficient
    guard link.parent >= 0 else { return }
    let product = coefficient * link.factor
    for index in terms.indices where terms[index].unknown == link.parent {
      terms.base[index].coefficient += product
      return
    }
    terms.append(Term(unknown: link.parent, coefficient: product))
  }

  /// Ends the equality and draws all conclusions.
  ///
  /// - Returns: whether it can hold beside those before at every size of the root.
  mutating func end() -> Bool {
    guard settle(row: -1) else { return false }
    while let row = pending.popLast() {
      guard !rows[row].isDone else { continue }
      let known = rows[row]
      terms.removeAll()
      form = known.form
      for index in known.start..<known.end {
        add(rowTerms[index].unknown, rowTerms[index].coefficient)
      }
      guard settle(row: row) else { return false }
    }
    return true
  }

  /// Uses the equality in `terms` and `form`, which is a row that has waited or -1.
  private mutating func settle(row: Int32) -> Bool {
    var count = 0
    for index in terms.indices where abs(terms[index].coefficient) > Self.smallest {
      terms[count] = terms[index]
      count += 1
    }
    terms.removeAll(from: count)
    switch count {
    case 0:
      markDone(row)
      let scale = 1e-9 * (1 + abs(form.constant))
      return abs(form.constant) <= scale && abs(form.perWidth) <= 1e-12
        && abs(form.perHeight) <= 1e-12
    case 1:
      markDone(row)
      let term = terms[0]
      substitute(
        term.unknown,
        Link(parent: -1, factor: 0, form: form * (-1 / term.coefficient)))
      return true
    case 2:
      markDone(row)
      let (one, other) = (terms[0], terms[1])
      let isFirst = weight(one.unknown) <= weight(other.unknown)
      let (gone, kept) = isFirst ? (one, other) : (other, one)
      substitute(
        gone.unknown,
        Link(
          parent: kept.unknown, factor: -kept.coefficient / gone.coefficient,
          form: form * (-1 / gone.coefficient)))
      classSizes[kept.unknown] += classSizes[gone.unknown]
      return true
    default:
      wait(row)
      return true
    }
  }

  private func weight(_ unknown: Int32) -> Int32 {
    waitingCounts[unknown] &+ classSizes[unknown]
  }

  private mutating func markDone(_ row: Int32) {
    guard row >= 0 else { return }
    rows.base[Int(row)].isDone = true
    openRows -= 1
  }

  private mutating func substitute(_ unknown: Int32, _ link: Link) {
    links[unknown] = link
    var index = firstWaiting[unknown]
    while index >= 0 {
      pending.append(waiting[index].row)
      index = waiting[index].next
    }
    firstWaiting[unknown] = -1
    waitingCounts[unknown] = 0
  }

  /// Puts the equality into the lists of its representatives.
  private mutating func wait(_ known: Int32) {
    var row = known
    if row < 0 {
      row = Int32(rows.count)
      let start = Int32(rowTerms.count)
      for index in terms.indices { rowTerms.append(terms[index]) }
      openRows += 1
      rows.append(
        Row(start: start, end: Int32(rowTerms.count), form: form, isDone: false))
    }
    for index in terms.indices {
      let unknown = terms[index].unknown
      waiting.append(Waiting(row: row, next: firstWaiting[unknown]))
      firstWaiting[unknown] = Int32(waiting.count - 1)
      waitingCounts[unknown] += 1
    }
  }

  /// Solves a representative.
  mutating func fix(_ unknown: Int32, at form: AffineNumber) {
    substitute(unknown, Link(parent: -1, factor: 0, form: form))
  }

  /// The only open unknown of the row that was begun, with its coefficient.
  ///
  /// - Returns: `nil` where there is more than one; unknown -1 where there is none.
  func single() -> (unknown: Int32, factor: Double)? {
    var found: (unknown: Int32, factor: Double) = (-1, 0)
    for index in terms.indices where abs(terms[index].coefficient) > Self.smallest {
      guard found.unknown < 0 else { return nil }
      found = (terms[index].unknown, terms[index].coefficient)
    }
    return found
  }

  /// The affine part of the equality that was begun: all of it where no unknown is open.
  var begun: AffineNumber { form }

  // MARK: - Answers

  /// An unknown in terms of its representative; `parent` is -1 where it is solved.
  @inline(__always)
  func find(_ unknown: Int32) -> Link {
    while true {
      let link = links[unknown]
      guard link.parent >= 0, link.parent != unknown else { return link }
      let above = links[link.parent]
      guard above.parent != link.parent else { return link }
      links[unknown] = Link(
        parent: above.parent, factor: link.factor * above.factor,
        form: link.form + above.form * link.factor)
    }
  }

  /// The value of an unknown, where it is solved.
  func value(of unknown: Int32) -> AffineNumber? {
    let link = find(unknown)
    return link.parent < 0 ? link.form : nil
  }
}
