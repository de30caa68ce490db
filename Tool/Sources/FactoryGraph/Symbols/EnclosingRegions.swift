// Factory, MIT licence; see LICENSE
//
// The regions around a piece of code.
/// A region of a file and those around it, the innermost first.
struct EnclosingRegions: Sequence, IteratorProtocol {
  let regions: [Region]
  var index: Int?

  mutating func next() -> (index: Int, region: Region)? {
    guard let index else { return nil }
    let region = regions[index]
    self.index = region.parent
    return (index, region)
  }
}
