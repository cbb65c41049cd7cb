package import Foundation

/// The facts of its Runs that a published site keeps, so that the next publication reads only new ones.
package struct SiteIndex: Codable, Equatable, Sendable {
  /// The version of the file's form.
  package var layoutbenchSite = SiteIndex.version
  /// The files of the folder of results.
  package var entries: [SiteEntry]
  /// The names of the Runs' pages, by the Runs' ids.
  package var pages: [String: String] = [:]
  /// The version of the program that wrote the pages.
  package var program: String

  private static let version = 1

  /// The index of a site without pages.
  ///
  /// - Parameters:
  ///   - entries: the files of the folder of results.
  ///   - program: the version of the program that writes the pages.
  package init(entries: [SiteEntry] = [], program: String) {
    (self.entries, self.program) = (entries, program)
  }

  /// The index in a file.
  ///
  /// - Parameter data: the file, in JSON.
  /// - Throws: an error where it is not the index of a site.
  /// - Returns: the index; `nil` where it is of another version or damaged, and has to be made again.
  package static func read(_ data: Data) throws -> SiteIndex? {
    struct Head: Decodable { var layoutbenchSite: Int }
    let decoder = JSONDecoder()
    guard try decoder.decode(Head.self, from: data).layoutbenchSite == version else { return nil }
    guard let index = try? decoder.decode(SiteIndex.self, from: data),
      index.entries.allSatisfy(\.isPlausible)
    else { return nil }
    return index
  }
}
