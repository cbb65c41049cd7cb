internal import Conversion
internal import Foundation
internal import LayoutBenchPeers
package import LayoutModel
import Synchronization

/// The engines, dialects and scenes of this program.
package struct Registry: Sendable {
  /// Every engine, yardsticks first.
  package var engines: [any LayoutEngine]
  /// Engines that take part only where they are named, in `verify` too: they take long.
  package var judges: [any LayoutEngine] = []
  /// The same engines in the form `program`, by name; engines from outside bring their own.
  package var programs: [String: any LayoutEngine] = [:]
  /// Every dialect, in the order in which scene files are written and messages list them.
  package var dialects: [any Dialect]
  /// The conversions of `layoutbench convert`.
  package var conversions: [SceneConversion]
  /// For each dialect, a check of a scene's layouts without a solver: the fault, or `nil`.
  package var proofs: [DialectName: @Sendable (Scene) throws -> String?]
  /// The built-in scenes, at sizes that every engine can lay out.
  package var scenes: [SceneSource]
  /// The scenes among them that a program brought along: a benchmark that names no suite measures
  /// them too.
  package var ownScenes: [SceneSource] = []

  private static let installed = Mutex<Registry?>(nil)

  /// The registry of this program: the engines, dialects and scenes that come with LayoutBench, and
  /// those that were installed.
  package static var current: Registry { installed.withLock { $0 } ?? .builtIn }

  /// Adds engines, dialects and scenes to those that come with LayoutBench; once, before any file
  /// is read.
  ///
  /// - Parameters:
  ///   - engines: engines, each with a name of its own.
  ///   - dialects: the dialects that they read and LayoutBench does not include.
  ///   - scenes: scenes that are added to the built-in ones.
  /// - Throws: `RegistryMistake` where a name is taken or invalid.
  package static func install(
    engines: [any LayoutEngine], dialects: [any Dialect], scenes: [SceneSource]
  ) throws(RegistryMistake) {
    var registry = Registry.builtIn
    for dialect in dialects {
      try registry.check(dialectName: dialect.name)
      registry.dialects.append(dialect)
    }
    for engine in engines {
      try registry.check(engineName: engine.traits.name)
      for dialect in engine.traits.dialects
      where !registry.dialects.contains(where: { $0.name == dialect }) {
        throw .unknownDialect(dialect.text, engine: engine.name)
      }
      registry.engines.append(engine)
    }
    for scene in scenes {
      guard !registry.scenes.contains(where: { $0.base == scene.base }) else {
        throw .taken("scene", scene.file)
      }
      registry.scenes.append(scene)
      registry.ownScenes.append(scene)
    }
    let all = registry
    installed.withLock { $0 = all }
  }

  /// Adds the judges that are named, and the peers that patterns such as `peer:*` or `peer:kiwi`
  /// name: each is started when it is first asked.
  ///
  /// - Parameter patterns: names, with `*` and `?`; a pattern that does not begin with `peer:` names
  ///   no peer, and a judge by its whole name only.
  package static func admit(_ patterns: [String]) {
    var found = current.judges.filter { patterns.contains($0.name) }
    let peers = patterns.filter { $0.hasPrefix("peer:") }
    if !peers.isEmpty {
      found += PeerSearch.all().filter { peer in
        peers.contains { fnmatch($0, "peer:\(peer.name)", 0) == 0 }
      }.map { PeerEngine($0) }
    }
    guard !found.isEmpty else { return }
    var registry = current
    for engine in found where !registry.engines.contains(where: { $0.name == engine.name }) {
      registry.engines.append(engine)
    }
    let all = registry
    installed.withLock { $0 = all }
  }

  /// Refuses a name that no new engine can have.
  ///
  /// - Throws: `RegistryMistake`.
  package func check(engineName name: EngineName) throws(RegistryMistake) {
    let text = name.description
    guard RegistryMistake.isName(name.base), name.variant.map(RegistryMistake.isName) ?? true else {
      throw .badName("engine", text)
    }
    let taken = (engines + judges).map(\.name) + [Self.copier.name.description]
    guard !taken.contains(text) else { throw .taken("engine", text) }
  }

  /// Refuses a name that no new dialect can have.
  ///
  /// - Throws: `RegistryMistake`.
  package func check(dialectName name: DialectName) throws(RegistryMistake) {
    guard RegistryMistake.isName(name.text) else { throw .badName("dialect", name.text) }
    let yardsticks = engines.filter(\.traits.isYardstick).map(\.name)
    guard dialect(name) == nil, !yardsticks.contains(name.text) else {
      throw .taken("dialect", name.text)
    }
    guard !Fuzz.Kind.ours.contains(where: { $0.name == name.text }) else {
      throw .taken("kind of random scenes", name.text)
    }
  }

  /// An engine in a form; `nil` where it has no such form.
  package func engine(_ engine: any LayoutEngine, in form: Form) -> (any LayoutEngine)? {
    switch form {
    case .plan: engine.traits.forms.contains(.plan) ? engine : nil
    case .program: programs[engine.name] ?? engine.program()
    }
  }

  /// The dialect of that name.
  package func dialect(_ name: DialectName) -> (any Dialect)? {
    dialects.first { $0.name == name }
  }

  /// Libraries that the engines link, with their versions.
  package var libraries: [String: String] {
    engines.reduce(into: [:]) { $0.merge($1.traits.libraries) { first, _ in first } }
  }
}

