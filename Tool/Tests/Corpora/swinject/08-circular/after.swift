import FactoryKit

protocol ParentProtocol: AnyObject {}
protocol ChildProtocol: AnyObject {}

class Parent: ParentProtocol {
    let child: ChildProtocol?
    init(child: ChildProtocol?) { self.child = child }
}

class Child: ChildProtocol {
    weak var parent: ParentProtocol?
}

class View {
    var title = ""
}

class FamilyAssembly {
    // factory:migrate this assembly does more than declare factories: call it where the container is made, or move what it does into `autoRegister()`
    func assemble(container: Container) {
        // factory:migrate `initCompleted` has no counterpart: remove this, and declare `var childProtocol: Factory<ChildProtocol> { self { let x = …; …; return x }.graph }`; if two need each other, use `@WeakLazyInjected` in one of them
        container.register(ChildProtocol.self) { _ in Child() }
            .initCompleted { r, c in
                let child = c as! Child
                child.parent = r.resolve(ParentProtocol.self)
            }
        // factory:migrate `initCompleted` has no counterpart: remove this, and declare `var view: Factory<View> { self { let x = …; …; return x }.graph }`; if two need each other, use `@WeakLazyInjected` in one of them
        container.register(View.self) { _ in View() }.initCompleted { _, view in view.title = "View" }
    }
}

extension Container {
    var parentProtocol: Factory<ParentProtocol> {
        self {
            Parent(child: self.childProtocol())
        }.graph
    }
}

extension Container {
    // factory:migrate no registration of ChildProtocol could be moved here: write its closure
    var childProtocol: Factory<ChildProtocol> { required() }
    // factory:migrate no registration of View could be moved here: write its closure
    var view: Factory<View> { required() }
}
