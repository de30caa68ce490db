// Factory, MIT licence; see LICENSE
//
// The table of the state machine of one instance: its result and its next state for every event in
// every state.
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

extension InstanceSlotTests {
  enum State: CaseIterable {
    case empty, builtByMe, builtByAnother, builtByTask, cachedAlive, cachedButGone, cachedAndExpired
    case cachedWithUnknownUse
  }

  enum Event: CaseIterable {
    /// Requests of thread 1.
    case ask, askWithTimeToLive
    /// Requests of a task.
    case askByTask, askByTaskWithTimeToLive
    /// Requests of a cancelled task.
    case askByCancelledTask, askByCancelledTaskWithTimeToLive
    /// Requests of a reader.
    case read, readWithTimeToLive
    case end, endWithNil, endOvertaken, evict, restore

    /// Who makes the request, if the event is one.
    var asker: InstanceSlot.Asker? {
      switch self {
      case .ask, .askWithTimeToLive: .thread(.thread(1))
      case .askByTask, .askByTaskWithTimeToLive: .task(mayBuild: true)
      case .askByCancelledTask, .askByCancelledTaskWithTimeToLive: .task(mayBuild: false)
      case .read, .readWithTimeToLive: .reader
      case .end, .endWithNil, .endOvertaken, .evict, .restore: nil
      }
    }

    var hasTimeToLive: Bool {
      switch self {
      case .askWithTimeToLive, .askByTaskWithTimeToLive, .askByCancelledTaskWithTimeToLive,
        .readWithTimeToLive:
        true
      default: false
      }
    }
  }

  enum Answer: Equatable {
    case hit, build, buildEvicting, wait, reentered, missing
    case wasCurrent, wasOvertaken
    case nothing, instance, builder
    case none
  }

  /// The expected state after an event.
  enum NextState: Equatable {
    case empty
    /// There is a builder: the previous one, a new one of thread 1, or a new one of a task.
    case sameBuilder, newBuilder, newTask
    /// There is an instance: the previous one, or the event's.
    case sameInstance, newInstance
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let state: State
    let event: Event
    let answer: Answer
    let following: NextState
    /// When the instance was last used, where it matters.
    let lastUse: UInt64?

    init(
      _ state: State, _ event: Event, _ answer: Answer, _ following: NextState,
      lastUse: UInt64? = nil
    ) {
      self.state = state
      self.event = event
      self.answer = answer
      self.following = following
      self.lastUse = lastUse
    }

    var testDescription: String { "\(state), \(event): \(answer), then \(following)" }

