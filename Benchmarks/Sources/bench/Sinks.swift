// Factory, MIT licence; see LICENSE
//
// Functions that consume results, so that the compiler cannot remove the code that computes them.
// The bodies are empty, and do not retain their arguments.

import BenchModule
import FactoryKit

// Not optimised, so that the compiler does not inspect the bodies.

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

/// Returns its argument, which the compiler does not know.
@inline(never) @_optimize(none)
func opaque<T>(_ value: T) -> T { value }
