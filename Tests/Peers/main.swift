// A peer for tests: right on chains of views, with the fault that its name selects.
//
// It lays out views with required sizes whose left and top are those of another plus a constant;
// the word after the last '-' of the executable's name is the fault.
import Foundation

struct Row: Decodable {
  var terms: [[Double]]
  var constant: Double
  var relation: String
}

struct Input: Decodable {
  struct Scene: Decodable {
    struct View: Decodable { var parent: Int }
    var name: String
    var root: [Double]
    var views: [View]
    var constraints: [Row]
  }
  struct Change: Decodable {
    var resize: [Double]?
    var view: Int?
    var take: [Int]?
    var put: [Int]?
  }
  var `do`: String
  var scene: Int?
  var `as`: Scene?
  var scripts: [String: [[Change]]]?
  var probes: [String: [Int]]?
  var plan: Int?
  var plans: Int?
  var phase: String?
  var changes: [Change]?
}

/// Frames by substitution: each equation with one unknown left determines it.
func frames(_ scene: Input.Scene, _ root: [Double]) -> [Double] {
  var known: [Int: Double] = [0: 0, 1: 0, 2: root[0], 3: root[1]]
  var isMoving = true
  while isMoving {
    isMoving = false
    for row in scene.constraints where row.relation == "==" {
      let open = row.terms.filter { known[Int($0[0])] == nil }
      guard open.count == 1 else { continue }
      let sum = row.terms.reduce(row.constant) { $0 + (known[Int($1[0])] ?? 0) * $1[1] }
      known[Int(open[0][0])] = -sum / open[0][1]
      isMoving = true
    }
  }
  return (4..<4 * scene.views.count).map { known[$0] ?? 0 }
}

func share(_ frames: [Double], _ view: Int) -> Double {
  let place = 4 * (view - 1)
  return frames[place] + 2 * frames[place + 1] + 4 * frames[place + 2] + 8 * frames[place + 3]
}

let fault = CommandLine.arguments[0].split(separator: "-").last.map(String.init) ?? ""

func say(_ line: String) {
  if fault == "pieces" {
    for byte in (line + "\n").utf8 {
      FileHandle.standardOutput.write(Data([byte]))
      usleep(20)
    }
    return
  }
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

switch fault {
case "silent":
  sleep(1000)
case "gone": exit(3)
case "noisy":
  FileHandle.standardError.write(Data(repeating: 0x78, count: 100_000_000))
case "says":
  // The lines of a file, whatever is asked.
  let path = CommandLine.arguments[0] + ".lines"
  let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  for (index, line) in text.split(separator: "\n").enumerated() {
    if index > 0, readLine() == nil { break }
    say(String(line))
  }
  exit(0)
default: break
}
say(
  "{\"layoutbenchPeer\":\(fault == "unknown" ? 99 : 1),\"name\":\"fixture\",\"version\":\"1\",\"reads\":[\"linear\"]"
    + (fault == "coarse" ? ",\"grid\":1" : "")
    + (fault == "rebuilds" ? ",\"follows\":[\"content\",\"put\"]" : "")
    + (fault == "rules" ? ",\"from\":[\"sll\",\"constraints\"]}" : "}")
)

var scenes: [Int: Input] = [:]
var plans: [Int: (scene: Int, root: [Double])] = [:]
var next = 0
var batches = 0
while let line = readLine() {
  guard let input = try? JSONDecoder().decode(Input.self, from: Data(line.utf8)) else {
    say("{\"error\":\"no request\"}")
    continue
  }
  let scene = input.scene.flatMap { scenes[$0] }
  switch input.do {
  case "load":
    if fault == "picky" {
      say("{\"unsupported\":\"anything at all\"}")
      continue
    }
    scenes[input.scene ?? 0] = input
    say("{\"loaded\":\(input.scene ?? 0)}")
  case "plan":
    guard let own = scene?.as else {
      say("{\"error\":\"no such scene\"}")
      continue
    }
    next += 1
    plans[next] = (input.scene ?? 0, own.root)
    say("{\"plan\":\(next)}")
  case "pass":
    guard let plan = input.plan.flatMap({ plans[$0] }), let own = scenes[plan.scene]?.as else {
      say("{\"error\":\"no such plan\"}")
      continue
    }
    let changes = input.changes ?? []
    if fault != "deaf", changes.contains(where: { $0.resize == nil }) {
      say("{\"unsupported\":\"a change other than of the root's size\"}")
      continue
    }
    for change in changes {
      if let size = change.resize { plans[input.plan ?? 0]?.root = size }
    }
    var numbers = frames(own, plans[input.plan ?? 0]?.root ?? own.root)
    switch fault {
    case "dies": exit(9)
    case "traps": abort()
    case "hangs": sleep(1000)
    case "cut":
      FileHandle.standardOutput.write(Data("{\"frames\":[1,2".utf8))
      exit(0)
    case "few": numbers.removeLast()
    case "wrong": numbers[0] += 1
    case "coarse": numbers = numbers.map { $0.rounded(.down) }
    default: break
    }
    if fault == "nan" {
      say("{\"frames\":[NaN]}")
    } else {
      say("{\"frames\":[\(numbers.map { "\($0)" }.joined(separator: ","))]}")
    }
  case "time":
    guard let own = scene?.as, let phase = input.phase else {
      say("{\"error\":\"no such scene\"}")
      continue
    }
    let start = DispatchTime.now().uptimeNanoseconds
    var sum = 0.0
    for _ in 0..<(input.plans ?? 1) {
      if phase == "first" {
        let numbers = frames(own, own.root)
        sum = (1..<own.views.count).reduce(0) { $0 + share(numbers, $1) }
      } else {
        var root = own.root
        for (step, view) in zip(scene?.scripts?[phase] ?? [], scene?.probes?[phase] ?? []) {
          for change in step { root = change.resize ?? root }
          sum += share(frames(own, root), view)
        }
      }
    }
    var time = DispatchTime.now().uptimeNanoseconds - start
    if fault == "fast" { time = 1 << 60 }
    if fault == "sums" { sum += 1 }
    if fault == "short" { time /= 10 }
    batches += 1
    if fault == "late", batches > 1 { sleep(1000) }
    say("{\"ns\":\(time),\"sum\":\(sum),\"switched\":false}")
  case "steps": say("{\"ns\":[]}")
  case "count": say("{\"counters\":{\"retained bytes\":1000}}")
  case "drop":
    plans[input.plan ?? 0] = nil
    say("{\"dropped\":\(input.plan ?? 0)}")
  default: say(fault == "rude" ? "{}" : "{\"unknown\":\"\(input.do)\"}")
  }
}
if fault == "stays" { sleep(1000) }
