import LayoutBenchHarness
import Testing

@Suite("Call stacks of profilers")
struct ProfileTests {
  @Test("perf's samples are read from the outermost call inwards")
  func perf() {
    let text =
      "\n\t  55aa inner\n\t  55bb outer (with words)\n\n\t  55aa inner\n\nno sample\n\t ff alone\n"
    let stacks = CallStacks.ofPerf(text)
    #expect(stacks.map(\.calls) == [["outer (with words)", "inner"], ["inner"], ["alone"]])
    #expect(stacks.allSatisfy { $0.count == 1 })
  }

  @Test("callgrind's costs are those of the function itself, in the context of its callers")
  func callgrind() {
    let text = """
      version: 1
      desc: Trigger: Client Request: 0 over 64
      events: Ir
      fn=(1) outer
      10 5
      cfn=(2) inner'outer
      calls=2 0x1
      11 70
      +1 3
      fn=(2)
      20 60
      21 10
      fn=(3) deep'2'inner'outer
      1 4
      totals: 82
      """
    let stacks = CallStacks.ofCallgrind(text)
    #expect(stacks.map(\.calls) == [["outer"], ["outer", "inner"], ["outer", "inner", "deep"]])
    #expect(stacks.map(\.count) == [8, 70, 4])
    #expect(CallStacks.ofCallgrind("events: Ir\nfn=(1) a\n1 5\n").isEmpty)
  }

  @Test("equal stacks are added up, and the calls that all begin with are left out")
  func joined() {
    let stacks = CallStacks.joined([
      (["main", "run", "clock", "a"], 60), (["main", "run", "clock", "b", "c"], 30),
      (["main", "run", "clock", "a"], 9), (["lost"], 1),
    ])
    #expect(stacks.map(\.calls) == [["clock", "a"], ["clock", "b", "c"], ["lost"]])
    #expect(stacks.map(\.count) == [69, 30, 1])
    #expect(CallStacks.joined([]).isEmpty)
    #expect(CallStacks.joined([(["one"], 2)]).map(\.calls) == [["one"]])
  }
}
