extension Run {
  /// The yardsticks of files that do not say what their engines are: those of earlier versions.
  static let earlierYardsticks = ["manual", "replay"]
}
