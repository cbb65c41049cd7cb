internal import LayoutBenchCTiming

/// Too few open files or too little memory for this process.
///
/// Below these limits threads and children cannot start, and a command would wait for them for ever.
package struct ResourceShortage: Error, CustomStringConvertible {
  private static let leastFiles: UInt64 = 40
  private static let leastMemory: UInt64 = 512 << 20

  /// The reason in a sentence, with the command that mends it.
  package let description: String

  private init(_ description: String) { self.description = description }

  /// Checks the limits of this process; a failed allocation later on ends it with a message.
  ///
  /// - Throws: `ResourceShortage`.
  package static func check() throws(ResourceShortage) {
    let files = lb_file_limit()
    guard files >= leastFiles else {
      throw ResourceShortage(
        "error: this process may open \(files) files and needs \(leastFiles): "
          + "'ulimit -n \(leastFiles)' or more")
    }
    let memory = lb_memory_limit()
    guard memory >= leastMemory else {
      throw ResourceShortage(
        "error: this process may use \(memory >> 20) MB of address space and needs "
          + "\(leastMemory >> 20): 'ulimit -v \(leastMemory >> 10)' or more")
    }
    lb_tell_memory_shortage()
  }
}
