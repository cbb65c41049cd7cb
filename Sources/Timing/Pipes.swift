package import Foundation

/// Reads the lines that another process writes, each before a deadline.
package final class LineReader {
  /// The reason why there is no line.
  package enum End: Error, Equatable, Sendable {
    /// The other process has closed its end.
    case closed
    /// The time is up.
    case late
    /// The line has more bytes than is allowed.
    case tooLong
  }

  private let descriptor: Int32
  private let mostBytes: Int
  private var buffer: [UInt8] = []
  private var scanned = 0

  /// A reader.
  ///
  /// - Parameters:
  ///   - descriptor: the end of a pipe.
  ///   - mostBytes: the bytes that a line may have.
  package init(_ descriptor: Int32, mostBytes: Int) {
    self.descriptor = descriptor
    self.mostBytes = mostBytes
  }

  /// The next line, without its end.
  ///
  /// - Parameter deadline: the time up to which this waits, by `Clock.now`.
  /// - Returns: the line, or why there is none.
  package func line(until deadline: UInt64) -> Result<Data, End> {
    while true {
      if let stop = buffer[scanned...].firstIndex(of: 0x0A) {
        let line = Data(buffer[..<stop])
        buffer.removeSubrange(...stop)
        scanned = 0
        return .success(line)
      }
      scanned = buffer.count
      guard buffer.count < mostBytes else { return .failure(.tooLong) }
      let now = Clock.now
      guard now < deadline else { return .failure(.late) }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let wait = min(1000, (deadline - now) / 1_000_000 + 1)
      guard poll(&ready, 1, Int32(wait)) > 0 else { continue }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .failure(.closed) }
      buffer += chunk[..<count]
    }
  }

  /// True if there is output that was not requested.
  package var isAhead: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !buffer.isEmpty || (poll(&ready, 1, 0) > 0 && ready.revents & Int16(POLLIN) != 0)
  }

  /// Writes to another process, which may not read, until a deadline.
  ///
  /// - Parameters:
  ///   - data: all that is to be written.
  ///   - descriptor: the end of a pipe, which is set not to block.
  ///   - deadline: the deadline, by `Clock.now`.
  /// - Returns: whether all was written.
  package static func write(_ data: Data, to descriptor: Int32, until deadline: UInt64) -> Bool {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    return data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Foundation.write(
          descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        if count > 0 {
          sent += count
          continue
        }
        guard count < 0, errno == EAGAIN || errno == EINTR, Clock.now < deadline else {
          return false
        }
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, 100)
      }
      return true
    }
  }
}

extension FileHandle {
  /// All that is left to read, up to the end, or up to where reading fails.
  package var rest: Data { rest(atMost: .max) }

  /// All that is left to read, up to the end, to where reading fails, or to the first bytes beyond a
  /// number of them.
  package func rest(atMost most: Int) -> Data {
    var data = Data()
    while data.count <= most, let more = next, !more.isEmpty { data += more }
    return data
  }

  /// The next bytes, for which it waits; empty at the end, `nil` where reading fails.
  package var next: Data? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(fileDescriptor, &chunk, chunk.count)
      if count >= 0 { return Data(chunk[..<count]) }
      guard errno == EINTR else { return nil }
    }
  }
}
