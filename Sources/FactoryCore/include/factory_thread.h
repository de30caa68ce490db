// Factory, MIT licence; see LICENSE
//
// The state of a thread's resolutions, with its linked list of frames.
#ifndef FACTORY_THREAD_H
#define FACTORY_THREAD_H

#include "factory_hazards.h"

FACTORY_BEGIN_DECLARATIONS

/// The phases of a resolution: the values of `factory_frame.phase`.
enum { FACTORY_RESOLVING = 0, FACTORY_CONSTRUCTING = 1, FACTORY_DECORATING = 2 };

/// For whom a resolution builds: a part of its frame. See `Children/Owners.swift`.
typedef struct factory_owner {
  const void *_Nullable manager; // the `ContainerManager` of the owner; the resolution retains it
  const void *_Nullable core;    // its `factory_core`
  const void *_Nullable asked;   // the `ContainerManager` that was asked; the resolution retains it
  const void *_Nullable around;  // the task's innermost `TaskFrame` when the closure was called
  uint64_t containers;           // how many containers had been made then
  uint32_t set_by;               // the depth of the child that has set the closure, or a layer or member; otherwise zero
  uint32_t is_kept;              // whether the instance is kept: zero, or one of the values below
  uint32_t is_bound;             // whether there is a `TaskFrame` of the frame, which counts instead of it
} factory_owner;

enum { FACTORY_KEPT_BY_CONTAINER = 1, FACTORY_KEPT_BY_PROCESS = 2 };

/// One resolution in progress. Frames are local variables of the code that resolves, on the stack
/// or in the context of a task that does not suspend during the resolution. They are linked from
/// the innermost to the outermost. Only their own thread changes them. Other threads read them only
/// under the wait graph's lock, while that thread cannot leave the resolution.
typedef struct factory_frame {
  struct factory_frame *_Nullable previous;
  struct factory_thread *_Nullable thread;
  uint32_t depth;
  uint32_t phase;
  uint64_t container;                   // the container's identity, see `Diagnostics/FactoryNames.swift`
  const void *_Nullable type;           // metadata of the result type
  const uint8_t *_Nullable name;        // null-terminated, like `file`
  const uint8_t *_Nullable file;
  uint32_t line;
  uint32_t flags;                       // see below
  const void *_Nullable parameter;      // the parameter's value, alive while the frame is
  const void *_Nullable parameter_type; // its metadata; null for factories without parameter
  const void *_Nullable decorator;      // whose decorator runs in the decorating phase
  factory_owner owner;
} factory_frame;

/// Properties of a factory's declaration: the values of `factory_frame.flags`. The type is
/// fixed because an enumeration is signed on some systems.
enum factory_declaration_flags : uint32_t {
  /// How many calls of `wrap` and `add` outside of the function that declares the factory the chain of modifiers contains; the
  /// highest number stands for all higher ones. The first layers of a container are the definition's.
  FACTORY_ONE_LAYER = 1u << 17,
  FACTORY_LAYERS = 7u << 17,
  // The chain of modifiers contains `onShutdown`, `timeToLive` or `decorator`. What the container stores for these is the
  // definition's then.
  FACTORY_HAS_HOOK = 1u << 20,
  FACTORY_HAS_TIME_TO_LIVE = 1u << 21,
  FACTORY_HAS_DECORATOR = 1u << 22,
  /// How many contexts the chain of modifiers sets; the highest number stands for all higher ones. The first contexts of a
  /// container are the definition's.
  FACTORY_ONE_CONTEXT = 1u << 23,
  FACTORY_CONTEXTS = 3u << 23,
  /// The factory is a group.
  FACTORY_IS_GROUP = 1u << 25,
  /// The chain of modifiers contains `.testable`.
  FACTORY_IS_TESTABLE = 1u << 26,
  /// The factory is declared by `promised()` or `required()`.
  FACTORY_IS_PROMISE = 1u << 27,
  /// The chain of modifiers contains `.scopeOnParameters`.
  FACTORY_IS_SCOPED_ON_PARAMETERS = 1u << 28,
  /// The factory is a function that a property wrapper has created from a parameter factory.
  FACTORY_IS_FUNCTION = 1u << 29,
  /// The name comes from `key:`, so the file is not part of the factory's key.
  FACTORY_HAS_EXPLICIT_KEY = 1u << 30,
  /// The chain of modifiers has called `.once()`.
  FACTORY_IS_AFTER_ONCE = 1u << 31,
  /// All of them.
  FACTORY_DECLARATION_FLAGS = 32767u << 17,
};

