// Factory, MIT licence; see LICENSE
//
// Shows that availability is enforced: the lines below the comments that begin with `error:` must not
// compile. The version is the one that introduced what the line uses.

protocol Calling { associatedtype Closure }

struct Call<Failure: Error>: Calling {
  // error: runtime support for typed throws function types is only available in (iOS 18)
  typealias Closure = () throws(Failure) -> Void
}

func start() {
  // error: 'ContinuousClock' is only available in (iOS 16)
  _ = ContinuousClock()
}

// error: 'Duration' is only available in (iOS 16)
func measure(_ limit: Duration) {}

// error: is only available in (iOS 26)
func list() -> [3 of Int] { [1, 2, 3] }

enum SettingsError: Error { case missing }

// error: runtime support for typed throws function types is only available in (iOS 18)
func call(_ all: [() throws(SettingsError) -> Void]) {}
