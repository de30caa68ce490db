// Factory, MIT licence; see LICENSE
//
// The rule of owners, "Passed over": registrations and contexts of a child that an instance was built without. A
// report is made once for each pair of factories in the process, so each test has factories of its own.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Office: SharedContainer {
  @TaskLocal static var shared = Office()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: Office, label: String? = nil) {
    manager = ContainerManager(childOf: parent, sharing: .ruleSession, label: label)
  }

  /// A child with registrations of its own.
  static func request(of parent: Office, label: String? = nil) -> Office {
    let request = Office(parent: parent, label: label)
    request.user.register { Piece("request's") }
    request.visitor.register { Piece("request's") }
    request.asyncUser.register { Piece("request's") }
    return request
  }
}

extension Office {
  var user: Factory<Piece> { self { Piece("definition") } }
  var visitor: Factory<Piece> { self { Piece("definition") } }
  var asyncUser: AsyncFactory<Piece, Never> { self { () async in Piece("definition") } }
  var needed: Factory<Piece> { required() }
  var page: Factory<Piece> { self { Piece("page", self.user()) } }
  var asyncPage: AsyncFactory<Piece, Never> {
    self {
      async let user = self.asyncUser()
      return await Piece("page", user)
    }
  }

  var mailbox: Factory<Piece> { self { Piece("mailbox", self.page()) }.singleton }
  var drawer: Factory<Piece> { self { Piece("drawer", self.user(), self.visitor()) }.singleton }
  var ofSession: Factory<Piece> { self { Piece("session", self.user()) }.scope(.ruleSession) }
  var ofNamed: ParameterFactory<Office, Piece> {
    self { Piece("named", $0.user()) }.singleton
  }
  var ofBetween: Factory<Piece> { self { Piece("between", self.user()) }.singleton }
  var ofNamedBetween: ParameterFactory<Office, Piece> {
    self { Piece("named", $0.user()) }.singleton
  }
  var ofContext: Factory<Piece> { self { Piece("context", self.user()) }.singleton }
  var ofInactiveContext: Factory<Piece> { self { Piece("context", self.user()) }.singleton }
  var ofNeeded: Factory<Piece> { self { Piece("needed", self.needed()) }.singleton }

  var node: Factory<Piece> { self { Piece("node", self.user()) }.graph }
  var throughNode: Factory<Piece> { self { Piece("through node", self.node()) }.singleton }
  var inner: Factory<Piece> { self { Piece("inner", self.user()) }.singleton }
  var throughInner: Factory<Piece> { self { Piece("through inner", self.inner()) }.singleton }

  var askedByClosure: Factory<Piece> { self { Piece("asked", self.user()) }.scope(.ruleSession) }
  var wired: Factory<Piece> { self { Piece("not wired") } }
  var kindAsync: AsyncFactory<Piece, Never> {
    self { () async in await Piece("kind", self.asyncPage()) }.singleton
  }
  var kindByNumber: ParameterFactory<Int, Piece> {
    self { _ in Piece("kind", self.user()) }.scopeOnParameters.singleton
  }
  var kindGroup: FactoryGroup<Piece> {
    group().add { [unowned self] in Piece("kind", self.user()) }.singleton
  }
  var kindMainActor: MainActorFactory<Piece> { self { Piece("kind", self.user()) }.singleton }
  var kindThrowing: ThrowingFactory<Piece, any Error> {
    self { () throws in Piece("kind", self.user()) }.singleton
  }

  var notReportedSingle: Factory<Piece> { self { Piece("single", self.user()) }.singleton }
  var notReportedCached: Factory<Piece> { self { Piece("cached", self.user()) }.cached }
  var notReportedGraph: Factory<Piece> { self { Piece("graph", self.user()) }.graph }
  var notReportedUnkept: Factory<Piece> { self { Piece("unkept", self.user()) } }
  var notReportedSession: Factory<Piece> {
    self { Piece("session", self.user()) }.scope(.ruleSession)
  }
}

