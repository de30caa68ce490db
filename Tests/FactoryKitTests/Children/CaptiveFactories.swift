// Factory, MIT licence; see LICENSE
//
// The factories of the tests of captive dependencies.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting

/// A report is made once for each factory in the process, so each test has factories of its own.
extension FamilyContainer {
  var first: Factory<Piece> { self { Piece("first", self.page()) }.singleton }
  var second: Factory<Piece> { self { Piece("second", self.user()) }.singleton }
  var outer: Factory<Piece> { self { Piece("outer", self.inner()) }.singleton }
  var inner: Factory<Piece> { self { Piece("inner", self.user()) }.singleton }
  var ofCached: Factory<Piece> { self { Piece("ofCached", self.cached()) }.singleton }
  var ofSession: Factory<Piece> {
    self { Piece("ofSession", self.session()) }.singleton
  }
  var inSession: Factory<Piece> {
    self { Piece("inSession", self.user()) }.scope(.ofFamily)
  }
  var inNestedSession: Factory<Piece> {
    self { Piece("inNestedSession", self.user()) }.scope(.ofFamily)
  }
  var node: Factory<Piece> { self { Piece("node", self.user()) }.graph }
  var ofNode: Factory<Piece> { self { Piece("ofNode", self.node()) }.singleton }
  var top: Factory<Piece> { self { Piece("top", self.node(), self.ofNode()) } }
  var innocent: Factory<Piece> { self { Piece("innocent", self.page()) }.singleton }
  var ofContext: Factory<Piece> {
    self { Piece("ofContext", self.inTests()) }.singleton
  }
  var ofExisting: Factory<Piece> {
    self { Piece("ofExisting", self.cached.resolvedOrNil() ?? Piece("none")) }.singleton
  }
  var numbered: ParameterFactory<Int, Piece> {
    self { Piece("\($0)", self.user()) }.scopeOnParameters.singleton
  }
  var asynchronous: AsyncFactory<Piece, Never> {
    self {
      await Task.yield()
      return await Piece("asynchronous", self.asyncPage())
    }.singleton
  }
  var asyncPage: AsyncFactory<Piece, Never> {
    self {
      async let user = self.asyncUser()
      return await Piece("asyncPage", user)
    }
  }
  var asyncUser: AsyncFactory<Piece, Never> { self { Piece("definition") } }
  var asyncNode: AsyncFactory<Piece, Never> {
    self {
      await Task.yield()
      return await Piece("asyncNode", self.asyncUser())
    }.graph
  }
  var ofAsyncNode: AsyncFactory<Piece, Never> {
    self { await Piece("ofAsyncNode", self.asyncNode()) }.singleton
  }
  var asyncTop: AsyncFactory<Piece, Never> {
    self {
      async let node = self.asyncNode()
      async let single = self.ofAsyncNode()
      return await Piece("asyncTop", node, single)
    }
  }
  var ofLevels: Factory<Piece> {
    self { Piece("ofLevels", self.user()) }.scope(.ofFamily)
  }
  var pieces: FactoryGroup<Piece> { group() }
  var ofPieces: Factory<Piece> {
    self { Piece("ofPieces", self.pieces()[0]) }.singleton
  }
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
  var guest: Factory<Piece?> { self { Piece("definition") } }
  var ofGuest: Factory<Piece?> { self { self.guest() }.singleton }
  var ofThrowing: ThrowingFactory<Piece, any Error> {
    self { try self.throwing() }.singleton
  }
  var asyncThrowing: AsyncFactory<Piece, any Error> {
    self { Piece("definition") }
  }
  var ofAsyncThrowing: AsyncFactory<Piece, any Error> {
    self { try await self.asyncThrowing() }.singleton
  }
  var crowded: AsyncFactory<Piece, Never> {
    self { await Piece("crowded", self.asyncUser()) }.singleton
  }
  var ofOneChild: AsyncFactory<Piece, Never> {
    self { await Piece("ofOneChild", self.asyncUser()) }.singleton
  }
  var ofTwoChildren: AsyncFactory<Piece, Never> {
    self { await Piece("ofTwoChildren", self.asyncUser()) }.singleton
  }
  var awaited: Factory<Piece> {
    self {
      CaptiveGates.isBuilding.open()
      CaptiveGates.mayFinish.wait()
      return Piece("awaited", self.user())
    }.singleton
  }
}

/// The gates of the factory `awaited`.
enum CaptiveGates {
  static let isBuilding = Gate()
  static let mayFinish = Gate()
}

extension FamilyContainer {
  /// A child that shares the scope `ofFamily`, and has registered users of its own.
  static func withUser(of parent: FamilyContainer) -> FamilyContainer {
    let child = FamilyContainer(parent: parent, sharing: .ofFamily)
    child.user.register { Piece("child") }
    child.asyncUser.register { Piece("child") }
    return child
  }
}
