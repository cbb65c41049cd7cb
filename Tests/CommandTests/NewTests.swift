import Foundation
import LayoutBenchFixtures
import Testing

/// The files that `layoutbench new` writes for a user's own engine and scene.
@Suite("Beginnings", .timeLimit(.minutes(8)))
struct NewTests {
  @Test("a scene that is begun agrees in every engine, and nothing is overwritten")
  func scene() throws {
    try Command.inFolder { folder in
      let written = try Command.run("new", "scene", "login", in: folder)
      #expect(written.status == 0 && written.output.contains("wrote login.yaml"))
      let verified = try Command.run("verify", "login.yaml", in: folder)
      #expect(verified.status == 0)
      #expect(verified.output.contains("layoutkit, sll, sll:incremental, glpk, glpk (sll)"))
      let again = try Command.run("new", "scene", "login", in: folder)
      #expect(again.status == 74)
      #expect(again.messages.contains("login.yaml: error: cannot be written: it exists already"))
      let wrong = try Command.run("new", "scene", "a b", in: folder)
      #expect(wrong.status == 64 && wrong.messages.contains("'a b' cannot be a scene's name"))
    }
  }

  // The package is built and checked by .ci/clients.
  @Test("an engine that is begun is a package that depends on this one")
  func engine() throws {
    try Command.inFolder { folder in
      // A program that was built in another folder does not know its checkout.
      let isInCheckout = Command.executable.hasPrefix(Fixtures.package.path + "/")
      let written = try Command.run(
        ["new", "engine", "my-engine"]
          + (isInCheckout ? [] : ["--layoutbench", Fixtures.package.path]), in: folder)
      #expect(written.status == 0, "\(written.messages)")
      let package = folder.appendingPathComponent("my-engine")
      let manifest = try String(
        contentsOf: package.appendingPathComponent("Package.swift"), encoding: .utf8)
      #expect(manifest.contains("path: \"\(Fixtures.package.path)\""))
      let main = try String(
        contentsOf: package.appendingPathComponent("Sources/my-engine/main.swift"), encoding: .utf8)
      #expect(main.contains("engines: [MyEngineEngine()], dialects: [MyEngineDialect()]"))
      for (name, status, message) in [
        ("my-engine", 74, "it exists already"), ("SLL", 64, "is a library of LayoutBench"),
        ("glpk", 64, "already an engine named 'glpk'"),
        ("1st", 64, "cannot be the name of an engine"),
      ] {
        let answer = try Command.run("new", "engine", name, in: folder)
        #expect(answer.status == status && answer.messages.contains(message), "\(name)")
      }
      let elsewhere = try Command.run(
        "new", "engine", "other", "--layoutbench", "https://example.com/LayoutBench", in: folder)
      #expect(elsewhere.status == 0)
      let address = try String(
        contentsOf: folder.appendingPathComponent("other/Package.swift"), encoding: .utf8)
      #expect(address.contains("url: \"https://example.com/LayoutBench\""))
    }
  }

  @Test("what holds of an engine is said in a line each")
  func conform() throws {
    let answer = try Command.run("conform", "manual")
    #expect(answer.status == 0)
    #expect(answer.output.contains("right frames"))
    #expect(answer.output.contains("plan 1 and plan 64 cost the same"))
    #expect(answer.output.contains("program 1 and program 64 cost the same"))
    let wrong = try Command.run("conform", "manuel")
    #expect(wrong.status == 64 && wrong.messages.contains("did you mean 'manual'?"))
  }
}
