import LayoutBench

LayoutBench.run(
  engines: [FlowEngine(), FlowEngine(isRebuilt: true)], dialects: [FlowDialect()])