extension Container {
  fileprivate var strictUser: Factory<Origin> { self { Origin("live") }.testable }
  fileprivate var strictMailbox: Factory<Origin> {
    self { Origin(self.strictUser().name) }.singleton.testable
  }
}

@Suite("The rule of owners: passed over", .container, .collectsIssues) struct PassedOverTests {
  private let office = Office()

  @Test("A registration that is not used is reported: what happened, the chain, and what to do")
  func text() {
    let log = ExpectedLines(containing: "Office.mailbox<")
    let request = Office.request(of: office, label: "request 7")
    #expect(request.mailbox().parts[0].parts[0].name == "definition")
    let (module, file) = ("FactoryKitChildTests", "(FactoryKitChildTests/PassedOverTests.swift:")
    let mailbox = "\(module).Office.mailbox<\(module).Piece>"
    let user = "\(module).Office.user<\(module).Piece>"
    #expect(log.lines.count == 1)
    let report = log.lines.first ?? ""
    #expect(report.hasPrefix("FactoryKit: passed over: \(mailbox)"))
    for part in [
      " is kept by the process, so it was built without the registration of \(user) \(file)",
      " in the child container \"request 7\":\n", "\n  0: \(mailbox) \(file)",
      "\n  1: \(module).Office.page<\(module).Piece> \(file)", "\n  2: \(user) \(file)",
      "\nTo fix this: give ",
      " a scope that the child keeps, or pass what belongs to the child as a ",
      "parameter, or read it later from the container that is current then.",
    ] { #expect(report.contains(part), "\(report)") }
    #expect(log.lines.passedOver == [["mailbox", "page", "user"]])
  }

  @Test("It is reported once for each pair of factories in the process")
  func once() {
    let log = ExpectedLines(containing: "Office.drawer<")
    for _ in 1...2 {
      for office in [office, Office()] {
        let request = Office.request(of: office)
        office.drawer.reset()
        #expect(request.drawer().parts.map(\.name) == ["definition", "definition"])
      }
    }
    #expect(log.lines.passedOver == [["drawer", "user"], ["drawer", "visitor"]])
    #expect(log.lines.allSatisfy { $0.contains("in a child container:") })
  }

  @Test("What the parent keeps is reported, too")
  func session() {
    let log = ExpectedLines(containing: "Office.ofSession<")
    #expect(Office.request(of: office).ofSession().parts[0].name == "definition")
    #expect(log.lines.passedOver == [["ofSession", "user"]])
    #expect(log.lines.first?.contains("the process") == false)
  }

  @Test("For every kind of factory, in child tasks, and on the main actor")
  func kinds() async throws {
    let log = ExpectedLines(containing: "Office.kind")
    let request = Office.request(of: office)
    _ = (request.kindByNumber(1), request.kindGroup(), try request.kindThrowing())
    _ = (await request.kindAsync(), await request.kindMainActor())
    #expect(
      log.lines.passedOver == [
        ["kindByNumber", "user"], ["kindGroup", "user"], ["kindThrowing", "user"],
        ["kindAsync", "asyncPage", "asyncUser"], ["kindMainActor", "user"],
      ])
  }

  @Test("If something kept is in between, too", arguments: [false, true])
  func nested(throughNode: Bool) {
    let name = throughNode ? "node" : "inner"
    let log = ExpectedLines(containing: "Office.\(name)<")
    let request = Office.request(of: office)
    _ = throughNode ? request.throughNode() : request.throughInner()
    #expect(log.lines.passedOver.first?.suffix(2) == [name, "user"])
  }

  // MARK: Whose registrations

  @Test("The registration of the container that was asked counts, if a closure of the parent asks")
  func askedByClosureOfParent() {
    let log = ExpectedLines(containing: "Office.askedByClosure<")
    office.wired.register { [unowned office] in Piece("wired", office.askedByClosure()) }
    _ = Office.request(of: office).wired()
    #expect(log.lines.passedOver.map { $0.suffix(2) } == [["askedByClosure", "user"]])
  }

