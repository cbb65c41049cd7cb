import Foundation
import LayoutBenchTiming
import Testing

/// Files that are complete at any moment, that have one writer, and that do not replace files that
/// were read.
@Suite("Files")
struct WholeFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("whole-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: path(name), encoding: .utf8)
  }
  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  @Test("a file is replaced, and nothing is left beside it")
  func replaces() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try WholeFile.write(Data("one".utf8), to: path("a"))
    try WholeFile.write(Data("two".utf8), to: path("a"))
    try WholeFile.probe(path("a"))
    #expect(text("a") == "two")
    #expect(names == ["a"])
  }

  @Test("a link stays a link, and a name may be as long as the system takes")
  func links() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try WholeFile.write(Data("one".utf8), to: path("a"))
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("a"))
    try WholeFile.write(Data("two".utf8), to: path("link"))
    #expect(text("a") == "two")
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: path("link"))) != nil)
    let long = String(repeating: "n", count: 255)
    try WholeFile.write(Data("three".utf8), to: path(long))
    #expect(text(long) == "three")
  }

  @Test("a file that was read is not written over, under no name")
  func protects() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try WholeFile.write(Data("one".utf8), to: path("a"))
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("a"))
    WholeFile.protect(path("a"))
    for name in ["a", "link", "./a", "../\(folder.lastPathComponent)/a"] {
      #expect(throws: WholeFile.Failure.self) {
        try WholeFile.write(Data("two".utf8), to: path(name))
      }
    }
    #expect(text("a") == "one")
    #expect(names == ["a", "link"])
  }

  @Test("a file has one writer at a time")
  func reserves() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try FileReservation(path("a"))
    #expect(throws: WholeFile.Failure.self) { try FileReservation(path("a")) }
    let other = try FileReservation(path("b"))
    first.end()
    let second = try FileReservation(path("a"))
    second.end()
    other.end()
    #expect(names.isEmpty)
  }

  @Test("a link to a file that does not exist yet leads to that file")
  func linksAhead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let inner = folder.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let link = inner.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../a")
    let first = try FileReservation(path("a"))
    #expect(throws: WholeFile.Failure.self) { try FileReservation(link) }
    first.end()
    try WholeFile.write(Data("one".utf8), to: link)
    #expect(text("a") == "one")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../a")
  }

  @Test("a file without an end is not read to memory's end")
  func endless() {
    #expect(throws: WholeFile.Failure.self) { try WholeFile.contents(of: "/dev/zero") }
  }

  @Test("what cannot be written says why, and leaves what was there")
  func fails() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try WholeFile.write(Data("one".utf8), to: path("a"))
    let failure = #expect(throws: WholeFile.Failure.self) {
      try WholeFile.write(Data("two".utf8), to: path("a/b"))
    }
    #expect(failure?.description.isEmpty == false)
    #expect(throws: WholeFile.Failure.self) { try WholeFile.probe(folder.path) }
    #expect(text("a") == "one")
  }
}
