// Factory, MIT licence; see LICENSE
//
// What a thread knows about its own resolutions: the stack of frames.
#ifndef FACTORY_THREAD_H
#define FACTORY_THREAD_H

#include "factory_cell.h"

FACTORY_BEGIN_DECLARATIONS

/// What a frame is doing; the values of `factory_frame.phase`.
enum { FACTORY_RESOLVING = 0, FACTORY_CONSTRUCTING = 1, FACTORY_DECORATING = 2 };

/// What a resolution has to do once there is an instance; see `Resolution/PendingBuild.swift`, which is
/// the only file that reads and writes it. All zero if there is nothing to do.
typedef struct factory_pending_build {
  // These own references.
  void *_Nullable manager;
  void *_Nullable plan;
  void *_Nullable construction;
  void *_Nullable node;
  void *_Nullable owner; // of the cell
  // These do not.
  void *_Nullable entry;
  void *_Nullable cell;
  uint64_t generation;
  uint32_t trace_line; // plus one; zero if the resolution is not traced
  uint8_t destination;
} factory_pending_build;

/// One resolution in progress. Frames are local variables of the code that resolves, on the stack or in
/// the context of a task that does not suspend meanwhile, linked from the innermost outwards. Only
/// their own thread changes them; other threads read them only while the wait graph holds their thread
/// still.
typedef struct factory_frame {
  struct factory_frame *_Nullable previous;
  struct factory_thread *_Nullable thread;
  uint32_t depth;
  uint32_t phase;
  uint64_t container;                   // the container's identity, see ContainerIdentity.swift
  const void *_Nullable type;           // metadata of the result type
  const uint8_t *_Nullable name;        // null-terminated, like `file`
  const uint8_t *_Nullable file;
  uint32_t line;
  uint32_t flags;                       // see below
  const void *_Nullable parameter;      // the parameter's value, alive while the frame is
  const void *_Nullable parameter_type; // its metadata; null for factories without parameter
  const void *_Nullable decorator;      // whose decorator runs in the decorating phase
  factory_pending_build pending;
} factory_frame;

/// What distinguishes a factory's declaration: the values of `factory_frame.flags`. The type is fixed
/// because an enumeration is signed on some systems.
enum factory_declaration_flags : uint32_t {
  /// The name was given by `key:`, so the file is not part of the factory's key.
  FACTORY_HAS_EXPLICIT_KEY = 1u << 30,
  /// `.once()` has been passed in the chain of modifiers.
  FACTORY_IS_PAST_ONCE = 1u << 31,
  /// The factory is a function that a property wrapper makes of a parameter factory.
  FACTORY_IS_FUNCTION = 1u << 29,
  /// `.scopeOnParameters` has been passed in the chain of modifiers.
  FACTORY_IS_SCOPED_ON_PARAMETERS = 1u << 28,
  /// The last scope that the value's modifiers stated was not the factory's.
  FACTORY_HAS_NEW_SCOPE = 1u << 27,
  /// All of them.
  FACTORY_DECLARATION_FLAGS = 31u << 27,
};

/// The first instance of the graph scope in a resolution cycle. Most cycles have no other. Read and
/// written by `Resolution/ResolutionCycle.swift`.
typedef struct factory_graph_instance {
  const void *_Nullable place;
  uint64_t generation;
  uint64_t container;
  // These two own references; the first is null if there is no instance.
  void *_Nullable box;
  void *_Nullable node;
} factory_graph_instance;

/// The state of a thread.
typedef struct factory_thread {
  factory_frame *_Nullable top;  // innermost frame, null outside any resolution
  uint32_t cycle_has_state;      // whether one of the next two is set
  factory_graph_instance first;
  void *_Nullable cycle;         // other graph instances and trace lines of the current cycle
  uintptr_t stack_limit;         // a frame below this address is too close to the stack's end
  uint32_t decorating;           // how many frames are in the decorating phase
  uint32_t logging;              // how many logger calls are on the stack
  uint32_t hazard;               // the hazard slot to try first
  // The three below are guarded by the wait graph's lock.
  uint32_t event;                       // what it parks on
  void *_Nullable waiting_for;          // the construction this thread waits for
  struct factory_thread *_Nullable next_waiter;
  void *_Nullable handle;               // on Apple systems, the `pthread_t`
} factory_thread;

/// The calling thread's state. Out of line on purpose: the address must not be kept by an
/// inlining caller across a suspension point, after which a task may run on another thread.
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

/// Makes `frame` the innermost. Returns true when something is to be checked: the depth is 32, 64,
/// 128, …, or little of the thread's stack is left.
bool factory_frame_push(factory_frame *_Nonnull frame);

/// Removes the innermost frame. Returns true when that ended a cycle that left something behind.
/// A resolution is synchronous, so the thread is the one that pushed.
static inline bool factory_frame_pop(factory_frame *_Nonnull frame) {
  frame->thread->top = frame->previous;
  return frame->previous == NULL && frame->thread->cycle_has_state;
}

/// Whether the frame's depth is one at which release builds look for endless recursion.
static inline bool factory_frame_is_deep(const factory_frame *_Nonnull frame) {
  return frame->depth >= 32 && (frame->depth & (frame->depth - 1)) == 0;
}

/// Whether little of the calling thread's stack is left. Measures the stack on the first call.
bool factory_thread_is_near_stack_end(void);

/// The next frame further out than `from` that is in `phase` and of the same factory and container
/// as `frame`, whatever their parameters; null if there is none.
factory_frame *_Nullable factory_frame_like(
    const factory_frame *_Nonnull frame, const factory_frame *_Nonnull from, uint32_t phase);

/// Raises the priority of the thread, which another one of higher priority waits for, to that of
/// the calling thread. Returns what `factory_thread_end_boost` needs; null where the system does
/// not offer it. The thread must not end in between.
void *_Nullable factory_thread_boost(const factory_thread *_Nonnull thread);
void factory_thread_end_boost(void *_Nullable boost);

FACTORY_END_DECLARATIONS

#endif
