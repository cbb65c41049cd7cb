import Fixtures
import LayoutModel
import Scenes
import Suite
import Testing
import Foundation

@testable import LayoutKitCalls

@Suite struct DumpTests {
  @Test func dump() throws {
    for (name) in (ProcessInfo.processInfo.environment["DUMP"] ?? "").split(separator: ",").map(
      String.init)
    {
      let scene = try SceneFile.scene(
        from: String(contentsOfFile: name, encoding: .utf8), file: name)
      var compiler = CallCompiler(scene)
      let p = CallLowering.program(of: try compiler.compile(), in: scene.tree)
      var at = 0
      let w = p.words
      print(
        "== \(name) memory \(p.memory.count) amounts \(p.amounts.count) words \(w.count) history \(p.hasHistory) finite \(p.isAlwaysFinite) checks \(p.checks.count)"
      )
      while let run = CallProgram.Run(rawValue: UInt8(w[at])), run != .end {
        let n = Int(w[at + 1])
        let size = run.itemSize
        let head =
          switch run {
          case .offsets: 7;
          case .sums: 9;
          case .copies, .copyPairs: 6;
          case .chain: 3;
          case .chains: 4;
          default: 2
          }
        print(
          run, n,
          w[(at + 2)..<(at + min(head + n * size, 40))].map(String.init).joined(separator: " "))
        at += head + n * size
      }
    }
  }
}
