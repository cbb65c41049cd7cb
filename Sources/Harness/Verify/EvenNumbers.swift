import LayoutBenchTiming

/// Numbers from 0 up to 1 that lie evenly, however many of them are taken: of as many random ones, most may
/// be small in one Run and large in the next.
///
/// Each is the one before plus a step, without its whole part. Steps are of quadratic irrationals, which leave the
/// smallest gaps; of different ones, so that pairs fill a square evenly too (Weyl 1916).
struct EvenNumbers {
  private var last: Double
  private let step: Double

  /// Numbers for places in a list: steps of the golden ratio.
  static func places(_ random: inout SplitMix64) -> EvenNumbers {
    EvenNumbers(0.618_033_988_749_894_9, &random)
  }

  /// Numbers for widths: steps of the square root of 2.
  static func widths(_ random: inout SplitMix64) -> EvenNumbers {
    EvenNumbers(0.414_213_562_373_095_1, &random)
  }

  /// Numbers for heights: steps of the square root of 3.
  static func heights(_ random: inout SplitMix64) -> EvenNumbers {
    EvenNumbers(0.732_050_807_568_877_2, &random)
  }

  private init(_ step: Double, _ random: inout SplitMix64) {
    self.step = step
    last = Double.random(in: 0..<1, using: &random)
  }

  /// The next number.
  mutating func next() -> Double {
    last = (last + step).truncatingRemainder(dividingBy: 1)
    return last
  }

  /// The next number of a range.
  mutating func next(in range: ClosedRange<Double>) -> Double {
    range.number(at: next())
  }

  /// The next element of a list, each part of which has its turns; `nil` where the list is empty.
  mutating func next<Element>(of list: [Element]) -> Element? {
    list.isEmpty ? nil : list[nextPlace(list.count)]
  }

  /// A place in a list of so many elements; the product of the largest number may round up to the count.
  private mutating func nextPlace(_ count: Int) -> Int {
    min(Int(next() * Double(count)), count - 1)
  }
}

extension EvenNumbers {
  /// The elements of a list in an order of which each beginning is even, as many as are asked for.
  mutating func order<Element>(of list: [Element], atMost most: Int) -> [Element] {
    var isTaken = Array(repeating: false, count: list.count)
    var order: [Element] = []
    while order.count < min(most, list.count) {
      let place = nextPlace(list.count)
      guard !isTaken[place] else { continue }
      isTaken[place] = true
      order.append(list[place])
    }
    return order
  }
}

extension ClosedRange<Double> {
  /// The number at a share of the way from the lower bound to the upper one.
  func number(at share: Double) -> Double { lowerBound + (upperBound - lowerBound) * share }
}
