internal import CTiming
import Foundation

/// What a Run was taken on.
public struct Machine: Codable, Equatable, Sendable {
  /// The same for Runs whose times can be compared: processor, cores, system.
  public var fingerprint: String
  /// The processor's name.
  public var cpu: String
  /// How many cores this process may use.
  public var cores: Int
  /// Bytes of memory.
  public var memory: UInt64
  /// Whether it is a virtual machine; absent where the system does not tell.
  public var virtual: Bool?
  /// What governs the processor's frequency; absent where the system does not tell.
  public var governor: String?
  /// The system's name and version.
  public var system: String
  /// The C library, where it says its version.
  public var libc: String?
  /// The Swift compiler.
  public var swift: String
  /// The GLPK library, where it is linked.
  public var glpk: String?
  /// Whether the system places code at random addresses; absent where it does not tell.
  public var randomised: Bool?

  /// This machine.
  ///
  /// - Parameter glpk: the version of the GLPK library that is linked.
  /// - Returns: what the system tells of it.
  public static func this(glpk: String?) -> Machine {
    let info = ProcessInfo.processInfo
    let cpu = Self.cpuName
    let system = Self.systemName
    let libc = String(cString: lb_libc())
    return Machine(
      fingerprint: fingerprint(of: [cpu, "\(info.activeProcessorCount)", system]), cpu: cpu,
      cores: info.activeProcessorCount, memory: info.physicalMemory,
      virtual: text(of: "/proc/cpuinfo")?.contains(" hypervisor"),
      governor: text(of: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
      system: system,
      libc: libc.isEmpty ? nil : libc, swift: Self.swiftVersion, glpk: glpk,
      randomised: text(of: "/proc/sys/kernel/randomize_va_space").map { $0 != "0" })
  }

  /// The load averages of 1 minute, where the system tells.
  public static var load: Double? {
    text(of: "/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) }
  }

  private static var cpuName: String {
    let lines = text(of: "/proc/cpuinfo")?.split(separator: "\n") ?? []
    for line in lines where line.hasPrefix("model name") {
      return line.split(separator: ":", maxSplits: 1).last.map {
        $0.trimmingCharacters(in: .whitespaces)
      } ?? "unknown"
    }
    #if arch(arm64)
      return "arm64"
    #elseif arch(x86_64)
      return "x86_64"
    #else
      return "unknown"
    #endif
  }

  private static var systemName: String {
    if let release = text(of: "/proc/sys/kernel/osrelease") {
      return "Linux " + release.split(separator: ".").prefix(2).joined(separator: ".")
    }
    return ProcessInfo.processInfo.operatingSystemVersionString
  }

  private static var swiftVersion: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  static func text(of path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What tells texts from others: FNV-1a, 64 bits, in hexadecimal digits.
  public static func fingerprint(of parts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in parts.joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
