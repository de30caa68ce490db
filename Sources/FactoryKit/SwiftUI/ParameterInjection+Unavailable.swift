// Factory, MIT licence; see LICENSE
//
// Unavailable initialisers of the wrappers for views, for main-actor factories with a parameter. Their
// message says how a view passes the parameter.
#if canImport(SwiftUI)
  public import FactoryKitCore

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  extension InjectedObject {
    /// Unavailable, because the wrapper has no parameter to pass. See <doc:SwiftUI>.
    @available(
      *, unavailable,
      message: """
        this factory needs a parameter; declare the property with its type and without a key path, \
        and assign '_model = InjectedObject(Container.shared.model(parameter))' in the view's 'init'
        """
    )
    @_alwaysEmitIntoClient
    public init<F: MainActorParameterFactoryKind>(
      _: KeyPath<Container, F>
    ) where F.Product == T {
      fatalError("unavailable")
    }

    /// Unavailable, because the wrapper has no parameter to pass. See <doc:SwiftUI>.
    @available(
      *, unavailable,
      message: """
        this factory needs a parameter; declare the property with its type and without a key path, \
        and assign '_model = InjectedObject(Container.shared.model(parameter))' in the view's 'init'
        """
    )
    @_alwaysEmitIntoClient @_disfavoredOverload
    public init<
      C: SharedContainer, F: MainActorParameterFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
    >(
      _: KeyPath<C, F>
    ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
      fatalError("unavailable")
    }
  }

  #if canImport(Observation)
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    extension InjectedObservable {
      /// Unavailable, because the wrapper has no parameter to pass. See <doc:SwiftUI>.
      @available(
        *, unavailable,
        message: """
          this factory needs a parameter; declare the property with its type and without a key path, \
          and assign '_model = InjectedObservable(Container.shared.model(parameter))' in the view's 'init'
          """
      )
      @_alwaysEmitIntoClient
      public init<F: MainActorParameterFactoryKind>(
        _: KeyPath<Container, F>
      ) where F.Product == T {
        fatalError("unavailable")
      }

      /// Unavailable, because the wrapper has no parameter to pass. See <doc:SwiftUI>.
      @available(
        *, unavailable,
        message: """
          this factory needs a parameter; declare the property with its type and without a key path, \
          and assign '_model = InjectedObservable(Container.shared.model(parameter))' in the view's 'init'
          """
      )
      @_alwaysEmitIntoClient @_disfavoredOverload
      public init<
        C: SharedContainer, F: MainActorParameterFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
      >(
        _: KeyPath<C, F>
      ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
        fatalError("unavailable")
      }
    }
  #endif
#endif
