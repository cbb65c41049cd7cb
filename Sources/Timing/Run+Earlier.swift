/// Properties that files of earlier versions write in another way, or leave out.
extension Run {
  /// The yardsticks of files that do not record the properties of their engines.
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