/// The first instance of the graph scope in a resolution cycle. Most cycles have no other. Only
/// `Engine/GraphScope.swift` accesses it.
typedef struct factory_graph_instance {
  const void *_Nullable address;
  uint64_t generation;
  uint64_t container;
  // Owned references; `box` is null if there is no instance.
  void *_Nullable box;
  void *_Nullable parameter;
} factory_graph_instance;

/// A call of a watcher, a local variable of the code that calls it.
typedef struct factory_watcher_call {
  const void *_Nonnull watcher;
  const void *_Nullable outer; // another call of a watcher
} factory_watcher_call;

/// The state of a thread.
typedef struct factory_thread {
  factory_frame *_Nullable top;  // innermost frame, null outside any resolution
  uint32_t cycle_has_state;      // whether one of the next two is set
  factory_graph_instance first;
  void *_Nullable cycle;         // other graph instances of the current cycle
  uint32_t decorating;           // how many frames are in the decorating phase
  uint32_t logging;              // how many logger calls are on the stack
  uint32_t hazard;               // the hazard slot to try first
  void *_Nullable task_frame;    // the asynchronous resolution of which a step is running
  intptr_t async_task;           // the task that runs the step
  uint8_t locks[8];              // how many locks of each rank it holds, in debug builds: see `LockOrder`
  const void *_Nullable watching; // a factory_watcher_call, the innermost one
  // The next three fields are guarded by the wait graph's lock.
  uint32_t event;                       // what it parks on
  void *_Nullable waiting_for;          // the construction this thread waits for
  struct factory_thread *_Nullable next_waiter;
  void *_Nullable handle;               // on Apple systems, the `pthread_t`
} factory_thread;

/// The calling thread's state. Not inline, because the optimiser must not keep the address across a
/// suspension point, after which a task may run on another thread.
factory_thread *_Nonnull factory_current_thread(void);

static inline uint32_t *_Nonnull factory_thread_event(factory_thread *_Nonnull thread) {
  return &thread->event;
}

/// Records which factory a frame belongs to.
static inline void factory_frame_describe(
    factory_frame *_Nonnull frame, uint64_t container, const void *_Nonnull type,
    const uint8_t *_Nonnull name, const uint8_t *_Nonnull file, uint32_t line_and_flags) {
  frame->container = container;
  frame->type = type;
  frame->name = name;
  frame->file = file;
  frame->line = line_and_flags & ~(uint32_t)FACTORY_DECLARATION_FLAGS;
  frame->flags = line_and_flags & (uint32_t)FACTORY_DECLARATION_FLAGS;
}

/// Makes `frame` the innermost one. Returns `factory_frame_is_deep`.
bool factory_frame_push(factory_frame *_Nonnull frame);

/// Whether the calling thread builds an instance that is kept, or a part of one.
bool factory_thread_is_owned(void);

/// Removes the innermost frame. Returns true if this ends a cycle that has state to release. A
/// resolution is synchronous, so the thread is the one that pushed the frame.
static inline bool factory_frame_pop(factory_frame *_Nonnull frame) {
  frame->thread->top = frame->previous;
  return frame->previous == NULL && frame->thread->cycle_has_state;
}

/// Whether release builds search for a circular dependency at the frame's depth.
static inline bool factory_frame_is_deep(const factory_frame *_Nonnull frame) {
  return frame->depth >= 32 && (frame->depth & (frame->depth - 1)) == 0;
}

/// Whether two frames describe the same factory of the same container.
bool factory_same_factory(const factory_frame *_Nonnull lhs, const factory_frame *_Nonnull rhs);

/// The innermost frame outside `from` that is in `phase` and belongs to the same factory and
/// container as `frame`, regardless of their parameters; null if there is none.
factory_frame *_Nullable factory_frame_like(
    const factory_frame *_Nonnull frame, const factory_frame *_Nonnull from, uint32_t phase);

/// Raises the priority of a thread to that of the calling thread, which waits for it. Returns a
/// value for `factory_thread_end_boost`, or null if the system does not support this. The thread
/// must not exit before the boost ends.
void *_Nullable factory_thread_boost(const factory_thread *_Nonnull thread);
void factory_thread_end_boost(void *_Nullable boost);

FACTORY_END_DECLARATIONS

#endif
