import Foundation
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Testing

@testable import LayoutBenchHarness

/// Children that misbehave, as scripts.
@Suite("Children that misbehave")
struct ChildSupervisionTests {
  private static func request() throws -> ChildRequest {
    ChildRequest(
      task: .measure, seed: 1, child: 1, rounds: 3, batchTarget: 1000, readings: [], patience: 0,
      scene: SceneSource(file: "chain-10"), frames: .init(path: "", digest: ""), scripts: [:],
      cells: [])
  }

  /// The words of a script that greet as a child does, with the script's own file.
  static let hello = #"""
    case $(uname) in Darwin) file=$(stat -f '%d %i %z %Fm' "$0");; *) file=$(stat -c '%d %i %s %.9Y' "$0");; esac
    echo "$file" | awk '{
      split($4, time, "."); printf "{\"hello\":{\"version\":\#(ChildRequest.version),"
      printf "\"build\":{\"configuration\":\"release\",\"swift\":\"\",\"identity\":{\"device\":%s,", $1
      printf "\"number\":%s,\"size\":%s,\"written\":[%d,%d]}}}}\n", $2, $3, time[1], time[2] }'
    """#

  /// Runs a script instead of a child, and returns the error message.
  private static func failure(of script: String, patience: Double = 20) throws -> String? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("supervision-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("child").path
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    var child = ChildProcess(executable: path, patience: patience)
    child.identity = FileIdentity(path: path)
    do {
      _ = try child.run(request())
      return nil
    } catch let failure as ChildProcessFailure {
      return failure.description
    }
  }

  @Test("another program that does not end is ended when its time is up")
  func otherProgram() throws {
    let outcome = try #require(OtherProgram.run(["sleep", "60"], within: 0.2))
    #expect(outcome.status == -1)
    #expect(outcome.messages == "'sleep' took more than 0.2 s and was ended")
    // The program's own children hold its output open.
    let begin = Clock.now
    let family = try #require(OtherProgram.run(["sh", "-c", "sleep 60; true"], within: 0.2))
    #expect(family.status == -1)
    #expect(Clock.now - begin < 30_000_000_000)
    let quick = try #require(OtherProgram.run(["echo", "word"], within: 60))
    #expect(quick.status == 0 && quick.output == Data("word\n".utf8))
    // More than a pipe holds, on both.
    let both = "head -c 1000000 /dev/zero | tr '\\0' x | tee /dev/stderr"
    let talker = try #require(OtherProgram.run(["sh", "-c", both], within: 60))
    #expect(talker.output.count == 1_000_000 && talker.messages.utf8.count == 1_000_000)
  }

  @Test("a child that stops is ended when its time is up")
  func stopped() throws {
    let reason = try Self.failure(of: "kill -STOP $$", patience: 0.3)
    #expect(reason == "a child was silent for 0 s, and was ended")
  }

  @Test("a child that answers without end is ended")
  func endless() throws {
    let reason = try Self.failure(of: "exec yes \"$(head -c 60000 /dev/zero | tr '\\0' x)\"")
    #expect(reason == "a child answered more than 268435456 bytes, and was ended")
  }

  @Test("a child that says nothing, or does not finish, is told by its status")
  func silent() throws {
    #expect(try Self.failure(of: "exit 3") == "a child gave no answer (status 3)")
    #expect(
      try Self.failure(of: "cat > /dev/null\n\(Self.hello)\nexit 4")
        == "a child ended before its work was done (status 4, by itself)")
    #expect(
      try Self.failure(of: "cat > /dev/null\n\(Self.hello)\nkill -9 $$")
        == "a child ended before its work was done (status 9, by a signal)")
  }

  @Test("a child that runs another file than it was told to is found out")
  func other() throws {
    let build =
      #"{"configuration":"release","swift":"","identity":{"device":1,"number":1,"size":1,"written":[1,1]}}"#
    let hello = #"echo '{"hello":{"version":\#(ChildRequest.version),"build":\#(build)}}'"#
    let reason = try Self.failure(of: "cat > /dev/null; \(hello)")
    #expect(reason?.hasPrefix("a child ran another program than ") == true)
    let silent = #"echo '{"hello":{"version":\#(ChildRequest.version)}}'"#
    #expect(
      try Self.failure(of: "cat > /dev/null; \(silent)")
        == "a child did not say which program it is")
  }

  @Test(
    "a program that was replaced since a Run began is not copied, one that is replaced later changes nothing"
  )
  func replaced() throws {
    let path = NSTemporaryDirectory() + "program-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "one".write(toFile: path, atomically: true, encoding: .utf8)
    let digest = FileDigest.sha256(of: path)
    let folder = RunFolder()
    let copy = try folder.copy(of: path, digest: digest)
    try "two".write(toFile: path, atomically: true, encoding: .utf8)
    let again = try folder.copy(of: path, digest: digest)
    #expect(again.identity == copy.identity)
    #expect(try String(contentsOfFile: again.path, encoding: .utf8) == "one")
    let late = RunFolder()
    #expect(throws: ChildProcessFailure.self) { try late.copy(of: path, digest: digest) }
  }
}
