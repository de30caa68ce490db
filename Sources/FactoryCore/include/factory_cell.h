// Factory, MIT licence; see LICENSE
//
// The part of a cell that threads share: the published instance and the lock. The state machine
// that the lock guards follows in memory; see `Storage/Cell.swift`.
#ifndef FACTORY_CELL_H
#define FACTORY_CELL_H

#include "factory_hazards.h"
#include "factory_lock.h"

FACTORY_BEGIN_DECLARATIONS

/// Set in the published address of an object that holds its instance weakly.
enum { FACTORY_HOLDS_WEAKLY = 1 };

/// Identifies a copy of FactoryCore in the process. There may be several, for example one in an
/// application and one in its test bundle, and a container may be used by the code of both. Each copy
/// has its own hazard slots and its own thread states. So the copy that created a cell releases what
/// the cell has published.
///
/// A copy of FactoryCore usually belongs to one copy of FactoryKit. If FactoryCore is a dynamic
/// library of its own, several copies of FactoryKit may use the same FactoryCore. Where the copies of
/// FactoryKit have to be told apart, `factory_kit` does it.
typedef const struct factory_copy_functions *factory_copy;

/// What a copy of FactoryCore calls in FactoryKit, which FactoryKit sets, because FactoryCore does not
/// depend on it.
struct factory_copy_functions {
  void (*_Nullable release)(void *_Nonnull published);
};
extern struct factory_copy_functions factory_this_copy;

/// The copy to which the calling code belongs.
static inline factory_copy _Nonnull factory_current_copy(void) { return &factory_this_copy; }

/// Returns the current copy, after setting the function that releases what its cells have published.
/// Each copy of FactoryKit calls this before it creates its first cell. If several of them share this
/// FactoryCore, any of their functions will do: the hazard slots that it searches are the same.
factory_copy _Nonnull factory_copy_with(void (*_Nonnull release)(void *_Nonnull published));

/// Releases what a cell of a copy has published, once none of that copy's readers protects it.
void factory_copy_release(factory_copy _Nonnull copy, void *_Nonnull published);

/// Identifies a copy of FactoryKit, and contains the functions that other copies call for a container
/// that it has created: only that copy knows whether the container is `AutoRegistering`, and which thread runs
/// `autoRegister`.
typedef struct factory_kit {
  /// Prepares a container. Both arguments are Swift objects.
  void (*_Nonnull prepare)(const void *_Nonnull container, const void *_Nonnull manager);
  /// Runs `autoRegister` for a manager. Returns an `AutoRegistrationState`.
  uint32_t (*_Nonnull auto_register)(const void *_Nonnull manager);
  /// The calling thread's state in this copy.
  struct factory_thread *_Nonnull (*_Nonnull current_thread)(void);
} factory_kit;

/// The bits of `factory_cell.marks`.
enum {
  /// A second declaration of the factory has been found: see `factory_cell_record_line`.
  FACTORY_HAS_OTHER_LINE = 2,
  /// In an entry: its plan has no other settings than a scope and a registration.
  FACTORY_IS_SIMPLE = 4,
  /// The bits from here on are the line of the declaration that was recorded; zero if none was.
  FACTORY_LINE_SHIFT = 8,
};

typedef struct factory_cell {
  /// The object that holds the instance, with `FACTORY_HOLDS_WEAKLY`; null if there is none. The
  /// address owns a reference. Changed under the lock, read by `factory_protect`.
  void *_Nullable published;
  uint32_t lock;
  /// The snapshot of the container in which the state before the last change is saved.
  uint32_t saved_in;
  /// Counts evictions, so that an instance that a resolution cycle caches for the cell can be
  /// recognised as outdated. Written under the lock.
  uint32_t generation;
  /// The bits of the enum above. Atomic.
  uint32_t marks;
  /// An owned `ParameterTable`, or null. Set once, under the lock.
  void *_Nullable parameters;
  /// The copy of FactoryCore that created the cell. Only its readers read `published` without the
  /// lock, so only its hazard slots have to be searched before the object is released.
  factory_copy _Nonnull copy;
} factory_cell;

/// `copy` is the result of `factory_copy_with`.
static inline factory_cell factory_cell_make(factory_copy _Nonnull copy) {
  factory_cell cell = {NULL, 0, 0, 0, 0, NULL, copy};
  return cell;
}

static inline factory_copy _Nonnull factory_copy_of_cell(const factory_cell *_Nonnull cell) {
  return cell->copy;
}

/// Records the line in which the factory is declared, unless one was recorded before. In debug builds only.
static inline void factory_cell_record_first_line(factory_cell *_Nonnull cell, uint32_t line) {
  uint32_t marks = factory_word_load(&cell->marks);
  while (marks >> FACTORY_LINE_SHIFT == 0)
    if (__atomic_compare_exchange_n(
            &cell->marks, &marks, marks | line << FACTORY_LINE_SHIFT, false, __ATOMIC_RELAXED,
            __ATOMIC_RELAXED))
      return;
}

/// Records the line if none was recorded. If another one was, returns it, once for each cell; otherwise
/// zero.
static inline uint32_t factory_cell_record_line(factory_cell *_Nonnull cell, uint32_t line) {
  uint32_t marks = factory_word_load(&cell->marks);
  while ((marks & FACTORY_HAS_OTHER_LINE) == 0) {
    const uint32_t known = marks >> FACTORY_LINE_SHIFT;
    if (known == line) return 0;
    const uint32_t new_marks =
        marks | (known == 0 ? line << FACTORY_LINE_SHIFT : (uint32_t)FACTORY_HAS_OTHER_LINE);
    if (__atomic_compare_exchange_n(
            &cell->marks, &marks, new_marks, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return known;
  }
  return 0;
}

static inline void *_Nullable *_Nonnull factory_cell_published(factory_cell *_Nonnull cell) {
  return &cell->published;
}

static inline uint32_t *_Nonnull factory_cell_lock(factory_cell *_Nonnull cell) {
  return &cell->lock;
}

static inline uint32_t factory_cell_saved_in(const factory_cell *_Nonnull cell) {
  return cell->saved_in;
}

static inline void factory_cell_set_saved_in(factory_cell *_Nonnull cell, uint32_t snapshot) {
  cell->saved_in = snapshot;
}

static inline uint32_t factory_cell_generation(const factory_cell *_Nonnull cell) {
  return factory_word_load(&cell->generation);
}

static inline void factory_cell_count_eviction(factory_cell *_Nonnull cell) {
  factory_word_store(&cell->generation, factory_word_load(&cell->generation) + 1);
}

static inline void *_Nullable factory_cell_parameters(const factory_cell *_Nonnull cell) {
  return factory_pointer_load(&cell->parameters);
}

static inline void factory_cell_set_parameters(
    factory_cell *_Nonnull cell, void *_Nonnull parameters) {
  factory_pointer_store(&cell->parameters, parameters);
}

/// A class that is specialised for a type: `StrongBox<T>` under the address of the metadata of `T`, and
/// `Override<Void, T, Never>` under that address plus one. Null until it is set. Threads may call both
/// functions at any time. Few types of a program share a slot with another; their
/// classes are not found.
const void *_Nullable factory_known_class(const void *_Nonnull type);
void factory_set_known_class(const void *_Nonnull type, const void *_Nonnull class_metadata);

FACTORY_END_DECLARATIONS

#endif
