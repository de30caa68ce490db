// Factory, MIT licence; see LICENSE
//
// A resolution on the full way while the factory's own closure runs, which its caller calls.
import FactoryAtomics

extension FullResolution {
  /// Itself, for the time of the factory's own closure.
  @inline(never)
  consuming func turn() -> factory_turn {
    var turn = factory_turn()
    turn.manager = Unmanaged.passRetained(manager).toOpaque()
    turn.options = options?.retained()
    turn.is_decorated = isDecorated
    turn.line = line.map { $0.number + 1 } ?? 0
    switch keeping {
    case .nowhere: break
    case .graph(let leaf, let generation):
      turn.generation = generation
      turn.cell = leaf.cell
      turn.owner = leaf.owner.map { Unmanaged.passRetained($0).toOpaque() }
    case .cell(let leaf, let construction, let isWeak):
      turn.is_weak = isWeak
      turn.construction = Unmanaged.passRetained(construction).toOpaque()
      turn.cell = leaf.cell
      turn.owner = leaf.owner.map { Unmanaged.passRetained($0).toOpaque() }
    }
    return turn
  }

  /// Takes over what `turn()` gave away, which is to be done once.
  @inline(never)
  init(_ turn: factory_turn, _ manager: ContainerManager, _ frame: Frame) {
    self.manager = manager
    entry = nil
    options = OptionsReference(taking: turn.options)
    self.frame = frame
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    isDeep = factory_frame_push(frame)
    isDecorated = turn.is_decorated
    line = turn.line == 0 ? nil : Trace.Line(number: turn.line - 1)
    guard let cell = turn.cell else { return }
    // All references are of the classes that `turn()` stored.
    let owner = turn.owner.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    let leaf = Leaf(cell: cell, owner: owner)
    // See above.
    let construction = turn.construction.map {
      Unmanaged<Construction>.fromOpaque($0).takeRetainedValue()
    }
    keeping =
      if let construction {
        .cell(leaf, construction, isWeak: turn.is_weak)
      } else {
        .graph(leaf, generation: turn.generation)
      }
  }
}
