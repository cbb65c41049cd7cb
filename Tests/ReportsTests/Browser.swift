import Foundation

/// Headless Chromium, where it is installed: `.ci/install-chromium` installs it.
enum Browser {
  /// Its executable; `nil` where there is none.
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
    }
    return nil
  }()

  /// The measurements that a page reports.
  struct Answer: Decodable {
    /// Errors and warnings of its console, and scripts that failed.
    let errors: [String]
    /// The width of the window, and of the page.
    let window: Double
    let page: Double
    /// Width and height of each chart.
    let charts: [[Double]]
    /// The height of text in charts, pixels.
    let textHeight: Double
    /// The ground's and the text's colours, and those of a chart's text: red, green, blue.
    let ground: [Double]
    let ink: [Double]
    let chartInk: [Double]
    /// The times of the table of all cells: as written, sorted once and sorted twice.
    let before: [Double]
    let rising: [Double]
    let falling: [Double]
    /// The heading's state after that.
    let sorted: String
    /// The number of requests to any server.
    let requests: Int
  }

  /// Runs before all other scripts of the page.
  private static let early = """
    <script>
    window.found = [];
    addEventListener("error", (event) => found.push(String(event.message)), true);
    for (const kind of ["error", "warn"]) console[kind] = (...words) => found.push(words.join(" "));
    </script>
    """

  /// Runs after them, and sends the results to the frame around the page.
  private static let late = """
    <script type="module">
    const colour = (element, name) =>
      getComputedStyle(element)[name].match(/[0-9.]+/g).slice(0, 3).map(Number);
    // Colours of SVG text are those of the style sheet.
    for (const details of document.querySelectorAll("details")) details.open = true;
    // What is drawn when it is opened has been drawn after the next task.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const table = document.querySelector("[data-kind=cells] table");
    const column = [...table.tHead.rows[0].cells].findIndex((h) => h.textContent.includes("time per pass"));
    const times = () => [...table.tBodies[0].rows].map((r) => r.cells[column].dataset.s)
      .filter((s) => s !== undefined).map(Number);
    const before = times();
    const button = table.tHead.rows[0].cells[column].querySelector("button");
    button.click();
    const rising = times();
    button.click();
    const charts = [...document.querySelectorAll("svg.lb")];
    const words = document.querySelector("svg.lb text");
    parent.postMessage(JSON.stringify({
      errors: found, window: innerWidth, page: document.documentElement.scrollWidth,
      charts: charts.map((c) => c.getBoundingClientRect()).map((r) => [r.width, r.height]),
      textHeight: words.getBoundingClientRect().height,
      ground: colour(document.body, "backgroundColor"), ink: colour(document.body, "color"),
      chartInk: colour(words, "fill"),
      before, rising, falling: times(),
      sorted: table.tHead.rows[0].cells[column].getAttribute("aria-sort"),
      requests: performance.getEntriesByType("resource").length,
    }), "*");
    </script>
    """

  /// A frame of the given width: a window cannot be narrower than 500 pixels.
  private static func frame(width: Int, hash: String = "") -> String {
    """
    <!DOCTYPE html><pre id="answer"></pre>
    <script>
    addEventListener("message", (event) => {
      document.getElementById("answer").textContent = event.data;
    });
    </script>
    <iframe src="page.html\(hash)" style="width:\(width)px;height:900px;border:0"></iframe>
    """
  }

  struct Failure: Error {
    let text: String
  }

  /// Opens a page and reads its measurements.
  ///
  /// - Parameters:
  ///   - page: HTML.
  ///   - width: the width of the window, pixels.
  ///   - isDark: whether the system prefers dark.
  /// - Returns: the measurements.
  /// - Throws: `Failure` where the page reports none.
  static func ask(_ page: String, width: Int, isDark: Bool = false) throws -> Answer {
    try ask(page, late, width: width, isDark: isDark)
  }

  /// The page's matrix at an address, and the address after a choice.
  struct Matrix: Decodable {
    let errors: [String]
    let caption: String
    let head: [String]
    let rows: [[String]]
    /// The address after times were requested.
    let address: String
    let times: [[String]]
  }

  /// Opens a page at an address that selects a part of its matrix, then requests times.
  ///
  /// - Throws: `Failure` where the page reports nothing.
  static func matrix(_ page: String, at hash: String) throws -> Matrix {
    try ask(
      page,
      """
      <script type="module">
      const table = document.querySelector(".matrix table");
      const form = document.querySelector(".matrix form");
      const texts = (row) => [...row.cells].map((cell) => cell.textContent);
      const caption = table.caption.textContent, head = texts(table.tHead.rows[0]);
      const rows = [...table.tBodies[0].rows].map(texts);
      form.elements.as.value = "time";
      form.dispatchEvent(new Event("input", { bubbles: true }));
      parent.postMessage(JSON.stringify({ errors: found, caption, head, rows, address: location.hash,
        times: [...table.tBodies[0].rows].map(texts) }), "*");
      </script>
      """, width: 1000, hash: hash)
  }

  /// The text of axe, where `.ci/install-axe` has installed it.
  static let axe: String? = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return try? String(
      contentsOf: folder.appendingPathComponent(".build/axe.min.js"), encoding: .utf8)
  }()

  /// The findings of axe on a page: a rule, and the first element that breaks it.
  ///
  /// - Throws: `Failure` where the page reports nothing.
  static func violations(of page: String, width: Int, isDark: Bool) throws -> [String] {
    try ask(
      page.replacing("<head>", with: "<head><script>\(axe ?? "")</script>", maxReplacements: 1),
      """
      <script type="module">
      // What the reader opens is looked at too.
      for (const details of document.querySelectorAll("details")) details.open = true;
      await new Promise((resolve) => setTimeout(resolve, 200));
      axe.run(document).then((answer) => parent.postMessage(JSON.stringify(answer.violations.map(
        (one) => `${one.id}: ${one.help}: ${one.nodes[0].html}`)), "*"));
      </script>
      """, width: width, isDark: isDark)
  }

  private static func ask<Answer: Decodable>(
    _ page: String, _ late: String, width: Int, isDark: Bool = false, hash: String = ""
  ) throws -> Answer {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    try page.replacing("<head>", with: "<head>\(early)", maxReplacements: 1)
      .replacing("</body>", with: "\(late)</body>")
      .write(to: file, atomically: true, encoding: .utf8)
    let frame = folder.appendingPathComponent("frame.html")
    try Self.frame(width: width, hash: hash).write(to: frame, atomically: true, encoding: .utf8)
    let json = try answer(of: frame, in: folder, width: width, isDark: isDark)
    return try JSONDecoder().decode(Answer.self, from: Data(json.utf8))
  }

  /// Opens a page whose script writes an answer into the element `answer`.
  ///
  /// - Returns: the answer.
  /// - Throws: `Failure` where there is none.
  static func answer(of page: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    try page.write(to: file, atomically: true, encoding: .utf8)
    return try answer(of: file, in: folder, width: 1000, isDark: false)
  }

  private static func answer(
    of page: URL, in folder: URL, width: Int, isDark: Bool
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/false")
    process.arguments =
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
        "--user-data-dir=\(folder.path)/profile", "--virtual-time-budget=5000",
        "--window-size=\(width + 40),1000", "--dump-dom",
      ] + (isDark ? ["--blink-settings=preferredColorScheme=0"] : []) + [page.absoluteString]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard let start = text.range(of: "<pre id=\"answer\">")?.upperBound,
      let end = text.range(of: "</pre>", range: start..<text.endIndex)?.lowerBound
    else { throw Failure(text: "no answer in \(text.suffix(2000))") }
    return String(text[start..<end]).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&nbsp;", with: "\u{A0}").replacing("&amp;", with: "&")
  }
}
