// Factory, MIT licence; see LICENSE
//
// Where results go, so that the compiler can neither leave out making them nor know what becomes
// of them. The bodies are empty and take what they are given without retaining it.

import BenchModule
import FactoryKit

// Not optimised, so the compiler looks into none of them.

@inline(never) @_optimize(none)
func sink(_ service: any Service) {}

@inline(never) @_optimize(none)
func sink(_ service: (any Service)?) {}

@inline(never) @_optimize(none)
func sink(_ service: any ClassService) {}

@inline(never) @_optimize(none)
func sink(_ service: Implementation) {}

@inline(never) @_optimize(none)
func sink(_ service: any RemoteService) {}

@inline(never) @_optimize(none)
func sink(_ number: Int) {}

@inline(never) @_optimize(none)
func sink(_ container: Container) {}

@inline(never) @_optimize(none)
func sink(_ owner: borrowing Owner) {}

@inline(never) @_optimize(none)
func sink(_ owner: borrowing CachedOwner) {}

@inline(never) @_optimize(none)
func sink(_ owner: ClassOwner) {}

@inline(never) @_optimize(none)
func sink(_ owner: borrowing LazyOwner) {}

@inline(never) @_optimize(none)
func sink(_ owner: borrowing WeakLazyOwner) {}

/// Hands back what it is given; the compiler does not know that.
@inline(never) @_optimize(none)
func opaque<T>(_ value: T) -> T { value }
