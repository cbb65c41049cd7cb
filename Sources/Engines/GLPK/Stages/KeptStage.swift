import LayoutModel

/// 3. A layout that was found for another size or content, and is right here too.
enum KeptStage {
  static func run(_ system: inout ConstraintSystem) -> StageOutcome {
    let point = system.point
    guard let index = system.spares.firstIndex(where: { $0.layout.holds(at: point) }) else {
      system.keep()
      return .passedOn("no kept layout is valid here")
    }
    // Swapping layouts allocates nothing.
    swap(&system.layout, &system.spares[index].layout)
    system.spares.swapAt(0, index)
    return .solved("a layout kept from another size or content is valid here")
  }
}
