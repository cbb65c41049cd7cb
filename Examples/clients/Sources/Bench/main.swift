import LayoutBench

LayoutBench.run()
