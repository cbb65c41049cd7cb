public import LayoutModel

extension ConstraintsDialect {
  /// Returns a program that makes and activates constraint objects and lays the screen out with
  /// GLPK.
  ///
  /// - Throws: `SceneError` for mistakes in the constraints, and for a sum of more than two
  ///   attributes, which no constraint object has.
  public func program(of scene: Scene) throws(SceneError) -> String? {
    var source = SwiftSource(
      scene.tree, imports: ["Constraints", "GLPKLayout", "LayoutModel"])
    let statements = try read(scene).statements
    let formats = statements.compactMap {
      if case .format(let format) = $0 { format.text } else { nil }
    }
    if !formats.isEmpty {
      let root = scene.tree.name(of: .root)
      let views = scene.tree.views.filter { view in
        view != .root || formats.contains { $0.contains(root) }
      }.map {
        "\(SwiftSource.literal(scene.tree.name(of: $0))): \(source.name(of: $0))"
      }
      source.add("let views: [String: View] = [\(views.joined(separator: ", "))]")
    }
    source.add("var constraints: [Constraint] = []")
    for statement in statements {
      switch statement {
      case .constraint(let constraint):
        guard let text = Self.text(of: constraint, source) else {
          throw SceneError(
            file: scene.file, position: constraint.position,
            mistake: CannotState.sumOfMore)
        }
        source.add("constraints.append(\(text))")
      case .format(let format): source.add(Self.text(of: format))
      }
    }
    source.add("try Constraint.activate(constraints)")
    source.add("try \(source.name(of: .root)).layoutIfNeeded()")
    return source.text
  }

  private static func text(of constraint: LinearConstraint, _ source: SwiftSource) -> String? {
    guard case .items(let first, let second, let multiplier, let constant) = constraint.form else {
      return nil
    }
    let relation: String =
      switch constraint.relation {
      case .equal: "equal"
      case .lessThanOrEqual: "lessThanOrEqual"
      case .greaterThanOrEqual: "greaterThanOrEqual"
      }
    var arguments = [
      "item: \(source.name(of: first.view))", "attribute: .\(first.attribute.rawValue)",
      "relatedBy: .\(relation)",
    ]
    if let second {
      arguments += [
        "toItem: \(source.name(of: second.view))", "attribute: .\(second.attribute.rawValue)",
      ]
      if multiplier != 1 { arguments.append("multiplier: \(SwiftSource.number(multiplier))") }
    }
    if constant != 0 || second == nil {
      arguments.append("constant: \(SwiftSource.number(constant))")
    }
    let priority =
      constraint.priority.isRequired
      ? "" : ".priority(\(SwiftSource.number(constraint.priority.value)) as Double)"
    return "Constraint(\(arguments.joined(separator: ", ")))\(priority)"
  }

  private static func text(of format: WrittenConstraints.Format) -> String {
    var arguments = ["withVisualFormat: \(SwiftSource.literal(format.text))"]
    let options = format.optionList.map { ".\($0.rawValue)" }
    if !options.isEmpty { arguments.append("options: [\(options.joined(separator: ", "))]") }
    if !format.metrics.isEmpty {
      let metrics = format.metrics.sorted { $0.key < $1.key }.map {
        "\(SwiftSource.literal($0.key)): \(SwiftSource.number($0.value))"
      }
      arguments.append("metrics: [\(metrics.joined(separator: ", "))]")
    }
    arguments.append("views: views")
    return "constraints += try Constraint.constraints(\(arguments.joined(separator: ", ")))"
  }
}

extension CannotState {
  /// A constraint object has two attributes at most.
  package static let sumOfMore = CannotState(
    "a sum of more than two attributes, which no constraint object has")
}
