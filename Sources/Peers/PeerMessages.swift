import Constraints
import LayoutModel
import SLL

/// The first line of a peer: its name, its version, and the requests that it supports.
struct PeerHello: Decodable, Sendable {
  /// The version of the protocol that this program supports.
  static let version = 1

  var layoutbenchPeer: Int
  var name: String
  var version: String
  var about: String?
  var license: String?
  /// `linear`, `items`, or a dialect that it receives as the scene states it.
  var reads: [String]
  /// The layouts that its constraints are made of, the preferred first: `constraints`, `sll`.
  var from: [String]?
  /// The kinds of changes that it applies to existing objects; for others it makes new objects.
  var follows: [String]?
  /// The grid that it rounds to, points; absent for engines that compute with doubles.
  var grid: Double?

  /// The layouts of a scene that it can receive, the preferred first.
  var dialects: [DialectName] {
    reads.flatMap { word -> [DialectName] in
      word == DialectName.css.text
        ? [.css] : (from.map { $0.map { DialectName($0) } } ?? [.constraints, .sll])
    }
  }
}

/// A request to a peer: one JSON value per line.
struct PeerRequest: Encodable {
  var `do`: String
  var scene: Int?
  var `as`: PeerScene?
  var scripts: [String: [[PeerChange]]]?
  var probes: [String: [Int]]?
  var plan: Int?
  var plans: Int?
  var phase: String?
  var changes: [PeerChange]?
}

/// The answer of a peer.
struct PeerAnswer: Decodable {
  var loaded: Int?
  /// Phases that it cannot take part in, and why.
  var cannot: [String: String]?
  var plan: Int?
  var noLayout: String?
  var frames: [Double]?
  var ns: PeerTimes?
  var sum: Double?
  var switched: Bool?
  var counters: [String: Double]?
  var dropped: Int?
  var unsupported: String?
  var error: String?
  var unknown: String?
}

/// A time, or those of several steps, nanoseconds.
enum PeerTimes: Decodable {
  case one(Double)
  case several([Double])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .one(number)
    } else {
      self = .several(try container.decode([Double].self))
    }
  }
}

/// A change of a scene as it is sent to peers.
struct PeerChange: Encodable {
  var resize: [Double]?
  var view: Int?
  var content: [Double?]?
  var text: String?
  var take: [Int]?
  var put: [Int]?
  var fit: Double?

  /// The change; `nil` for those that are not sent to peers.
  init?(_ change: Change, of scene: PeerScene) {
    switch change {
    case .resize(let size): resize = [size.width, size.height]
    case .intrinsic(let view, let size):
      self.view = view.index
      content = [size.horizontal, size.vertical]
      // Where a rule gives a size, the content has no effect.
      guard scene.isLowered else { break }
      let old = scene.views[view.index].content ?? [nil, nil]
      content = zip(old, [size.horizontal, size.vertical]).map { old, new in
        old == nil ? nil : new ?? old
      }
      if content == [nil, nil] { return nil }
    case .text(let view, let text):
      self.view = view.index
      self.text = text.string
    case .removal(let view): take = [view.index]
    case .addition(let view): put = [view.index]
    case .fit(let width): fit = width
    // Peers have no such numbers: steps that change them are not asked of them.
    case .activation, .priority, .number: return nil
    }
  }
}
