import Foundation

extension Run {
  /// Digests of a Run's parts as they were written.
  ///
  /// They detect a file that was damaged, cut or edited since, and show where. Anybody can compute
  /// them; they are no signature.
  package struct Seal: Codable, Equatable, Sendable {
    /// The digest of everything that is in no other part.
    package var head: String
    /// The digest of each scene.
    package var scenes: [String]
    /// The digest of each cell, with its samples.
    package var cells: [String]
    /// The digest of each child: of the previous child's digest, of its record and of all samples
    /// that it took.
    package var children: [String]
    /// The digest of the times of empty plans, one of each child and scene.
    package var floor: String
  }

  /// The Run with the seal of its present contents.
  ///
  /// - Throws: `EncodingError` for a number that is not finite.
  package func sealed() throws -> Run {
    var run = self
    run.seal = try makeSeal()
    return run
  }

  /// A description of the first part that differs from the sealed one; `nil` where none does.
  ///
  /// - Throws: `EncodingError` for a number that is not finite.
  func firstBrokenPart() throws -> String? {
    // The first edition had none.
    guard let seal else { return layoutbenchRun > 1 ? "it has no seal" : nil }
    guard seal.scenes.count == scenes?.count ?? 0 else {
      return "a scene is missing, or was added"
    }
    guard seal.cells.count == cells.count else {
      return "a cell is missing, or was added"
    }
    guard seal.children.count == children.count else {
      return "\(children.count) of \(seal.children.count) children are present"
    }
    let own = try makeSeal()
    for (index, scene) in (scenes ?? []).enumerated() where seal.scenes[index] != own.scenes[index]
    {
      return "the scene '\(scene.name)' is not the one that was measured"
    }
    for (index, cell) in cells.enumerated() where seal.cells[index] != own.cells[index] {
      return "\(CellName(cell)) was changed since it was measured"
    }
    for (index, digest) in own.children.enumerated() where seal.children[index] != digest {
      return "child \(index + 1) was changed since it was written"
    }
    guard seal.floor == own.floor else {
      return "'floor' was changed since it was written"
    }
    return seal.head == own.head
      ? nil : "the seed, the machine, a version or a warning was changed since it was written"
  }

  private func makeSeal() throws -> Seal {
    let encoder = RunFile.encoder
    func digest(_ part: some Encodable, _ more: (inout Digest) -> Void = { _ in }) throws -> String
    {
      var digest = Digest()
      digest.add(try encoder.encode(part))
      more(&digest)
      return digest.text
    }
    var head = self
    (head.scenes, head.cells, head.children, head.floor) = (nil, [], [], [])
    (head.geometricMeans, head.growth, head.seal) = ([], nil, nil)
    // People edit those of a baseline; 'baseline' checks them when it reads one.
    head.thresholds = nil
    var former = Digest().text
    return Seal(
      head: try digest(head),
      scenes: try (scenes ?? []).map { try digest($0) },
      cells: try cells.map { cell in
        var bare = cell
        (bare.time, bare.ratio, bare.suspect) = (nil, nil, nil)
        (bare.samples, bare.switched, bare.shared, bare.building) = ([], [], nil, nil)
        return try digest(bare) { digest in
          for child in cell.samples.indices { cell.add(child: child, to: &digest) }
        }
      },
      children: try children.enumerated().map { index, child in
        former = try digest(child) { digest in
          digest.add(former.utf8)
          if floor.indices.contains(index) { digest.add(floor[index]) }
          for cell in cells { cell.add(child: index, to: &digest) }
        }
        return former
      }, floor: try digest(floor))
  }
}

extension Comparison {
  /// The comparison with the seal of its present contents.
  ///
  /// - Throws: `EncodingError` for a number that is not finite.
  package func sealed() throws -> Comparison {
    var bare = self
    bare.seal = nil
    var digest = Digest()
    digest.add(try RunFile.encoder.encode(bare))
    bare.seal = digest.text
    return bare
  }

  /// A description of the first implausible number or list of both sides; `nil` where all are
  /// plausible.
  var implausible: String? {
    let runs = [screening, remeasured].compactMap(\.self).flatMap { [$0.base, $0.head] }
    // The shift is that of all pairs of children.
    if runs.contains(where: { $0.children.count > 10_000 }) {
      return "more than 10000 children on one side"
    }
    return runs.lazy.compactMap(\.implausible).first
  }

  /// True if its seal matches its contents.
  var isAsWritten: Bool { seal != nil && (try? sealed().seal) == seal }
}

extension Cell {
  /// Adds the measurements of one child to a digest.
  fileprivate func add(child: Int, to digest: inout Digest) {
    func add<Number>(_ lists: [[Number]]?, _ bits: (Number) -> UInt64) {
      guard let lists, lists.indices.contains(child) else { return digest.add(UInt64.max) }
      digest.add(UInt64(lists[child].count))
      for number in lists[child] { digest.add(bits(number)) }
    }
    add(samples, \.bitPattern)
    add(building, \.bitPattern)
    add(switched) { UInt64(bitPattern: Int64($0)) }
    add(shared) { UInt64(bitPattern: Int64($0)) }
  }
}
