// Factory, MIT licence; see LICENSE
//
// Where the findings of a check are in the graph, for the page of `factory graph`.
/// A finding, with the factories and the code that it is about.
public struct PlacedFinding: Codable, Hashable, Sendable {
  public var rule: String
  public var severity: Diagnostic.Severity
  public var path: String
  public var line: Int
  public var message: String
  public var notes: [Diagnostic.Note]
  /// Identifiers of factories, and of code as the edges of the graph name it. Empty if the finding is
  /// about something else, such as a container.
  public var nodes: [String]

  init(_ finding: Diagnostic, nodes: [String]) {
    rule = finding.rule
    severity = finding.severity
    path = finding.path
    line = finding.line
    message = finding.message
    notes = finding.notes.filter { !$0.isAboutFix }
    self.nodes = nodes
  }
}

extension Graph {
  /// The findings of a check as `check` reports them, each with the nodes of this graph that it is
  /// about: the factory whose declaration contains the place, or else the factory that is registered
  /// in this line, or what resolves in it.
  ///
  /// - Parameters:
  ///   - findings: Not yet grouped. A group has the nodes of all its findings.
  ///   - program: The program that was checked.
  public func placed(_ findings: [Diagnostic], in program: Program) -> [PlacedFinding] {
    func place(_ finding: Diagnostic) -> [AnyHashable] {
      [finding.rule, finding.path, finding.line, finding.column]
    }
    func group(_ finding: Diagnostic) -> [AnyHashable] {
      finding.group.map { [finding.rule, $0.name] } ?? place(finding)
    }
    let groups = Dictionary(grouping: findings, by: group)
    let groupOfPlace = Dictionary(findings.map { (place($0), group($0)) }) { first, _ in first }
    let nodes = nodesOfPlaces(program)
    return Checker.grouped(findings).map { finding in
      let members = groupOfPlace[place(finding)].flatMap { groups[$0] } ?? [finding]
      return PlacedFinding(finding, nodes: Set(members.flatMap(nodes)).sorted())
    }
  }

  private func nodesOfPlaces(_ program: Program) -> (Diagnostic) -> [String] {
    let declarations = declarations(program)
    let edges = Dictionary(grouping: edges) { [$0.path, String($0.line)] }
    return { finding in
      let place = Place(line: finding.line, column: finding.column)
      let around = declarations[finding.path, default: []].filter {
        $0.range.start <= place && place < $0.range.end
      }
      if !around.isEmpty { return around.map(\.id) }
      return edges[[finding.path, String(finding.line)], default: []].map {
        $0.kind == .register ? $0.to : $0.from
      }
    }
  }

  /// From the name of each factory to the end of its definition, by file.
  private func declarations(_ program: Program) -> [String: [(range: PlaceRange, id: String)]] {
    struct Name: Hashable {
      var path: String
      var place: Place
    }
    let ids = Dictionary(
      factories.map { (Name(path: $0.path, place: Place(line: $0.line, column: $0.column)), $0.id) }
    ) { first, _ in first }
    let ranges: [(String, PlaceRange, String)] = program.factories.indices.compactMap { index in
      let reference = program.factories[index].member
      let (member, path) = (program.member(reference), program.files[reference.file].path)
      guard let id = ids[Name(path: path, place: member.place)], let body = member.body
      else { return nil }
      let end = program.region(Reference(reference.file, body)).range.end
      return (path, PlaceRange(start: member.place, end: end), id)
    }
    return Dictionary(grouping: ranges, by: \.0).mapValues { $0.map { ($0.1, $0.2) } }
  }
}
