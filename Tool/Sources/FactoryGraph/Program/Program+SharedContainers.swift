// Factory, MIT licence; see LICENSE
//
// The code in which another container is the shared one, and that of previews.
extension HasProgram {
  /// The innermost call around some code that makes a container the shared one of its type:
  /// `container.run { … }`, or `Container.$shared.withValue(container) { … }`, whose first argument
  /// is `value`.
  func call(
    sharing container: ContainerIndex, around code: RegionReference
  ) -> (chain: ChainReference, link: Int, value: ChainReference?)? {
    for (_, region) in enclosing(code) {
      guard case .closure(let closure) = region.kind,
        case .argument(let index, let link, _) = closure.use
      else { continue }
      let reference = ChainReference(code.file, index)
      let chain = chain(reference)
      switch chain.links[link].name {
      case "run":
        guard case .container(container) = follow(reference, upTo: link) else { continue }
        return (reference, link, nil)
      case "withValue":
        guard link > 0, chain.links[link - 1].name == "$shared",
          case .metatype(let type) = follow(reference, upTo: link - 1),
          self.container(ofType: type) == container,
          let value = chain.links[link].call?.arguments.first?.chain
        else { continue }
        return (reference, link, Reference(code.file, value))
      default: continue
      }
    }
    return nil
  }

  /// Whether a use is for previews only: in `#Preview`, in a type that makes previews, in
  /// `preview { … }` of a container, in a preview's trait, or `preview { … }` of the factory.
  func isInPreview(_ use: FactoryUse) -> Bool {
    let own = chain(Reference(use.file, use.chain))
    if own.links.indices.contains(use.link), own.links[use.link].name == "preview" { return true }
    return enclosing(Reference(use.file, use.region)).contains { _, region in
      if case .local(FactsReader.preview) = region.kind { return true }
      if case .type(let index) = region.kind {
        let type = files[use.file].facts.types[index]
        return type.inherited.contains {
          ["PreviewModifier", "PreviewProvider"].contains($0.name)
        }
      }
      guard case .closure(let closure) = region.kind,
        case .argument(let index, let link, _) = closure.use
      else { return false }
      let chain = chain(Reference(use.file, index))
      switch (chain.root, chain.links[link].name) {
      case (.name("ContainerPreview"), nil): return true
      // The trait of a test is in a test.
      case (.implicit, "container"): return link == 0
      case (_, "preview"):
        switch follow(Reference(use.file, index), upTo: link) {
        case .container: return true
        case .metatype(let type): return container(ofType: type) != nil
        default: return false
        }
      default: return false
      }
    }
  }
}
