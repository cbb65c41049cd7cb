package import Foundation

/// Runs on disk.
package enum RunFile {
  /// The reason why a Run could not be written or read.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// No such file.
    case notFound(String)
    /// The folder or file cannot be written.
    case cannotWrite(String, reason: String)
    /// The file is no Run.
    case notARun(String, reason: String)
    /// The Run or comparison is not as it was written.
    case damaged(String, reason: String)
    /// There is no baseline at the path.
    case noSuchBaseline(String)
    /// The Run cannot be a baseline.
    case noBaseline(String, reason: String)
    /// The Run cannot be resumed.
    case cannotResume(String, reason: String)
    /// The Run cannot be a plan for others.
    case noPlan(String, reason: String)
    /// The shards are not those of one Run, or not all of them.
    case cannotMerge(String)
    /// A Run of a later format.
    case version(String, Int)

    /// The line that is printed.
    package var description: String {
      switch self {
      case .notFound(let path): "\(path): error: no such file"
      case .cannotWrite(let path, let reason): "\(path): error: cannot be written: \(reason)"
      case .notARun(let path, let reason): "\(path): error: not a Run file: \(reason)"
      case .damaged(let path, let reason):
        "\(path): error: this file was damaged or modified: \(reason)"
      case .noSuchBaseline(let path):
        "\(path): error: no baseline; make one on this machine: 'layoutbench bench -o run.json', "
          + "then 'layoutbench baseline update run.json'"
      case .noBaseline(let path, let reason):
        "\(path): error: cannot be a baseline: \(reason)"
      case .cannotResume(let path, let reason): "\(path): error: cannot be resumed: \(reason)"
      case .noPlan(let path, let reason): "\(path): error: cannot be a plan: \(reason)"
      case .cannotMerge(let reason): "error: cannot be merged: \(reason)"
      case .version(let path, let version):
        "\(path): error: this program reads Run formats 1 and 2, the file has \(version)"
      }
    }
  }

  /// An encoder that writes the same text for the same record, keys in alphabetical order: digests
  /// depend on it.
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// A Run or a comparison as JSON, keys in alphabetical order; both are sealed.
  ///
  /// - Parameters:
  ///   - record: the Run, comparison or other record.
  ///   - isPretty: whether people read it too.
  /// - Returns: the text, without a line break at the end.
  /// - Throws: `EncodingError` for a number that is not finite.
  package static func text(of record: some Encodable, isPretty: Bool = false) throws -> String {
    let encoder = encoder
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    let data: Data
    switch record {
    case let run as Run: data = try encoder.encode(run.sealed())
    case let comparison as Comparison: data = try encoder.encode(comparison.sealed())
    default: data = try encoder.encode(record)
    }
    return visible(String(decoding: data, as: UTF8.self))
  }

  /// JSON whose control characters, of which a terminal may be made to do something, are written as
  /// escapes: the same strings.
  private static func visible(_ json: String) -> String {
    func isHidden(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
      default: false
      }
    }
    // `##[` only stands in strings: a job on GitHub would take it for a command.
    let json = json.replacing("##[", with: "#\\u0023[")
    guard json.unicodeScalars.contains(where: isHidden) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      guard isHidden(scalar) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return text
  }

  /// Writes a Run or a comparison under a new name and renames it into place, so that a file of
  /// that name is whole at any moment.
  ///
  /// - Throws: `Failure.cannotWrite`; a file that was there before is then unchanged.
  package static func write(_ record: some Encodable, to path: String) throws(Failure) {
    do {
      try WholeFile.write(Data((text(of: record) + "\n").utf8), to: path)
    } catch let failure as WholeFile.Failure {
      throw .cannotWrite(path, reason: failure.description)
    } catch {
      throw .cannotWrite(path, reason: "\(error)")
    }
  }

  /// Checks, before anything is measured, that a Run can be written to a path, and reserves the
  /// path.
  ///
  /// - Parameter path: the file that will be written.
  /// - Returns: the reservation, until it is ended.
  /// - Throws: `Failure.cannotWrite`.
  package static func reserve(_ path: String) throws(Failure) -> FileReservation {
    do throws(WholeFile.Failure) {
      try WholeFile.probe(path)
      return try FileReservation(path)
    } catch {
      throw .cannotWrite(path, reason: error.description)
    }
  }

  /// A Run, or two Runs compared.
  package enum Record: Sendable {
    /// A benchmark's Run.
    case run(Run)
    /// A comparison of two.
    case comparison(Comparison)
  }

  /// Reads a Run, checks that it is whole and that its numbers are plausible, and computes its
  /// estimates again.
  ///
  /// - Parameters:
  ///   - path: a file.
  ///   - mayBeReplaced: whether this process may write over the file; otherwise it is protected.
  /// - Returns: the Run.
  /// - Throws: `Failure`.
  package static func read(_ path: String, mayBeReplaced: Bool = false) throws(Failure) -> Run {
    guard case .run(let run) = try record(path, mayBeReplaced: mayBeReplaced) else {
      throw .notARun(path, reason: "it is a comparison of two Runs")
    }
    return run
  }

  /// Reads a Run or a comparison, once: it may come through a pipe.
  ///
  /// - Parameters:
  ///   - path: a file.
  ///   - mayBeReplaced: whether this process may write over the file; otherwise it is protected.
  /// - Returns: the record, checked.
  /// - Throws: `Failure`.
  package static func record(
    _ path: String, mayBeReplaced: Bool = false
  ) throws(Failure) -> Record {
    if !mayBeReplaced { WholeFile.protect(path) }
    return try record(contents(of: path), named: path)
  }

  /// Reads a Run or a comparison from the contents of a file.
  ///
  /// - Parameters:
  ///   - data: the contents.
  ///   - path: the file's name, for messages.
  /// - Returns: the record, checked.
  /// - Throws: `Failure`.
  package static func record(_ data: Data, named path: String) throws(Failure) -> Record {
    struct Head: Decodable {
      var layoutbenchRun: Int
      var kind: String?
    }
    do {
      let head = try JSONDecoder().decode(Head.self, from: data)
      guard (1...Run.version).contains(head.layoutbenchRun) else {
        throw Failure.version(path, head.layoutbenchRun)
      }
      guard head.kind == "comparison" else { return .run(try run(data, path)) }
      let comparison = try JSONDecoder().decode(Comparison.self, from: data)
      if let reason = comparison.implausible { throw Failure.notARun(path, reason: reason) }
      guard comparison.isAsWritten else {
        throw Failure.damaged(path, reason: "its digest does not match")
      }
      if let reason = comparison.unfounded { throw Failure.damaged(path, reason: reason) }
      return .comparison(comparison)
    } catch let failure as Failure {
      throw failure
    } catch DecodingError.keyNotFound(let key, _) {
      throw .notARun(path, reason: "no '\(key.stringValue)'")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
    {
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw .notARun(path, reason: "'\(place)' has the wrong type")
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw .notARun(path, reason: "'\(place)' has an unknown value")
    } catch {
      throw .notARun(path, reason: "not JSON")
    }
  }

  private static func run(_ data: Data, _ path: String) throws -> Run {
    var run = try JSONDecoder().decode(Run.self, from: data)
    if let reason = run.implausible { throw Failure.notARun(path, reason: reason) }
    if let reason = try run.firstBrokenPart() { throw Failure.damaged(path, reason: reason) }
    run.writeNamesInOneLine()
    run.computeEstimates()
    return run
  }

  /// The contents of a file, or of a pipe until its end.
  static func contents(of path: String) throws(Failure) -> Data {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .notFound(path)
    }
    guard !isFolder.boolValue else {
      throw .notARun(
        path, reason: "it is a folder: name a file in it; 'layoutbench history' reads a folder")
    }
    do {
      return try WholeFile.contents(of: path)
    } catch let failure as WholeFile.Failure {
      throw .notARun(path, reason: failure.description)
    } catch {
      throw .notARun(path, reason: "it cannot be read")
    }
  }
}
