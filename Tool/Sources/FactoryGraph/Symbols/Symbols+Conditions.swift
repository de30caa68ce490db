// Factory, MIT licence; see LICENSE
//
// What one program, and one build of it, has together.
extension HasProgram {
  /// Whether one program has both modules: one depends on the other, or an executable or a test
  /// target depends on both.
  func areLinked(_ one: ModuleIndex, _ other: ModuleIndex) -> Bool {
    if one == other { return true }
    func links(_ module: ModuleIndex, _ target: ModuleIndex) -> Bool {
      module == target || modules[module].dependencies.contains(target)
    }
    return links(one, other) || links(other, one)
      || modules.indices.contains { module in
        [.executable, .test].contains(modules[module].kind) && links(module, one)
          && links(module, other)
      }
  }

  /// Whether no build has the code of both regions: they are in different clauses of the same
  /// `#if`, or in clauses of which one requires the opposite of the other.
  func areAlternatives(_ one: RegionReference, _ other: RegionReference) -> Bool {
    let first = requirements(of: one)
    return !first.isEmpty
      && requirements(of: other).contains { first.contains(where: $0.excludes) }
  }

  /// Whether every build that has the code of the other region has that of the first one.
  func isCompiled(_ one: RegionReference, whenever other: RegionReference) -> Bool {
    Set(requirements(of: one)).isSubset(of: requirements(of: other))
  }

  /// What must be true for a region to be compiled.
  func requirements(of region: RegionReference) -> [BuildCondition] {
    enclosing(region).flatMap(\.region.requirements)
  }

  /// Whether the compiler may leave out one of two declarations and keep the other: they are in
  /// different clauses of `#if`, or only one of them is in a clause.
  func areConditional(_ one: RegionReference, _ other: RegionReference) -> Bool {
    let (first, second) = (conditions(around: one), conditions(around: other))
    if first.isEmpty && second.isEmpty { return false }
    return one.file != other.file
      || first.map { [$0.number, $0.clause] } != second.map { [$0.number, $0.clause] }
  }

  /// The clauses of `#if` around a region.
  private func conditions(around region: RegionReference) -> [(number: Int, clause: Int)] {
    enclosing(region).compactMap { _, region in
      if case .condition(let number, let clause) = region.kind { (number, clause) } else { nil }
    }
  }
}
