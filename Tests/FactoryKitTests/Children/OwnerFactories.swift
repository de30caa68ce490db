// Factory, MIT licence; see LICENSE
//
// The factories of the tests of what a child asks for, and its parent or the process keeps.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting

extension FamilyContainer {
  var outer: Factory<Piece> { self { Piece("outer", self.inner()) }.singleton }
  var inner: Factory<Piece> { self { Piece("inner", self.user()) }.singleton }
  var ofCached: Factory<Piece> { self { Piece("ofCached", self.cached()) }.singleton }
  var ofSession: Factory<Piece> { self { Piece("ofSession", self.session()) }.singleton }
  var ofContext: Factory<Piece> { self { Piece("ofContext", self.inTests()) }.singleton }
  var ofExisting: Factory<Piece> {
    self { Piece("ofExisting", self.cached.resolvedOrNil() ?? Piece("none")) }.singleton
  }
  var numbered: ParameterFactory<Int, Piece> {
    self { Piece("\($0)", self.user()) }.scopeOnParameters.singleton
  }
  var asyncUser: AsyncFactory<Piece, Never> { self { Piece("definition") } }
  var asyncPage: AsyncFactory<Piece, Never> {
    self {
      async let user = self.asyncUser()
      return await Piece("asyncPage", user)
    }
  }
  var asynchronous: AsyncFactory<Piece, Never> {
    self {
      await Task.yield()
      return await Piece("asynchronous", self.asyncPage())
    }.singleton
  }
  var pieces: FactoryGroup<Piece> { group() }
  var ofPieces: Factory<Piece> { self { Piece("ofPieces", self.pieces()) }.singleton }
  var ofExistingPieces: Factory<Piece> {
    self { Piece("ofExistingPieces", self.pieces.existing()) }.singleton
  }
  var closable: Factory<Piece> {
    self { Piece("closable", self.user()) }.onShutdown { [closed] in closed.append($0) }.singleton
  }
  var closableByNumber: ParameterFactory<Int, Piece> {
    self { Piece("\($0)", self.user()) }.onShutdown { [closed] in closed.append($0) }
      .scopeOnParameters.singleton
  }
  var failing: ThrowingFactory<Piece, any Error> {
    self { () throws in
      _ = (self.closable(), self.closableByNumber(1))
      throw MakeError(attempt: 1)
    }
  }

  /// A child that shares the scope `ofFamily`, and has registered users of its own.
  static func withUser(of parent: FamilyContainer) -> FamilyContainer {
    let child = FamilyContainer(parent: parent, sharing: .ofFamily)
    child.user.register { Piece("child") }
    child.asyncUser.register { Piece("child") }
    return child
  }
}
