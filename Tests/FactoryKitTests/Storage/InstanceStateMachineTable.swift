// Factory, MIT licence; see LICENSE
//
// The table of the state machine of one instance: its result and its next state for every event in
// every state.
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

extension InstanceStateMachineTests {
  enum State: CaseIterable {
    case empty, builtByMe, builtByAnother, builtByTask, keptAlive, keptButGone, keptAndExpired
    case keptWithUnknownUse
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
    case finish, finishWithNil, finishOvertaken, evict, restore

    /// Who makes the request, if the event is one.
    var asker: InstanceStateMachine.Asker? {
      switch self {
      case .ask, .askWithTimeToLive: .thread(.thread(1))
      case .askByTask, .askByTaskWithTimeToLive: .task(mayBuild: true)
      case .askByCancelledTask, .askByCancelledTaskWithTimeToLive: .task(mayBuild: false)
      case .read, .readWithTimeToLive: .reader
      case .finish, .finishWithNil, .finishOvertaken, .evict, .restore: nil
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

    // In `finish` and `finishWithNil`, the builder is the state's current or previous one: in a
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
      Row(.empty, .finish, .wasOvertaken, .empty),
      Row(.empty, .finishWithNil, .wasOvertaken, .empty),
      Row(.empty, .finishOvertaken, .wasOvertaken, .empty),
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
      Row(.builtByMe, .finish, .wasCurrent, .newInstance, lastUse: Place.finishedAt),
      Row(.builtByMe, .finishWithNil, .wasCurrent, .empty),
      Row(.builtByMe, .finishOvertaken, .wasOvertaken, .sameBuilder),
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
      Row(.builtByAnother, .finish, .wasCurrent, .newInstance, lastUse: Place.finishedAt),
      Row(.builtByAnother, .finishWithNil, .wasCurrent, .empty),
      Row(.builtByAnother, .finishOvertaken, .wasOvertaken, .sameBuilder),
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
      Row(.builtByTask, .finish, .wasCurrent, .newInstance, lastUse: Place.finishedAt),
      Row(.builtByTask, .finishWithNil, .wasCurrent, .empty),
      Row(.builtByTask, .finishOvertaken, .wasOvertaken, .sameBuilder),
      Row(.builtByTask, .evict, .builder, .empty),
      Row(.builtByTask, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      // The last use changes only with a time to live, and never for a reader.
      Row(.keptAlive, .ask, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .askWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(.keptAlive, .askByTask, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .askByTaskWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(.keptAlive, .askByCancelledTask, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .askByCancelledTaskWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(.keptAlive, .read, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .readWithTimeToLive, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .finish, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .finishWithNil, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .finishOvertaken, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .evict, .instance, .empty),
      Row(.keptAlive, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      Row(.keptButGone, .ask, .buildEvicting, .newBuilder),
      Row(.keptButGone, .askWithTimeToLive, .buildEvicting, .newBuilder),
      Row(.keptButGone, .askByTask, .buildEvicting, .newTask),
      Row(.keptButGone, .askByTaskWithTimeToLive, .buildEvicting, .newTask),
      Row(.keptButGone, .askByCancelledTask, .missing, .sameInstance, lastUse: Place.lastUse),
      Row(
        .keptButGone, .askByCancelledTaskWithTimeToLive, .missing, .sameInstance,
        lastUse: Place.lastUse),
      Row(.keptButGone, .read, .missing, .sameInstance, lastUse: Place.lastUse),
      Row(.keptButGone, .readWithTimeToLive, .missing, .sameInstance, lastUse: Place.lastUse),
      Row(.keptButGone, .finish, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptButGone, .finishWithNil, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptButGone, .finishOvertaken, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptButGone, .evict, .instance, .empty),
      Row(.keptButGone, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      // Only a request with a time to live treats the instance as expired. A reader, or a cancelled
      // task, leaves it for the next request.
      Row(.keptAndExpired, .ask, .hit, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .askWithTimeToLive, .buildEvicting, .newBuilder),
      Row(.keptAndExpired, .askByTask, .hit, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .askByTaskWithTimeToLive, .buildEvicting, .newTask),
      Row(.keptAndExpired, .askByCancelledTask, .hit, .sameInstance, lastUse: Place.longAgo),
      Row(
        .keptAndExpired, .askByCancelledTaskWithTimeToLive, .missing, .sameInstance,
        lastUse: Place.longAgo),
      Row(.keptAndExpired, .read, .hit, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .readWithTimeToLive, .missing, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .finish, .wasOvertaken, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .finishWithNil, .wasOvertaken, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .finishOvertaken, .wasOvertaken, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .evict, .instance, .empty),
      Row(.keptAndExpired, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      // The first request with a time to live starts it.
      Row(.keptWithUnknownUse, .ask, .hit, .sameInstance, lastUse: TimeToLive.unknown),
      Row(.keptWithUnknownUse, .askWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(.keptWithUnknownUse, .askByTask, .hit, .sameInstance, lastUse: TimeToLive.unknown),
      Row(.keptWithUnknownUse, .askByTaskWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(
        .keptWithUnknownUse, .askByCancelledTask, .hit, .sameInstance, lastUse: TimeToLive.unknown),
      Row(
        .keptWithUnknownUse, .askByCancelledTaskWithTimeToLive, .hit, .sameInstance,
        lastUse: Place.now),
      Row(.keptWithUnknownUse, .read, .hit, .sameInstance, lastUse: TimeToLive.unknown),
      Row(
        .keptWithUnknownUse, .readWithTimeToLive, .hit, .sameInstance, lastUse: TimeToLive.unknown),
      Row(
        .keptWithUnknownUse, .finish, .wasOvertaken, .sameInstance, lastUse: TimeToLive.unknown),
      Row(
        .keptWithUnknownUse, .finishWithNil, .wasOvertaken, .sameInstance,
        lastUse: TimeToLive.unknown),
      Row(
        .keptWithUnknownUse, .finishOvertaken, .wasOvertaken, .sameInstance,
        lastUse: TimeToLive.unknown),
      Row(.keptWithUnknownUse, .evict, .instance, .empty),
      Row(.keptWithUnknownUse, .restore, .none, .newInstance, lastUse: Place.restoredUse),
    ]
  }
}
