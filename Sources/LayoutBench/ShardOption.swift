import ArgumentParser
import LayoutBenchTiming

/// A shard, as the command line names it.
extension Run.Shard: ExpressibleByArgument {
  /// The shard that a text such as `2/4` names; `nil` where it names none.
  package init?(argument: String) { self.init(argument) }
}
