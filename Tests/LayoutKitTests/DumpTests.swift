import Fixtures
import LayoutModel
import Scenes
import Suite
import Testing
import Foundation

@testable import LayoutKitCalls

@Suite struct DumpTests {
  @Test func dump() throws {
    for (name) in (ProcessInfo.processInfo.environment["DUMP"] ?? "").split(separator: ",").map(String.init) {
      let scene = try SceneFile.scene(from: String(contentsOfFile: name, encoding: .utf8), file: name)
      var compiler = CallCompiler(scene)
      let p = CallLowering.program(of: try compiler.compile(), in: scene.tree)
      var at = 0
      let w = p.words
      print("== \(name) memory \(p.memory.count) amounts \(p.amounts.count) words \(w.count) history \(p.hasHistory) finite \(p.isAlwaysFinite) checks \(p.checks.count)")
      while let run = CallProgram.Run(rawValue: UInt8(w[at])), run != .end {
        let n = Int(w[at+1])
        let (head, size): (Int, Int) = switch run {
          case .fetch, .rows, .copy, .copyPair: (2,2)
          case .offsetFrames, .chain: (3,2)
          case .offset, .offsetFrame, .multiply, .divide, .share, .fitted: (2,3)
          case .sum, .sumFrame: (2,4)
          case .fill: (3,1)
          case .end: (0,0)
        }
        print(run, n, w[(at+2)..<(at+min(head + n*size, 40))].map(String.init).joined(separator: " "))
        at += head + n * size
      }
    }
  }
}
