package import Foundation

/// A published sentence about kinds of engines, and the measurement that tests it.
///
/// Claims are data: `claims.json` beside this file. To add a claim, add an entry.
package struct Claim: Decodable, Sendable {
  /// Its name, fit for an anchor.
  package let id: String
  /// The claim's sentence.
  package let sentence: String
  /// True if the sentence is a quotation from its source; otherwise it is a paraphrase.
  package let isQuoted: Bool
  /// The sentence in English, where it is not.
  package let translation: String?
  /// The author and the publication.
  package let source: String
  /// The address of the source.
  package let link: String?
  /// The engines that run the algorithms it is about; without one of them in the Run the claim
  /// cannot be decided.
  package let defendants: [Defendant]?
  /// The measurement that decides.
  package let test: Test
  /// The command whose Run can decide, where this one cannot.
  package let command: String

  /// An algorithm that a claim is about.
  package struct Defendant: Decodable, Sendable {
    /// The engine that runs it; absent where none can on this system.
    package let engine: String?
    /// The algorithm, in words.
    package let runs: String
  }

  /// A measurement that decides a claim; one of a few kinds.
  package enum Test: Sendable {
    /// Two engines' times in some phases.
    case times(Times)
    /// Two engines' counts, such as of memory.
    case counters(Counters)
    /// The growth of an engine's time with the number of views.
    case growth(Growth)
    /// The time of a frame of a scrolled list.
    case budget(Budget)
    /// Two scenes with the same frames.
    case twins(Twins)
  }

  /// `engine` takes less time than `to`: the upper bound of the mean of pair ratios lies below 1.
  package struct Times: Decodable, Sendable {
    let engine: String
    let to: String
    let phases: [String]
    let scenes: [String]?
  }

  /// `engine` needs less of a counter than `to`: the mean and every scene below 1; in part where
  /// only the mean is.
  package struct Counters: Decodable, Sendable {
    let engine: String
    let to: String
    let counter: String
    let phase: String
    let scenes: [String]?
  }

  /// The exponent of an engine's time on some generators is at most, or above, an order.
  package struct Growth: Decodable, Sendable {
    let engine: String
    let generators: [String]
    let phases: [String]
    let atMost: Double?
    let above: Double?
    /// Counters whose exponents must be at most the order as well, where they were counted.
    let counters: [String]?
    /// Engines that are shown as well, and decide nothing.
    let beside: [String]?
  }

  /// `engine` takes longer than a frame's time where `within` does not: `copies` of a scene, the
  /// phases of a sum added up.
  package struct Budget: Decodable, Sendable {
    let engine: String
    let within: String
    let scenes: [String]
    let copies: Double
    let sums: [[String]]
    let milliseconds: [Double]
  }

  /// The first scene of each pair costs an engine more than the second, which has the same frames.
  package struct Twins: Decodable, Sendable {
    let engine: String
    let pairs: [Pair]
    let phases: [String]
    let counters: [String]

    /// Two scenes.
    struct Pair: Decodable, Sendable {
      let with: String
      let without: String
    }
  }

  /// The claims that are built in.
  package static let builtIn: [Claim] = {
    do {
      return try read(Data(PackageResources.claims_json))
    } catch {
      preconditionFailure("claims.json: \(error)")
    }
  }()

  /// Reads the claims of a file.
  ///
  /// - Throws: `DecodingError` for a file that contains none.
  package static func read(_ data: Data) throws -> [Claim] {
    try JSONDecoder().decode([Claim].self, from: data)
  }
}

extension Claim.Test {
  /// The engines whose numbers decide.
  var engines: [String] {
    switch self {
    case .times(let test): [test.engine, test.to]
    case .counters(let test): [test.engine, test.to]
    case .growth(let test): [test.engine]
    case .budget(let test): [test.engine]
    case .twins(let test): [test.engine]
    }
  }
}

extension Claim.Test: Decodable {
  private enum Key: String, CodingKey { case kind }
  private enum Kind: String, Decodable { case times, counters, growth, budget, twins }

  /// Reads a test by its `kind`.
  package init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: Key.self).decode(Kind.self, forKey: .kind) {
    case .times: self = .times(try Claim.Times(from: decoder))
    case .counters: self = .counters(try Claim.Counters(from: decoder))
    case .growth: self = .growth(try Claim.Growth(from: decoder))
    case .budget: self = .budget(try Claim.Budget(from: decoder))
    case .twins: self = .twins(try Claim.Twins(from: decoder))
    }
  }
}
