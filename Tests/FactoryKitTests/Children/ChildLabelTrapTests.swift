// Factory, MIT licence; see LICENSE
//
// What stops the program in a child with a label: the message says in which child nothing is registered.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class TrapContainer: SharedContainer {
  @TaskLocal static var shared = TrapContainer()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: TrapContainer, label: String?) {
    manager = ContainerManager(childOf: parent, label: label)
  }
  static var window: TrapContainer { TrapContainer(parent: .shared, label: "window 2") }

  // The declarations are in consecutive lines.
  static let firstLine = #line + 1
  var plain: Factory<String> { required() }
  var byNumber: ParameterFactory<Int, String> { required() }
  var throwing: ThrowingFactory<String, any Error> { required() }
  var async: AsyncFactory<String, any Error> { required() }
  var mainActor: MainActorFactory<String> { required() }
  var promise: Factory<String?> { promised() }

  var screen: Factory<Screen> { self { Screen() } }
}

private final class Screen {
  let name: String = dependency(\TrapContainer.plain)
}

@Suite("Traps in a child with a label") struct ChildLabelTrapTests {
  private func expect(
    _ result: ExitTest.Result?, _ name: String, line: Int, parameter: String = "",
    place: String = " in the child container \"window 2\"", chain: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let message = """
      FactoryKit: FactoryKitChildTests.TrapContainer.\(name)<Swift.String> \
      (FactoryKitChildTests/ChildLabelTrapTests.swift:\(TrapContainer.firstLine + line))\(place) is \
      required, but nothing is registered for it.\(chain)
      To fix this: register it before it is resolved, for example in autoRegister() of the app's \
      container: \(name).register { \(parameter)… }
      """
    #expect(text.contains(message), "\(text)", sourceLocation: location)
  }

  @Test("A Factory")
  func plain() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = TrapContainer.window.plain()
      }, "plain", line: 0)
  }

  @Test("A ParameterFactory")
  func byNumber() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = TrapContainer.window.byNumber(1)
      }, "byNumber", line: 1, parameter: "_ in ")
  }

  @Test("A ThrowingFactory")
  func throwing() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try? TrapContainer.window.throwing()
      }, "throwing", line: 2)
  }

  @Test("An AsyncFactory")
  func async() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try? await TrapContainer.window.async()
      }, "async", line: 3)
  }

  @Test("A MainActorFactory")
  func mainActor() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = await TrapContainer.window.mainActor()
      }, "mainActor", line: 4)
  }

  @Test("A factory that an object injects which the child builds")
  func injected() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let window = TrapContainer.window
        _ = window.screen()
      }, "plain", line: 0,
      chain: """

        The resolutions that led to it:
          0: FactoryKitChildTests.TrapContainer.screen<FactoryKitChildTests.Screen> \
        (FactoryKitChildTests/ChildLabelTrapTests.swift:\(TrapContainer.firstLine + 7))
          1: FactoryKitChildTests.TrapContainer.plain<Swift.String> \
        (FactoryKitChildTests/ChildLabelTrapTests.swift:\(TrapContainer.firstLine))
        """)
  }

  @Test("A child without a label is not named")
  func withoutLabel() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = TrapContainer(parent: .shared, label: nil).plain()
      }, "plain", line: 0, place: "")
  }

  #if DEBUG
    @Test("A promised factory, in debug builds")
    func promised() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = TrapContainer.window.promise()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("TrapContainer.promise<Swift.Optional<Swift.String>>"), "\(text)")
      #expect(text.contains("in the child container \"window 2\""), "\(text)")
    }
  #endif
}
