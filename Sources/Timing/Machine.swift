internal import LayoutBenchCTiming
import Foundation

/// The machine on which a Run was taken.
package struct Machine: Codable, Equatable, Sendable {
  /// A fingerprint, equal for Runs whose times can be compared: the processor's name, family, model,
  /// revision and caches, cores, system.
  package var fingerprint: String
  /// The processor's name.
  package var cpu: String
  /// The processor's family, a number; absent where the system does not report it.
  package var family: String?
  /// The processor's model in its family, a number; absent where the system does not report it.
  package var model: String?
  /// The revision of the processor's model; absent where the system does not report it.
  package var stepping: String?
  /// The processor's caches, nearest first: `L1 data 32K`; absent where the system does not report
  /// them.
  package var caches: [String]?
  /// The number of cores that this process may use.
  package var cores: Int
  /// Bytes of memory.
  package var memory: UInt64
  /// True for a virtual machine; absent where the system does not report it.
  package var virtual: Bool?
  /// The governor of the processor's frequency; absent where the system does not report it.
  package var governor: String?
  /// The system's name and version.
  package var system: String
  /// The C library, where it reports its version.
  package var libc: String?
  /// The Swift compiler.
  package var swift: String
  /// Libraries that the engines link, with their versions.
  package var libraries: [String: String]?
  /// True if the system places code at random addresses; absent where it does not report it.
  package var randomised: Bool?

  /// This machine.
  ///
  /// - Parameter libraries: the libraries that the engines link, with their versions.
  /// - Returns: the properties that the system reports.
  package static func this(libraries: [String: String]) -> Machine {
    let info = ProcessInfo.processInfo
    let cpu = Self.cpuName
    let system = Self.systemName
    let libc = String(cString: lb_libc())
    let (family, model) = (line(of: "cpu family"), line(of: "model\t"))
    let (stepping, caches) = (line(of: "stepping"), cacheSizes)
    return Machine(
      fingerprint: fingerprint(
        of: [cpu, "\(info.activeProcessorCount)", system]
          + [family, model, stepping].compactMap(\.self) + (caches ?? [])),
      cpu: cpu, family: family, model: model, stepping: stepping, caches: caches,
      cores: info.activeProcessorCount, memory: info.physicalMemory,
      virtual: text(of: "/proc/cpuinfo")?.contains(" hypervisor"),
      governor: text(of: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
      system: system,
      libc: libc.isEmpty ? nil : libc, swift: Self.swiftVersion, libraries: libraries,
      randomised: text(of: "/proc/sys/kernel/randomize_va_space").map { $0 != "0" })
  }

  /// The load average of 1 minute, where the system reports it.
  package static var load: Double? {
    text(of: "/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) }
  }

  /// The system's text for a property of the first processor.
  private static func line(of name: String) -> String? {
    let lines = text(of: "/proc/cpuinfo")?.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix(name) }?.split(separator: ":", maxSplits: 1).last.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  private static var cacheSizes: [String]? {
    let sizes = (0..<8).compactMap { index -> String? in
      let folder = "/sys/devices/system/cpu/cpu0/cache/index\(index)"
      guard let level = text(of: "\(folder)/level"), let size = text(of: "\(folder)/size"),
        let kind = text(of: "\(folder)/type")
      else { return nil }
      return "L\(level) \(kind.lowercased()) \(size)"
    }
    return sizes.isEmpty ? nil : sizes
  }

  private static var cpuName: String {
    if let name = line(of: "model name") { return name }
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

  /// A fingerprint of texts: FNV-1a, 64 bits, in hexadecimal digits.
  package static func fingerprint(of parts: [String]) -> String {
    var digest = Digest()
    digest.add(parts.joined(separator: "\n").utf8)
    let digits = digest.text
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Machine {
  /// Reads the machine of a Run; files of earlier versions name one library only.
  ///
  /// - Throws: `DecodingError`.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    fingerprint = try fields.decode(String.self, forKey: .fingerprint)
    cpu = try fields.decode(String.self, forKey: .cpu)
    family = try fields.decodeIfPresent(String.self, forKey: .family)
    model = try fields.decodeIfPresent(String.self, forKey: .model)
    stepping = try fields.decodeIfPresent(String.self, forKey: .stepping)
    caches = try fields.decodeIfPresent([String].self, forKey: .caches)
    cores = try fields.decode(Int.self, forKey: .cores)
    memory = try fields.decode(UInt64.self, forKey: .memory)
    virtual = try fields.decodeIfPresent(Bool.self, forKey: .virtual)
    governor = try fields.decodeIfPresent(String.self, forKey: .governor)
    system = try fields.decode(String.self, forKey: .system)
    libc = try fields.decodeIfPresent(String.self, forKey: .libc)
    swift = try fields.decode(String.self, forKey: .swift)
    randomised = try fields.decodeIfPresent(Bool.self, forKey: .randomised)
    libraries =
      try fields.decodeIfPresent([String: String].self, forKey: .libraries)
      ?? Run.earlierLibraries(from: decoder)
  }

  /// The libraries in words: `GLPK 5.0`; empty where there are none.
  package var libraryText: String {
    (libraries ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      .joined(separator: ", ")
  }
}
