// Factory, MIT licence; see LICENSE
//
// Required factories of every kind without a registration: resolving stops the program, in debug and
// release builds, with a message that says what to write. Each in the child process of an exit test.
import FactoryTesting
import Testing

private protocol Sending: Sendable {}

final class RequiringEveryKind: SharedContainer {
  @TaskLocal static var shared = RequiringEveryKind()
  let manager = ContainerManager()
}

extension RequiringEveryKind {
  // The declarations are in consecutive lines, in the order of `RequiredFactories.Kind`.
  fileprivate static let firstLine = #line + 1
  fileprivate var plain: Factory<any Sending> { required() }
  fileprivate var byNumber: ParameterFactory<Int, any Sending> { required() }
  fileprivate var throwing: ThrowingFactory<any Sending, any Error> { required() }
  fileprivate var throwingByNumber: ThrowingParameterFactory<Int, any Sending, Never> { required() }
  fileprivate var async: AsyncFactory<any Sending, any Error> { required() }
  fileprivate var asyncByNumber: AsyncParameterFactory<Int, any Sending, Never> { required() }
  fileprivate var mainActor: MainActorFactory<any Sending> { required() }
  fileprivate var mainActorByNumber: MainActorParameterFactory<Int, any Sending> { required() }
  fileprivate var asyncCached: AsyncFactory<any Sending, any Error> { required().singleton }

  fileprivate var outer: Factory<Int> {
    self {
      _ = self.plain()
      return 0
    }
  }
  fileprivate var asyncOuter: AsyncFactory<Int, any Error> { self { self.outer() }.cached }
}

@Suite("Required factories without a registration") struct RequiredFactories {
  private enum Kind: Int {
    case plain, byNumber, throwing, throwingByNumber, async, asyncByNumber
    case mainActor, mainActorByNumber, asyncCached

    /// The message of the trap.
    var message: String {
      let factory = "FactoryProofTests.RequiringEveryKind.\(self)<FactoryProofTests.Sending>"
      let place = "FactoryProofTests/RequiredFactories.swift"
      return """
        FactoryKit: \(factory) (\(place):\(RequiringEveryKind.firstLine + rawValue)) is required, \
        but nothing is registered for it.
        To fix this: register it before it is resolved, for example in autoRegister() of the app's \
        container: \(self).register { \(hasParameter ? "_ in " : "")… }
        """
    }

    private var hasParameter: Bool { "\(self)".hasSuffix("ByNumber") || self == .byNumber }
  }

  private func expect(
    _ result: ExitTest.Result?, _ kind: Kind, at location: SourceLocation = #_sourceLocation
  ) {
    let text = text(result)
    #expect(text.contains(kind.message), "\(text)", sourceLocation: location)
  }

  @Test("The report has the resolutions that led to the factory, also across tasks")
  func chain() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await RequiringEveryKind.shared.asyncOuter()
    }
    let text = text(result)
    let place = "(FactoryProofTests/RequiredFactories.swift:"
    let names = ["asyncOuter", "outer", "plain"].map {
      "FactoryProofTests.RequiringEveryKind.\($0)<"
    }
    let lines = text.split(separator: "\n").drop { $0 != "The resolutions that led to it:" }
      .dropFirst()
    #expect(lines.count >= names.count, "\(text)")
    for (index, (line, name)) in zip(lines, names).enumerated() {
      #expect(line.hasPrefix("  \(index): \(name)") && line.contains(place), "\(text)")
    }
  }

  @Test("Each kind stops the program and reports the line to add, also one that can throw")
  func kinds() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = RequiringEveryKind.shared.byNumber(1)
      }, .byNumber)
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try? RequiringEveryKind.shared.throwing()
      }, .throwing)
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = RequiringEveryKind.shared.throwingByNumber(1)
      }, .throwingByNumber)
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try? await RequiringEveryKind.shared.async()
      }, .async)
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = await RequiringEveryKind.shared.asyncByNumber(1)
      }, .asyncByNumber)
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = await RequiringEveryKind.shared.mainActor()
      }, .mainActor)
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = await RequiringEveryKind.shared.mainActorByNumber(1)
      }, .mainActorByNumber)
  }

  @Test("An asynchronous factory with a scope stops the program in the task that builds")
  func asyncCached() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try? await RequiringEveryKind.shared.asyncCached()
      }, .asyncCached)
  }

  @Test("The value of a required factory works after its container is released")
  func temporary() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let factory = RequiringEveryKind().throwing
        _ = try? factory()
      }, .throwing)
  }
}
