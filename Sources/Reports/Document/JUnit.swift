/// Test results as CI systems read them: the only writer of JUnit XML.
package struct JUnit {
  /// The result of a test case.
  package enum Result {
    /// The case passed.
    case passed
    /// The case failed; the reason.
    case failed(String)
    /// The case was skipped; the reason.
    case skipped(String)
  }

  /// A test case.
  package struct Case {
    /// Its name within the suite.
    package let name: String
    /// The time of the case, seconds, where it was measured.
    package let seconds: Double?
    /// The result.
    package let result: Result

    /// A test case.
    package init(_ name: String, seconds: Double? = nil, _ result: Result) {
      self.name = name
      self.seconds = seconds
      self.result = result
    }
  }

  private let name: String
  private let suites: [(name: String, cases: [Case])]

  /// Test results.
  ///
  /// - Parameters:
  ///   - name: the name of all the tests.
  ///   - suites: the cases of each suite, such as a scene.
  package init(_ name: String, suites: [(name: String, cases: [Case])]) {
    self.name = name
    self.suites = suites
  }

  /// The file.
  package var text: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites name=\"\(Escaping.markup(name))\" \(Self.counts(suites.flatMap(\.cases)))>",
    ]
    for suite in suites {
      let name = Escaping.markup(suite.name)
      lines.append("  <testsuite name=\"\(name)\" \(Self.counts(suite.cases))>")
      lines += suite.cases.map { Self.line(of: $0, in: name) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private static func counts(_ cases: [Case]) -> String {
    let failed = cases.count { if case .failed = $0.result { true } else { false } }
    let skipped = cases.count { if case .skipped = $0.result { true } else { false } }
    return "tests=\"\(cases.count)\" failures=\"\(failed)\" skipped=\"\(skipped)\""
  }

  private static func line(of test: Case, in suite: String) -> String {
    let time = test.seconds.map { " time=\"\(Quantity.fixed($0, decimals: 12))\"" } ?? ""
    let head =
      "    <testcase classname=\"\(suite)\" name=\"\(Escaping.markup(test.name))\"\(time)"
    switch test.result {
    case .passed: return head + "/>"
    case .failed(let reason):
      return head + "><failure message=\"\(Escaping.attribute(reason))\"/></testcase>"
    case .skipped(let reason):
      return head + "><skipped message=\"\(Escaping.attribute(reason))\"/></testcase>"
    }
  }
}
