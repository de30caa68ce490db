// Factory, MIT licence; see LICENSE
//
// Modifiers: contexts, decorators, time to live, `once`; in definitions and at call sites.
import FactoryKit

// MARK: In definitions

extension Container {
  var inEveryContext: Factory<any Reporting> {
    self { Report() }
      .singleton
      .onArg("--one") { OtherReport() }
      .onArgs(["--two", "--three"]) { OtherReport() }
      .onPreview { OtherReport() }
      .onTest { OtherReport() }
      .onDebug { OtherReport() }
      .onSimulator { OtherReport() }
      .onDevice { OtherReport() }
      .context(.arg("--four"), .test) { OtherReport() }
      .decorator { consume($0) }
      .timeToLive(10)
      .once()
  }

  var longest: Factory<Report> {
    Factory(self, key: "longest") { Report() }
      .shared.decorator { report, isNew in if isNew { consume(report) } }
      .timeToLive(0)
  }

  var usingContainer: Factory<Editor> {
    self { Editor(report: self.contextual(), profile: self.profileByID(3)) }
      .cached
      .onTest { [unowned self] in Editor(report: self.decorated(), profile: self.profile(4)) }
      .decorator { [unowned self] _ in consume(self.plain()) }
  }

  var ofOther: Factory<Report> { cached.timeToLive(5) }
  var ofOtherContainer: Factory<Report> { self { Desk.shared.drawer() }.cached }
}

public func resolveModified(_ container: Container) -> Int {
  container.inEveryContext().report() + container.longest().report()
    + container.usingContainer().profile.id + container.contextual().report()
    + container.decorated().report() + container.settled().report()
    + container.ofOther().report() + container.ofOtherContainer().report()
}

public func resolveModifiedInLoop(_ container: Container, _ times: Int) -> Int {
  var sum = 0
  for _ in 0..<times {
    sum += container.inEveryContext().report()
    sum += container.decorated().report()
    if sum > 1_000_000 { break }
  }
  return sum
}

// MARK: At call sites

public func scopeAtCallSite(_ container: Container) -> Int {
  container.plain.cached().report() + container.plain.unique().report()
    + container.plain.shared().report() + container.plain.graph().report()
    + container.plain.singleton().report() + container.plain.scope(.visit)().report()
    + container.plain.cached.timeToLive(1)().report()
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public func liveForDuration(_ container: Container) -> Int {
  container.plain.cached.timeToLive(.seconds(3))().report()
}

public func changeContexts(_ container: Container) {
  container.reporting.onTest { OtherReport() }.reset(.scope)
  container.reporting
    .onArg("--one") { OtherReport() }
    .onArg("--two") { Report() }
    .onDebug { [unowned container] in container.reporting() }
  FactoryContext.setArg("--one", forKey: "kind")
  consume(container.reporting())
  FactoryContext.removeArg(forKey: "kind")
  FactoryContext.current.isTest.toggle()
}

public func decorate(_ container: Container) {
  var count = 0
  container.cached.decorator { count += $0.report() }
  container.decorator { consume($0) }
  consume(container.cached())
  container.decorator(nil)
  consume(count)
}

public func once(_ container: Container) -> Report {
  container.cached.once().timeToLive(3)()
}

// MARK: Settings

public func changeSettings(_ container: Container) {
  let manager = container.manager
  manager.trace.toggle()
  manager.logger = { consume($0) }
  manager.clock = { 0 }
  manager.circularDependencyTesting = false
  manager.promiseTriggersError = false
  manager.defaultScope = .shared
}