    // In `end` and `endWithNil`, the builder is the state's current or previous one: in a
    // state without a builder, it has finished before.
    static let table: [Row] = [
      Row(.empty, .ask, .build, .newBuilder),
      Row(.empty, .askWithTimeToLive, .build, .newBuilder),
      Row(.empty, .askByTask, .build, .newTask),
      Row(.empty, .askByTaskWithTimeToLive, .build, .newTask),
      Row(.empty, .askByCancelledTask, .missing, .empty),
      Row(.empty, .askByCancelledTaskWithTimeToLive, .missing, .empty),
      Row(.empty, .read, .missing, .empty),
      Row(.empty, .readWithTimeToLive, .missing, .empty),
      Row(.empty, .end, .wasOvertaken, .empty),
      Row(.empty, .endWithNil, .wasOvertaken, .empty),
      Row(.empty, .endOvertaken, .wasOvertaken, .empty),
      Row(.empty, .evict, .nothing, .empty),
      Row(.empty, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      Row(.builtByMe, .ask, .reentered, .sameBuilder),
      Row(.builtByMe, .askWithTimeToLive, .reentered, .sameBuilder),
      Row(.builtByMe, .askByTask, .wait, .sameBuilder),
      Row(.builtByMe, .askByTaskWithTimeToLive, .wait, .sameBuilder),
      Row(.builtByMe, .askByCancelledTask, .wait, .sameBuilder),
      Row(.builtByMe, .askByCancelledTaskWithTimeToLive, .wait, .sameBuilder),
      Row(.builtByMe, .read, .missing, .sameBuilder),
      Row(.builtByMe, .readWithTimeToLive, .missing, .sameBuilder),
      Row(.builtByMe, .end, .wasCurrent, .newInstance, lastUse: Place.endedAt),
      Row(.builtByMe, .endWithNil, .wasCurrent, .empty),
      Row(.builtByMe, .endOvertaken, .wasOvertaken, .sameBuilder),
      Row(.builtByMe, .evict, .builder, .empty),
      Row(.builtByMe, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      Row(.builtByAnother, .ask, .wait, .sameBuilder),
      Row(.builtByAnother, .askWithTimeToLive, .wait, .sameBuilder),
      Row(.builtByAnother, .askByTask, .wait, .sameBuilder),
      Row(.builtByAnother, .askByTaskWithTimeToLive, .wait, .sameBuilder),
      Row(.builtByAnother, .askByCancelledTask, .wait, .sameBuilder),
      Row(.builtByAnother, .askByCancelledTaskWithTimeToLive, .wait, .sameBuilder),
      Row(.builtByAnother, .read, .missing, .sameBuilder),
      Row(.builtByAnother, .readWithTimeToLive, .missing, .sameBuilder),
      Row(.builtByAnother, .end, .wasCurrent, .newInstance, lastUse: Place.endedAt),
      Row(.builtByAnother, .endWithNil, .wasCurrent, .empty),
      Row(.builtByAnother, .endOvertaken, .wasOvertaken, .sameBuilder),
      Row(.builtByAnother, .evict, .builder, .empty),
      Row(.builtByAnother, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      Row(.builtByTask, .ask, .wait, .sameBuilder),
      Row(.builtByTask, .askWithTimeToLive, .wait, .sameBuilder),
      Row(.builtByTask, .askByTask, .wait, .sameBuilder),
      Row(.builtByTask, .askByTaskWithTimeToLive, .wait, .sameBuilder),
      Row(.builtByTask, .askByCancelledTask, .wait, .sameBuilder),
      Row(.builtByTask, .askByCancelledTaskWithTimeToLive, .wait, .sameBuilder),
      Row(.builtByTask, .read, .missing, .sameBuilder),
      Row(.builtByTask, .readWithTimeToLive, .missing, .sameBuilder),
      Row(.builtByTask, .end, .wasCurrent, .newInstance, lastUse: Place.endedAt),
      Row(.builtByTask, .endWithNil, .wasCurrent, .empty),
      Row(.builtByTask, .endOvertaken, .wasOvertaken, .sameBuilder),
      Row(.builtByTask, .evict, .builder, .empty),
      Row(.builtByTask, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      // The last use changes only with a time to live, and never for a reader.
      Row(.cachedAlive, .ask, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedAlive, .askWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(.cachedAlive, .askByTask, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedAlive, .askByTaskWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(.cachedAlive, .askByCancelledTask, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedAlive, .askByCancelledTaskWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(.cachedAlive, .read, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedAlive, .readWithTimeToLive, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedAlive, .end, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedAlive, .endWithNil, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedAlive, .endOvertaken, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedAlive, .evict, .instance, .empty),
      Row(.cachedAlive, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      Row(.cachedButGone, .ask, .buildEvicting, .newBuilder),
      Row(.cachedButGone, .askWithTimeToLive, .buildEvicting, .newBuilder),
      Row(.cachedButGone, .askByTask, .buildEvicting, .newTask),
      Row(.cachedButGone, .askByTaskWithTimeToLive, .buildEvicting, .newTask),
      Row(.cachedButGone, .askByCancelledTask, .missing, .sameInstance, lastUse: Place.lastUse),
      Row(
        .cachedButGone, .askByCancelledTaskWithTimeToLive, .missing, .sameInstance,
        lastUse: Place.lastUse),
      Row(.cachedButGone, .read, .missing, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedButGone, .readWithTimeToLive, .missing, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedButGone, .end, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedButGone, .endWithNil, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedButGone, .endOvertaken, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.cachedButGone, .evict, .instance, .empty),
      Row(.cachedButGone, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      // Only a request with a time to live treats the instance as expired. A reader, or a cancelled
      // task, leaves it for the next request.
      Row(.cachedAndExpired, .ask, .hit, .sameInstance, lastUse: Place.longAgo),
      Row(.cachedAndExpired, .askWithTimeToLive, .buildEvicting, .newBuilder),
      Row(.cachedAndExpired, .askByTask, .hit, .sameInstance, lastUse: Place.longAgo),
      Row(.cachedAndExpired, .askByTaskWithTimeToLive, .buildEvicting, .newTask),
      Row(.cachedAndExpired, .askByCancelledTask, .hit, .sameInstance, lastUse: Place.longAgo),
      Row(
        .cachedAndExpired, .askByCancelledTaskWithTimeToLive, .missing, .sameInstance,
        lastUse: Place.longAgo),
      Row(.cachedAndExpired, .read, .hit, .sameInstance, lastUse: Place.longAgo),
      Row(.cachedAndExpired, .readWithTimeToLive, .missing, .sameInstance, lastUse: Place.longAgo),
      Row(.cachedAndExpired, .end, .wasOvertaken, .sameInstance, lastUse: Place.longAgo),
      Row(.cachedAndExpired, .endWithNil, .wasOvertaken, .sameInstance, lastUse: Place.longAgo),
      Row(
        .cachedAndExpired, .endOvertaken, .wasOvertaken, .sameInstance, lastUse: Place.longAgo),
      Row(.cachedAndExpired, .evict, .instance, .empty),
      Row(.cachedAndExpired, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      // The first request with a time to live starts it.
      Row(.cachedWithUnknownUse, .ask, .hit, .sameInstance, lastUse: TimeToLive.unknown),
      Row(.cachedWithUnknownUse, .askWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(.cachedWithUnknownUse, .askByTask, .hit, .sameInstance, lastUse: TimeToLive.unknown),
      Row(.cachedWithUnknownUse, .askByTaskWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(
        .cachedWithUnknownUse, .askByCancelledTask, .hit, .sameInstance, lastUse: TimeToLive.unknown
      ),
      Row(
        .cachedWithUnknownUse, .askByCancelledTaskWithTimeToLive, .hit, .sameInstance,
        lastUse: Place.now),
      Row(.cachedWithUnknownUse, .read, .hit, .sameInstance, lastUse: TimeToLive.unknown),
      Row(
        .cachedWithUnknownUse, .readWithTimeToLive, .hit, .sameInstance, lastUse: TimeToLive.unknown
      ),
      Row(
        .cachedWithUnknownUse, .end, .wasOvertaken, .sameInstance, lastUse: TimeToLive.unknown),
      Row(
        .cachedWithUnknownUse, .endWithNil, .wasOvertaken, .sameInstance,
        lastUse: TimeToLive.unknown),
      Row(
        .cachedWithUnknownUse, .endOvertaken, .wasOvertaken, .sameInstance,
        lastUse: TimeToLive.unknown),
      Row(.cachedWithUnknownUse, .evict, .instance, .empty),
      Row(.cachedWithUnknownUse, .restore, .none, .newInstance, lastUse: Place.restoredUse),
    ]
  }
}
