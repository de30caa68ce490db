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
  /// Of an entry's own cell: see `factory_entry_is_simple`. Atomic.
  uint32_t is_simple;
  /// An owned `ParameterTable`, or null. Set once, under the lock.
  void *_Nullable parameters;
} factory_cell;

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
