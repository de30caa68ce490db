// Factory, MIT licence; see LICENSE
//
// Objects with `@InjectedType`.
import FactoryKit

public final class TypeOwner {
  @InjectedType var report: Report?
  public init() {}

  public func loopOnTypeRead() {
    while true { consume(report) }
  }
}

public func loopOnInjectedType() {
  while true { consume(TypeOwner()) }
}
