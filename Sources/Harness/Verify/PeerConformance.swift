internal import LayoutBenchPeers
package import LayoutBenchTiming
import LayoutBenchSuite
package import LayoutModel

/// Information about peers, for commands.
package enum PeerConformance {
  /// A rule of the contract, and its violation, if any.
  package struct Rule: Sendable {
    /// The rule.
    package let text: String
    /// The violation; `nil` where the rule is kept.
    package let fault: String?
  }

  /// The scenes on which a peer is tested.
  private static let scenes = ["chain-10", "feed-10", "form-10"]

  /// Checks a peer against the contract.
  ///
  /// - Parameter word: the path of its executable, or its name.
  /// - Returns: the rules; `nil` where there is no such peer.
  /// - Throws: only errors that do not depend on the peer.
  package static func check(_ word: String) throws -> [Rule]? {
    guard let peer = PeerSearch.add(word) ?? PeerSearch.peer(named: word) else { return nil }
    let known = try scenes.compactMap { name in
      try SceneGenerator.scene(named: name).flatMap { try states(of: $0) }
    }
    return PeerCheck(peer, on: known).rules.map { Rule(text: $0.text, fault: $0.fault) }
  }

  /// A scene with its right frames: as it is, and after a change of each kind.
  ///
  /// - Parameter scene: the scene.
  /// - Returns: `nil` where no engine here explains its frames.
  /// - Throws: `SceneError`, `LayoutError`.
  static func states(of scene: Scene) throws -> PeerCheck.Known? {
    guard let judge = Participant.preferred(of: scene).first(where: \.engine.traits.explains) else {
      return nil
    }
    let tree = scene.tree
    var changes: [[Change]] = [[]]
    changes.append([
      .resize(Size(width: tree.rootSize.width + 32, height: tree.rootSize.height + 16))
    ])
    let content = tree.views.dropFirst().first { view in
      let size = tree.intrinsicSize(of: view)
      return size.horizontal != nil && size.vertical != nil && tree.texts[view] == nil
    }
    if let content {
      changes.append([.intrinsic(content, IntrinsicSize(73, 31))])
    }
    var session = try LayoutSession(judge.resolve(scene), tree: tree)
    func state(_ step: [Change]) throws -> (changes: [Change], frames: [Rect]) {
      for change in step { session.apply(change) }
      try session.layOut()
      return (step, session.frames)
    }
    var states = try changes.map(state)
    if let last = tree.views.last, last != .root {
      let without = try state([.removal(last)])
      // Without it others may be left open.
      if try session.findings().ambiguous.isEmpty {
        states += [without, try state([.addition(last)])]
      }
    }
    return PeerCheck.Known(scene: scene, states: states)
  }

  /// The names of all peers that can be found: `peer:kiwi`.
  package static var names: [String] { PeerSearch.all().map { "peer:\($0.name)" } }

  /// Registers a peer's executable in this process.
  ///
  /// - Returns: `peer:NAME`; `nil` where there is no executable at the path.
  package static func add(_ path: String) -> String? {
    PeerSearch.add(path).map { "peer:\($0.name)" }
  }

  /// Every peer that can be found, with its description of itself, or the reason why there is none.
  package static func all() -> [(
    name: String, path: String, told: Result<Run.PeerRecord, LayoutError>
  )] {
    PeerSearch.all().map { peer in
      do throws(LayoutError) {
        return ("peer:\(peer.name)", peer.path, .success(try PeerEngine(peer).described()))
      } catch {
        return ("peer:\(peer.name)", peer.path, .failure(error))
      }
    }
  }

  /// The descriptions of the peers among some engines, for the record of a Run.
  static func records(of engines: [any LayoutEngine]) -> [Run.PeerRecord]? {
    let records = engines.compactMap { $0 as? PeerEngine }.compactMap { engine in
      var record = try? engine.described()
      record?.sha256 = FileDigest.sha256(of: engine.peer.path)
      return record
    }
    return records.isEmpty ? nil : records
  }
}

extension LayoutEngine {
  /// The kinds of changes that its plans are told and make new objects for, as peers may.
  var rebuilt: Set<Change.Kind> { (self as? PeerEngine)?.rebuilt ?? [] }
}
