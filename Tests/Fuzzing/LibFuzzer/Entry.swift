import Foundation
import LayoutBenchFuzzing

/// libFuzzer's own change of bytes.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int) -> Int

/// The kind of text, from the environment variable `LAYOUTBENCH_FUZZ`.
private let input: FuzzInput = {
  let name = ProcessInfo.processInfo.environment["LAYOUTBENCH_FUZZ"] ?? ""
  guard let input = FuzzInput(rawValue: name) else {
    let names = FuzzInput.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("LAYOUTBENCH_FUZZ must be one of \(names)\n".utf8))
    exit(64)
  }
  return input
}()

/// The words of its language.
private let words = (try? Corpus(of: input).words) ?? []

private func text(_ start: UnsafePointer<UInt8>?, _ count: Int) -> String {
  String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

/// Checks one input; libFuzzer calls it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if case .fault(let reason) = input.check(text(start, count)) { fatalError(reason) }
  return 0
}

/// Changes an input: libFuzzer's way, or in whole words.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: UInt32
) -> Int {
  guard seed % 4 > 0 else { return mutateBytes(bytes, count, most) }
  var mutation = TextMutation(seed: UInt64(seed), words: words)
  let changed = Array(mutation.change(text(bytes, count)).utf8.prefix(most))
  for (index, byte) in changed.enumerated() { bytes[index] = byte }
  return changed.count
}
