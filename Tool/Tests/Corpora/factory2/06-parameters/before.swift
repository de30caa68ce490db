import FactoryKit

struct UserProfileViewModel {
    let userId: Int
    var isEditable = false
}

final class Page {
    init(_ number: Int, of book: String) {}
}

extension Container {
    // As the guide of 2.x has it
    var userProfileViewModel: Factory<UserProfileViewModel> {
        self { userId in
            UserProfileViewModel(userId: userId)
        }
    }

    var typed: Factory<UserProfileViewModel> {
        Factory(self) { (userId: Int) in UserProfileViewModel(userId: userId, isEditable: true) }
    }

    var page: Factory<Page> {
        self { number, book in Page(number, of: book) }.cached
    }

    var ignored: Factory<String> {
        self { _ in "text" }
    }

    var right: ParameterFactory<Int, UserProfileViewModel> {
        ParameterFactory(self) { UserProfileViewModel(userId: $0) }
    }
}

struct ProfileScreen {
    @Injected(\.userProfileViewModel) private var userProfileViewModelFactory

    func show() -> Int {
        let viewModel = userProfileViewModelFactory(123)
        _ = Container.shared.page((1, "Swift"))
        return viewModel.userId + Container.shared.right(7).userId
    }
}
