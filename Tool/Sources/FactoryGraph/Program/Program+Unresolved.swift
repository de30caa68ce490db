// Factory, MIT licence; see LICENSE
//
// The places that the syntax does not decide.
extension Program {
  /// What is unresolved, once for each place. A file that several targets compile is a file of the
  /// program for each of them: what the first one that has something unresolved at a place says is
  /// listed.
  var unresolvedPlaces: [Graph.Unresolved] {
    var first: [Graph.Unresolved: FileIndex] = [:]
    var known: Set<Graph.Unresolved> = []
    var places: [Graph.Unresolved] = []
    for found in unresolved.sorted(by: { $0.location < $1.location }) {
      let location = found.location
      let item = Graph.Unresolved(
        path: files[location.file].path, line: location.place.line,
        column: location.place.column, reason: found.reason)
      var place = item
      // The targets may give the factory different names.
      place.reason = ""
      guard first[place, default: location.file] == location.file else { continue }
      first[place] = location.file
      if known.insert(item).inserted { places.append(item) }
    }
    return places
  }
}
