import Factory
#if canImport(SwiftUI)
import SwiftUI
#endif

protocol Counting {
    var count: Int { get }
}

struct MockServiceN: Counting {
    let count: Int
    init(_ count: Int) { self.count = count }
}

final class ContentViewModel {
    @Injected(Container.counting) private var counting
    var text: String { "\(counting.count)" }
}

extension Container {
    static let counting = Factory<Counting> { MockServiceN(0) }
    static let contentViewModel = Factory(factory: { ContentViewModel() })
    static let copy = Factory(scope: .cached, factory: ContentViewModel.init)
}

extension Container {
    static func setupMocks(_ n: Int = 4) {
        counting.register { MockServiceN(n) }
    }

    // Uses no factory of its own.
    static func describe() -> String { "container" }

    static var currentCount: Int { counting().count }
}

#if canImport(SwiftUI)
extension ContentViewModel: ObservableObject {}

struct ContentView: View {
    @StateObject private var model = Container.contentViewModel()
    var body: some View { Text(model.text) }
}

struct ContentView_Previews: PreviewProvider {
    static var previews: some View {
        let _ = Container.counting.register { MockServiceN(4) }
        ContentView()
    }
}
#endif

func preview() -> String {
    Container.setupMocks(8)
    let _ = Container.setupMocks()
    return Container.describe() + "\(Container.currentCount)"
}
