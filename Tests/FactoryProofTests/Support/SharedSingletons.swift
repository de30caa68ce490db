// Factory, MIT licence; see LICENSE
//
// Threads do not inherit task-locals, so tests with threads use the process's singletons. Their
// suites are in this one, and so run one after the other.
import Testing

@Suite("With the process's singletons", .serialized, .oneAtATime)
enum SharedSingletons {}
