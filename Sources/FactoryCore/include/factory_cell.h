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

/// Identifies a copy of this library in the process. There may be several, for example in an
/// application and its test bundle, and a container may be used by the code of all of them. Each copy
/// has its own hazard slots, its own thread states and its own protocols. So what depends on those is
/// done by the code of the copy that created the cell or the container.
typedef const void *factory_image;

struct factory_image_functions;
extern const struct factory_image_functions factory_this_image;

/// The copy to which the calling code belongs.
static inline factory_image _Nonnull factory_current_image(void) { return &factory_this_image; }

/// Releases what a cell of a copy has published, once none of that copy's readers protects it.
void factory_image_release(factory_image _Nonnull image, void *_Nonnull published);

/// Prepares a container whose manager was created by a copy. Both are Swift objects.
void factory_image_prepare(
    factory_image _Nonnull image, const void *_Nonnull container, const void *_Nonnull manager);

/// Runs `autoRegister` for a manager that a copy has created. Returns an `AutoRegistrationState`.
uint32_t factory_image_register(factory_image _Nonnull image, const void *_Nonnull manager);

/// A number of 20 bits, never zero, that differs between the copies of the library in the process.
static inline uint32_t factory_image_number(void) {
  // Copies are in different pages.
  return (uint32_t)((uintptr_t)&factory_this_image >> 12 & 0xfffff) | 1;
}

/// The bits of `factory_cell.marks`.
enum {
  /// In an entry of a child container: the instance would be kept elsewhere, but uses something that
  /// only the child has.
  FACTORY_KEEPS_CAPTIVE = 1,
  /// A second declaration of the factory has been found: see `factory_cell_note_line`.
  FACTORY_HAS_OTHER_LINE = 2,
  /// The bits from here on are the line of the declaration that was noted; zero if none was.
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
  /// The bits below. Atomic.
  uint32_t marks;
  /// An owned `ParameterTable`, or null. Set once, under the lock.
  void *_Nullable parameters;
  /// The copy of the library that created the cell. Only its readers read `published` without the
  /// lock, so only its hazard slots have to be searched before the object is released.
  factory_image _Nonnull image;
} factory_cell;

static inline factory_cell factory_cell_make(void) {
  factory_cell cell = {NULL, 0, 0, 0, 0, NULL, factory_current_image()};
  return cell;
}

static inline factory_image _Nonnull factory_cell_image(const factory_cell *_Nonnull cell) {
  return cell->image;
}

/// Notes the line in which the factory is declared, unless one was noted before. In debug builds only.
static inline void factory_cell_note_first_line(factory_cell *_Nonnull cell, uint32_t line) {
  uint32_t marks = factory_word_load(&cell->marks);
  while (marks >> FACTORY_LINE_SHIFT == 0)
    if (__atomic_compare_exchange_n(
            &cell->marks, &marks, marks | line << FACTORY_LINE_SHIFT, false, __ATOMIC_RELAXED,
            __ATOMIC_RELAXED))
      return;
}

/// The same, and compares. If another line was noted
/// before, returns that, once for each cell, and otherwise zero.
static inline uint32_t factory_cell_note_line(factory_cell *_Nonnull cell, uint32_t line) {
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

FACTORY_END_DECLARATIONS

#endif
