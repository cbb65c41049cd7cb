import Foundation
import LayoutModel
import Scenes
import Testing

@testable import LayoutKitCalls

@Suite struct DumpTests {
  @Test func dump() throws {
    for name in (ProcessInfo.processInfo.environment["DUMP"] ?? "").split(separator: ",").map(String.init) {
      let scene = try SceneFile.scene(from: String(contentsOfFile: name, encoding: .utf8), file: name)
      var compiler = CallCompiler(scene)
      let p = CallLowering.program(of: try compiler.compile(), in: scene.tree)
      var at = 0
      let w = p.words
      print("== \(name) memory \(p.memory.count) amounts \(p.amounts.count) words \(w.count) history \(p.hasHistory) finite \(p.isAlwaysFinite) checks \(p.checks.count)")
      func text(_ r: Range<Int>) -> String { w[r].prefix(60).map(String.init).joined(separator: " ") }
      while let run = CallProgram.Run(rawValue: UInt8(w[at])), run != .end {
        switch run {
        case .steps:
          print("steps", text(at + 1..<at + 4))
          let runs = w[at + 2]
          at += 4
          for _ in 0..<runs {
            let run = CallProgram.Run(rawValue: UInt8(w[at]))!
            let n = switch run { case .offsets: 6; case .sums, .chainSteps: 8; case .chainsSteps: 15; case .writes: 3; default: 5 }
            print("   ", run, text(at + 1..<at + n))
            at += n
          }
        case .write:
          print("write", text(at + 1..<at + 3)); at += 3
        default:
          let head = run == .chain ? 3 : run == .chains ? 4 : 2
          let end = at + head + Int(w[at + 1]) * run.itemSize
          print(run, text(at + 1..<end))
          at = end
        }
      }
    }
  }
}
