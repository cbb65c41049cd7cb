import Foundation

extension RunFile {
  /// Reads a record as `record` does, and checks besides that the file contains nothing else: no key
  /// that this version does not know, and no time, ratio or mean that its samples do not give.
  ///
  /// Other readers ignore such keys, and compute every estimate again. Those of an earlier edition
  /// are not compared.
  ///
  /// - Parameter path: a file.
  /// - Returns: the record, checked.
  /// - Throws: `Failure`.
  package static func check(_ path: String) throws(Failure) -> Record {
    WholeFile.protect(path)
    let data = try contents(of: path)
    let record = try record(data, named: path)
    // The first edition had other estimates.
    guard case .run(let run) = record, run.layoutbenchRun == Run.version else { return record }
    do {
      var own = try JSONDecoder().decode(Run.self, from: data)
      // One that was ended early has none yet.
      let hasEstimates = own.cells.contains { $0.time != nil } || !own.geometricMeans.isEmpty
      if hasEstimates { own.computeEstimates() }
      var written = try JSONSerialization.jsonObject(with: data)
      if run.estimates != Run.estimates {
        own.discardEstimates()
        written = withoutEstimates(written)
      }
      let computed = try JSONSerialization.jsonObject(with: encoder.encode(own))
      guard let difference = difference(written, computed) else { return record }
      throw Failure.damaged(path, reason: difference)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .notARun(path, reason: "not JSON")
    }
  }

  /// A Run as JSON without the estimates of its samples.
  private static func withoutEstimates(_ run: Any) -> Any {
    guard var run = run as? [String: Any] else { return run }
    run["geometricMeans"] = [Any]()
    run["growth"] = nil
    run["cells"] = (run["cells"] as? [[String: Any]])?.map { cell in
      cell.filter { !["time", "ratio", "suspect"].contains($0.key) }
    }
    return run
  }

  /// The first place in which a written JSON value differs from the one computed of it.
  private static func difference(_ written: Any, _ computed: Any, at place: String = "") -> String?
  {
    switch (written, computed) {
    case (let written as [String: Any], let computed as [String: Any]):
      for key in Set(written.keys).union(computed.keys).sorted() {
        let inner = place.isEmpty ? key : "\(place).\(key)"
        guard let value = written[key] else {
          return "'\(inner)' is missing, which follows from the rest of the file"
        }
        if value is NSNull, computed[key] == nil { continue }
        guard let own = computed[key] else {
          return "'\(inner)' is an unknown key, or does not follow from the samples"
        }
        if let found = difference(value, own, at: inner) { return found }
      }
      return nil
    case (let written as [Any], let computed as [Any]):
      guard written.count == computed.count else {
        return "'\(place)' has \(written.count) entries; the samples give \(computed.count)"
      }
      for (index, (value, own)) in zip(written, computed).enumerated() {
        if let found = difference(value, own, at: "\(place).\(index)") { return found }
      }
      return nil
    case (let written as NSObject, let computed as NSObject):
      return written == computed
        ? nil : "'\(place)' is \(written); the samples give \(computed)"
    default:
      return "'\(place)' has the wrong type"
    }
  }
}
