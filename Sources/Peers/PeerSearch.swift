import Foundation

/// A peer's executable, by its name.
package struct FoundPeer: Hashable, Sendable {
  /// The name after `peer:`.
  package let name: String
  /// The path.
  package let path: String
}

/// Finds peers as git finds its commands: executables named `layoutbench-peer-NAME`.
package enum PeerSearch {
  /// The variable that names further folders, or executables, separated by colons.
  package static let variable = "LAYOUTBENCH_PEERS"
  private static let prefix = "layoutbench-peer-"

  /// Every peer: in the folders of the variable, in `.build/peers`, on `PATH`; the first of a name
  /// counts.
  package static func all() -> [FoundPeer] {
    let environment = ProcessInfo.processInfo.environment
    let places =
      paths(environment[variable]) + [".build/peers"] + paths(environment["PATH"])
    var found: [FoundPeer] = []
    for peer in places.flatMap({ peers(at: $0) })
    where !found.contains(where: { $0.name == peer.name }) {
      found.append(peer)
    }
    return found.sorted { $0.name < $1.name }
  }

  /// The peer of a name.
  package static func peer(named name: String) -> FoundPeer? { all().first { $0.name == name } }

  /// Makes the executable at a path known to this process and to those that it starts.
  ///
  /// - Returns: the peer; `nil` where there is no executable.
  package static func add(_ path: String) -> FoundPeer? {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    guard let peer = peer(atFile: path) else { return nil }
    let others = ProcessInfo.processInfo.environment[variable].map { ":" + $0 } ?? ""
    setenv(variable, path + others, 1)
    return peer
  }

  private static func paths(_ list: String?) -> [String] {
    (list ?? "").split(separator: ":").map(String.init)
  }

  private static func peers(at place: String) -> [FoundPeer] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return peer(atFile: place).map { [$0] } ?? [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.compactMap { name in
      peer(atFile: URL(fileURLWithPath: place).appendingPathComponent(name).path)
    }
  }

  private static func peer(atFile path: String) -> FoundPeer? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      FileManager.default.isExecutableFile(atPath: path)
    else { return nil }
    let file = URL(fileURLWithPath: path).lastPathComponent
    let name = file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file
    let letters = name.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-"
    }
    return FoundPeer(name: String(letters), path: path)
  }
}