  @Test("The registration of the container that is named counts")
  func named() {
    let log = ExpectedLines(containing: "Office.ofNamed<")
    let named = Office.request(of: office, label: "named")
    #expect(office.ofNamed(named).parts[0].name == "definition")
    #expect(log.lines.passedOver == [["ofNamed", "user"]])
    #expect(log.lines.first?.contains("in the child container \"named\"") == true)
  }

  @Test("So do those of containers between one of these and the owner")
  func between() {
    let asked = ExpectedLines(containing: "Office.ofBetween<")
    let named = ExpectedLines(containing: "Office.ofNamedBetween<")
    let session = Office.request(of: office, label: "session")
    _ = Office(parent: session, label: "tab").ofBetween()
    _ = office.ofNamedBetween(Office(parent: session, label: "tab"))
    for (log, name) in [(asked, "ofBetween"), (named, "ofNamedBetween")] {
      #expect(log.lines.passedOver == [[name, "user"]])
      #expect(log.lines.first?.contains("in the child container \"session\"") == true)
    }
  }

  @Test("A context counts while it holds")
  func contexts() {
    let holds = ExpectedLines(containing: "Office.ofContext<")
    let inactive = ExpectedLines(containing: "Office.ofInactiveContext<")
    let request = Office(parent: office)
    request.user.onArg(RuleArgument.held) { Piece("in context") }
    #expect(request.ofContext().parts[0].name == "definition")
    let other = Office(parent: office)
    other.user.onArg("an argument that nobody passes") { Piece("in context") }
    #expect(other.ofInactiveContext().parts[0].name == "definition")
    #expect(holds.lines.passedOver == [["ofContext", "user"]])
    #expect(inactive.lines == [])
  }

  @Test("A registration that is used is not reported, nor one of another container")
  func used() {
    let log = ExpectedLines(containing: "Office.notReported")
    let request = Office.request(of: office)
    for piece in [
      request.notReportedUnkept(), request.notReportedCached(), request.notReportedGraph(),
    ] { #expect(piece.parts[0].name == "request's") }
    // The child that overrides a factory is the owner.
    request.notReportedSession.register { [unowned request] in
      Piece("session", request.user())
    }
    #expect(request.notReportedSession().parts[0].name == "request's")
    // The owner's registration, for a child that has registered something else.
    office.user.register { Piece("office's") }
    let other = Office(parent: office)
    other.visitor.register { Piece("other") }
    #expect(other.notReportedSingle().parts[0].name == "office's")
    #expect(log.lines == [])
  }

  // MARK: Strict tests, required factories

  @Test("In strict tests, it is an issue once for each pair and test")
  func strict() {
    let log = ExpectedLines(containing: "Container.strictMailbox<")
    for _ in 1...2 {
      let messages = issues {
        withTestContainer(.strict) {
          for _ in 1...2 {
            let request = Container(parent: .shared, label: "strict request")
            request.strictUser.register { Origin("request's") }
            Container.shared.strictMailbox.reset()
            #expect(request.strictMailbox().name == "live")
          }
        }
      }
      #expect(messages.count == 1)
      #expect(messages.first?.contains("passed over: ") == true)
      #expect(messages.first?.contains("in the child container \"strict request\"") == true)
    }
    withExtendedLifetime(log) {}
  }

  @Test("A required factory that only children register stops the program there, with the report")
  func required() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let request = Office(parent: .shared, label: "request 7")
      request.needed.register { Piece("request's") }
      _ = request.ofNeeded()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("passed over: FactoryKitChildTests.Office.ofNeeded<"), "\(text)")
    #expect(text.contains("Office.needed<"), "\(text)")
    #expect(text.contains("in the child container \"request 7\""), "\(text)")
  }
}
