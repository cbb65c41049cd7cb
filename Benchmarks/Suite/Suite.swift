/// The scenes that we publish, embedded so that the executable runs wherever it is moved.
public enum Suite {
  /// A scene file.
  public struct File: Sendable {
    /// Its name.
    public let name: String
    /// Its text.
    public let text: String

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      text = String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Every scene, in the order in which tables show them.
  public static let files = [
    File("post.yaml", PackageResources.post_yaml),
    File("cell.yaml", PackageResources.cell_yaml),
    File("buttons.yaml", PackageResources.buttons_yaml),
    File("combined.yaml", PackageResources.combined_yaml),
    File("keys.yaml", PackageResources.keys_yaml),
    File("conflicting-edges.yaml", PackageResources.conflicting_edges_yaml),
  ]

  /// The suites that we publish: choices of these scenes and of generated ones, the usual one first.
  public static let suites = [
    File("default.yaml", PackageResources.default_yaml),
    File("quick.yaml", PackageResources.quick_yaml),
    File("full.yaml", PackageResources.full_yaml),
  ]
}
