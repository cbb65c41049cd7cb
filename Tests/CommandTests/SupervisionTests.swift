import Foundation
import LayoutBenchFixtures
import LayoutBenchTiming
import Testing

/// Processes that a bench starts, and what becomes of them.
@Suite("Supervision", .timeLimit(.minutes(8)), .serialized)
struct SupervisionTests {
  private static let many = [
    "bench", "post", "--engines", "sll", "--phases", "resize", "--form", "plan", "--rounds", "3",
    "--quiet", "--allow-debug",
  ]

  private static func start(
    _ arguments: [String], in folder: URL, executable: String = Command.executable
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Waits until something is so.
  ///
  /// - Returns: the value; `nil` where it is not so within a minute.
  private static func wait<Value>(_ value: () -> Value?) -> Value? {
    for _ in 0..<3000 {
      if let value = value() { return value }
      usleep(20_000)
    }
    return nil
  }

  /// True if a process runs, or is stopped.
  private static func lives(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return status.split(separator: ")").last?.contains("Z") == false
  }

  /// A child of a process that runs `layoutbench child`.
  private static func child(of parent: pid_t) -> pid_t? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.lazy.compactMap { pid_t($0) }.first { process in
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let command = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
      let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
      return fields.count > 1 && fields[1] == "\(parent)" && command?.contains("\0child\0") == true
    }
  }

  /// The number that a script has written to a file.
  private static func number(in path: String) -> pid_t? {
    (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
      pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  private static func children(in path: String) -> Int {
    (try? RunFile.read(path, mayBeReplaced: true))?.children.count ?? 0
  }

  #if os(Linux)
    @Test("a child that waits ends with a parent that is killed")
    func orphan() throws {
      try Command.inFolder { folder in
        let pipe = folder.appendingPathComponent("pipe").path
        let place = folder.appendingPathComponent("process").path
        // The child never gets its request: it would wait for ever, for its input stays open.
        let script = """
          mkfifo \(pipe); exec 3<>\(pipe)
          LAYOUTBENCH_PARENT=$$ \(Command.executable) child <&3 & echo $! > \(place); wait
          """
        let parent = Process()
        parent.executableURL = URL(fileURLWithPath: "/bin/sh")
        parent.arguments = ["-c", script]
        try parent.run()
        let child = try #require(Self.wait { Self.number(in: place) })
        // It ignores Control-C right before it asks for the signal at its parent's death.
        _ = Self.wait { () -> Bool? in
          let status = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
          let line = status?.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
          let ignored = line.flatMap { UInt64($0.suffix(16), radix: 16) } ?? 0
          return ignored >> UInt64(SIGINT - 1) & 1 == 1 ? true : nil
        }
        usleep(200_000)
        #expect(Self.lives(child))
        kill(parent.processIdentifier, SIGKILL)
        parent.waitUntilExit()
        #expect(Self.wait { Self.lives(child) ? nil : true } == true)
      }
    }

    @Test("a child that is stopped, from its start, ends with a parent that is killed")
    func stoppedOrphan() throws {
      try Command.inFolder { folder in
        let parent = try Self.start(
          Self.many + ["--children", "200", "-o", "run.json"], in: folder)
        let child = try #require(Self.wait { Self.child(of: parent.processIdentifier) })
        kill(child, SIGSTOP)
        kill(parent.processIdentifier, SIGKILL)
        parent.waitUntilExit()
        #expect(Self.wait { Self.lives(child) ? nil : true } == true)
      }
    }

    @Test("a child may not use more than three quarters of the memory")
    func limit() throws {
      try Command.inFolder { folder in
        let bench = try Self.start(Self.many + ["--children", "200"], in: folder)
        let most = ProcessInfo.processInfo.physicalMemory / 4 * 3
        let isLimited = Self.wait { () -> Bool? in
          let limits = Self.child(of: bench.processIdentifier).flatMap {
            try? String(contentsOfFile: "/proc/\($0)/limits", encoding: .utf8)
          }
          let data = limits?.split(separator: "\n").first { $0.hasPrefix("Max data size") }
          return data?.contains("\(most)") == true ? true : nil
        }
        #expect(isLimited == true)
        kill(bench.processIdentifier, SIGKILL)
        bench.waitUntilExit()
      }
    }

    @Test("two Control-C end a bench whose child is stopped, and the child")
    func stopped() throws {
      try Command.inFolder { folder in
        let parent = try Self.start(
          Self.many + ["--children", "200", "-o", "run.json"], in: folder)
        let path = folder.appendingPathComponent("run.json").path
        _ = Self.wait { Self.children(in: path) > 0 ? true : nil }
        let child = try #require(
          Self.wait { () -> pid_t? in
            guard let child = Self.child(of: parent.processIdentifier) else { return nil }
            kill(child, SIGSTOP)
            return Self.lives(child) ? child : nil
          })
        kill(parent.processIdentifier, SIGINT)
        usleep(100_000)
        kill(parent.processIdentifier, SIGINT)
        let begin = Clock.now
        parent.waitUntilExit()
        #expect(Clock.now - begin < 30_000_000_000)
        #expect(parent.terminationStatus == 130)
        #expect(Self.children(in: path) > 0)
        #expect(Self.wait { Self.lives(child) ? nil : true } == true)
      }
    }

    @Test("a peer that never answers ends with a command that is killed")
    func peer() throws {
      try Command.inFolder { folder in
        let place = folder.appendingPathComponent("process").path
        let peer = folder.appendingPathComponent("layoutbench-peer-deaf").path
        try "#!/bin/sh\necho $$ > \(place)\nexec sleep 1000\n".write(
          toFile: peer, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: peer)
        let command = try Self.start(["peer", "check", peer], in: folder)
        let process = try #require(Self.wait { Self.number(in: place) })
        #expect(Self.lives(process))
        kill(command.processIdentifier, SIGKILL)
        command.waitUntilExit()
        #expect(Self.wait { Self.lives(process) ? nil : true } == true)
      }
    }

    @Test("another program beyond the memory that it is granted ends")
    func memoryOfOthers() throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/tail")
      // A line without end is kept in memory.
      process.arguments = ["/dev/zero"]
      process.standardError = FileHandle.nullDevice
      try Supervision.start(process, memory: 64 << 20)
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
    }