/// The error for engines and dialects that cannot be installed.
package enum RegistryMistake: Error, CustomStringConvertible {
  /// The name is already used.
  case taken(String, String)
  /// The name is not valid.
  case badName(String, String)
  /// The engine reads an unknown dialect.
  case unknownDialect(String, engine: String)

  /// The message.
  package var description: String {
    switch self {
    case .taken(let what, let name):
      "there is already \(what == "engine" ? "an" : "a") \(what) named '\(name)'; give yours another name"
    case .badName(let what, let name):
      "'\(name)' cannot be the name of \(what == "engine" ? "an" : "a") \(what): letters, digits, '-' and "
        + "'_', beginning with a letter"
    case .unknownDialect(let dialect, let engine):
      "the engine '\(engine)' reads the unknown dialect '\(dialect)'; pass it to run(dialects:)"
    }
  }

  /// True if a text can be the name of an engine or a dialect.
  package static func isName(_ text: String) -> Bool {
    let letters = text.utf8
    func isLetter(_ byte: UInt8) -> Bool {
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard let first = letters.first, isLetter(first) else { return false }
    return letters.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
    }
  }
}

/// A conversion of scenes into another dialect.
package struct SceneConversion: Sendable {
  /// The dialect that is read.
  package let from: DialectName
  /// The dialect that is written.
  package let to: DialectName
  private let convert: @Sendable (Scene) throws -> ConvertedScene

  init(
    from: DialectName, to: DialectName,
    _ convert: @escaping @Sendable (Scene) throws -> ConvertedScene
  ) {
    self.from = from
    self.to = to
    self.convert = convert
  }

  /// Converts a scene.
  ///
  /// - Returns: the views and steps as the new dialect needs them, and its entries in YAML.
  /// - Throws: `SceneError`; `LayoutError` for what the new dialect cannot express.
  package func callAsFunction(_ scene: Scene) throws -> (scene: Scene, entries: [String]) {
    let converted = try convert(scene)
    return (converted.scene, converted.entries)
  }
}

/// The engines of this program: tests, cross-check, timing and reports take them from here.
package enum Engines {
  /// The engines that take part by default.
  package static var all: [any LayoutEngine] { everyone.filter { !$0.traits.onlyWhereNamed } }

  /// All engines, including those that take part only where they are named, and in `verify`.
  package static var everyone: [any LayoutEngine] { Registry.current.engines }

  /// The engine of that name.
  package static func named(_ name: String) -> (any LayoutEngine)? {
    if let known = everyone.first(where: { $0.name == name }) { return known }
    // Peers are searched for on disk, but only once.
    Registry.admit([name])
    return everyone.first { $0.name == name }
  }
}
