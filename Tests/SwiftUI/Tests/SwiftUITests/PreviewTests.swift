// Factory, MIT licence; see LICENSE
//
// Registering in the body of a preview. `Preview` takes the same closure as `#Preview`.
import FactoryTesting
import SwiftUI
import Testing

private protocol Service: AnyObject {
  var name: String { get }
}

private final class Live: Service {
  var name: String { "live" }
}

private final class Mock: Service {
  let name: String
  init(_ name: String = "mock") { self.name = name }
}

extension Container {
  fileprivate var one: Factory<any Service> { self { Live() } }
  fileprivate var two: Factory<any Service> { self { Live() } }
  fileprivate var numbered: ParameterFactory<Int, any Service> { self { _ in Live() } }

  fileprivate func setupMocks() {
    one.register { Mock("one") }
    two.register { Mock("two") }
  }
}

extension CustomContainer {
  fileprivate var custom: Factory<any Service> { self { Live() } }
}

private struct Screen: View {
  @Injected(\.one) private var one
  @Injected(\.two) private var two
  @Injected(\CustomContainer.custom) private var custom
  var body: some View {
    Text(one.name)
    Text(two.name)
    Text(Container.shared.numbered(3).name)
    Text(custom.name)
  }
}

@Suite(.container, .customContainer) @MainActor struct PreviewTests {
  private func texts(_ preview: Preview) -> [String] { ViewHost(preview.make()).texts }

  @Test("Each registration is a line, with `preview` or by a call of the factory or the container")
  func severalLines() {
    let preview = Preview("A preview may have a name") {
      Container.shared.one.preview { Mock("one") }
      Container.shared { $0.two.register { Mock("two") } }
      Container.shared.numbered { Mock("number \($0)") }
      CustomContainer.shared.custom.preview { Mock("custom") }
      Screen()
    }
    #expect(texts(preview) == ["one", "two", "number 3", "custom"])
  }

  @Test("A container registers several factories in one closure")
  func container() {
    let preview = Preview {
      Container.preview { $0.setupMocks() }
      Container.shared.preview {
        $0.two.register { Mock("second") }
        $0.numbered.register { Mock("number \($0)") }
      }
      CustomContainer.preview { $0.custom.register { Mock("custom") } }
      Screen()
    }
    #expect(texts(preview) == ["one", "second", "number 3", "custom"])
  }

  @Test("The last line may be returned, and the others are statements")
  func explicitReturn() {
    let preview = Preview {
      Container.shared.one.preview { Mock("one") }
      Container.preview { $0.two.register { Mock("two") } }
      Container.shared.numbered { Mock("number \($0)") }
      Container.shared { $0.one.register { Mock("last") } }
      return Screen()
    }
    #expect(texts(preview) == ["last", "two", "number 3", "live"])
  }

  @Test("A factory's modifiers can be used in a preview, with `let _ =`")
  func otherModifiers() {
    let preview = Preview {
      let _ = Container.shared.one.register { Mock("one") }
      let _ = Container.shared.setupMocks()
      Screen()
    }
    #expect(texts(preview) == ["one", "two", "live", "live"])
  }

  @Test("Factories of the main actor are registered in a preview")
  func mainActor() {
    let preview = Preview {
      Container.shared.objectModel.preview { ObjectModel(name: "object") }
      Container.preview { $0.observableModel.register { ObservableModel(name: "observable") } }
      ObjectScreen()
      ObservableScreen()
    }
    #expect(texts(preview) == ["object", "object", "observable", "observable"])
  }

  @Test("Registrations may be conditional", arguments: [true, false])
  func conditions(isMocked: Bool) {
    let preview = Preview {
      if isMocked {
        Container.shared.one.preview { Mock() }
      }
      Screen()
    }
    #expect(texts(preview).first == (isMocked ? "mock" : "live"))
  }

  @Test("A registration shows nothing")
  func showsNothing() {
    #expect(texts(Preview { Container.shared.one.preview { Mock() } }).isEmpty)
  }

  @Test("A preview provider registers too")
  func provider() {
    #expect(ViewHost(Screen_Previews.previews).texts == ["mock", "live", "live", "live"])
  }
}

private struct Screen_Previews: PreviewProvider {
  static var previews: some View {
    Container.shared.one.preview { Mock() }
    Screen()
  }
}

#Preview {
  Container.shared.one.preview { Mock() }
  Screen()
}

#Preview("Returned") {
  Container.shared.one.preview { Mock() }
  return Screen()
}