    @Test(
      "a file that the system cannot execute is not started",
      arguments: ["echo no", "#!/no/such/interpreter", "\u{7F}ELF of another machine", ""])
    func notExecutable(_ text: String) throws {
      try Command.inFolder { folder in
        let path = folder.appendingPathComponent("program")
        try Data(text.utf8).write(to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
        let process = Process()
        process.executableURL = path
        #expect(throws: (any Error).self) { try Supervision.start(process) }
      }
    }
  #endif

  @Test("all children of a bench run the program that it began with, though its file is replaced")
  func replaced() throws {
    try Command.inFolder { folder in
      let program = folder.appendingPathComponent("layoutbench").path
      try FileManager.default.copyItem(atPath: Command.executable, toPath: program)
      let bench = try Self.start(
        Self.many + ["--children", "20", "-o", "run.json"], in: folder, executable: program)
      let path = folder.appendingPathComponent("run.json").path
      _ = Self.wait { Self.children(in: path) > 0 || !bench.isRunning ? true : nil }
      let before = Self.children(in: path)
      try "#!/bin/sh\nexit 0\n".write(toFile: program, atomically: true, encoding: .utf8)
      bench.waitUntilExit()
      #expect(bench.terminationStatus == 0)
      #expect((1..<20).contains(before) && Self.children(in: path) == 20)
      #expect(try Command.run("check", "run.json", in: folder).status == 0)
    }
  }

  @Test("of two benches on one file the second is refused, and the first loses nothing")
  func twice() throws {
    try Command.inFolder { folder in
      let path = folder.appendingPathComponent("run.json").path
      let first = try Self.start(Self.many + ["--children", "40", "-o", "run.json"], in: folder)
      _ = Self.wait { Self.children(in: path) > 0 || !first.isRunning ? true : nil }
      let second = try Command.run(Self.many + ["--children", "1", "-o", "run.json"], in: folder)
      #expect(first.isRunning)
      #expect(second.status == 74, "\(second.messages)")
      #expect(second.messages.contains("run.json"))
      kill(first.processIdentifier, SIGINT)
      first.waitUntilExit()
      #expect(first.terminationStatus == 130 && Self.children(in: path) > 0)
      #expect(try Command.run("check", "run.json", in: folder).status == 0)
    }
  }
}
