import FactoryKit
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
    @Injected(\.counting) private var counting
    var text: String { "\(counting.count)" }
}

extension Container {
    var counting: Factory<Counting> { self { MockServiceN(0) } }
    var contentViewModel: Factory<ContentViewModel> { self { ContentViewModel() } }
    var copy: Factory<ContentViewModel> { self(ContentViewModel.init).cached }
}

extension Container {
    func setupMocks(_ n: Int = 4) {
        counting.register { MockServiceN(n) }
    }

    // Uses no factory of its own.
    static func describe() -> String { "container" }

    var currentCount: Int { counting().count }
}

#if canImport(SwiftUI)
extension ContentViewModel: ObservableObject {}

struct ContentView: View {
    @StateObject private var model = Container.shared.contentViewModel()
    var body: some View { Text(model.text) }
}

struct ContentView_Previews: PreviewProvider {
    static var previews: some View {
        let _ = Container.shared.counting.register { MockServiceN(4) }
        ContentView()
    }
}
#endif

func preview() -> String {
    Container.shared.setupMocks(8)
    let _ = Container.shared.setupMocks()
    return Container.describe() + "\(Container.shared.currentCount)"
}
