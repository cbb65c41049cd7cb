/// What files of earlier versions say in another way, or leave out: the only place that knows those versions.
extension Run {
  /// The yardsticks of files that do not say what their engines are.
  static let earlierYardsticks = ["manual", "replay"]

  /// The libraries of a machine that names a single one.
  ///
  /// - Throws: `DecodingError`.
  static func earlierLibraries(from decoder: any Decoder) throws -> [String: String]? {
    enum Keys: String, CodingKey { case glpk }
    let version = try decoder.container(keyedBy: Keys.self)
      .decodeIfPresent(String.self, forKey: .glpk)
    return version.map { ["GLPK": $0] }
  }
}
