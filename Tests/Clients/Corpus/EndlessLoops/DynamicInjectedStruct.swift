// Factory, MIT licence; see LICENSE
//
// A value with `@DynamicInjected`, whose code the optimiser inlines.
import FactoryKit

public struct DynamicValue {
  @DynamicInjected(\.singleton) var report
  @DynamicInjected(\Desk.drawer) var drawer
  public init() {}
}

public func loopOnDynamicValue() {
  let value = DynamicValue()
  while true {
    consume(value.report)
    consume(value.drawer)
  }
}
