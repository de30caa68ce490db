// Factory, MIT licence; see LICENSE
//
// The limit of shutdown hooks in tests.

/// A limit for the hooks of tests that are not about limits, in seconds. The tests run in parallel and
/// may keep all threads busy for longer than the default of ten seconds.
public let longHookLimit = 600.0
