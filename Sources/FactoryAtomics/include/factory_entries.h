// Factory, MIT licence; see LICENSE
//
// What a container keeps of its factories, as far as a resolution reads it without a lock: entries,
// their cells, and the table that finds them. In C because its memory is shared between threads, so
// each access says how it is ordered, and because it is as fast in debug builds.
#ifndef FACTORY_ENTRIES_H
#define FACTORY_ENTRIES_H

#include "FactoryAtomics.h"

// MARK: Keys

/// By what a factory is known in its container. Types are the addresses of their metadata, that of the
/// parameter null where there is none; the name is null-terminated; none of them is ever freed.
typedef struct factory_key {
  const uint8_t *_Nonnull name;
  const void *_Nonnull type;
  const void *_Nullable parameter_type;
} factory_key;

/// Whether two null-terminated texts are equal, by address first.
static inline bool factory_same_text(const uint8_t *_Nonnull lhs, const uint8_t *_Nonnull rhs) {
  if (lhs == rhs) return true;
  for (; *lhs == *rhs; lhs++, rhs++)
    if (*lhs == 0) return true;
  return false;
}

/// Whether the contents of two keys are equal.
bool factory_key_matches(factory_key lhs, factory_key rhs);

/// A hash of a key's content, the same under whatever address its name is.
uint64_t factory_key_hash(factory_key key);

// MARK: Scopes

/// How a scope treats instances.
enum {
  FACTORY_UNIQUE_SCOPE = 0,
  FACTORY_CACHED_SCOPE = 1,
  FACTORY_SHARED_SCOPE = 2,
  FACTORY_GRAPH_SCOPE = 3,
  FACTORY_SINGLETON_SCOPE = 4,
};

/// The built-in scope of each kind; null until it is first recorded, by any container.
extern const void *_Nullable factory_built_in_scopes[5];
static inline void factory_note_built_in_scope(intptr_t kind, const void *_Nonnull scope) {
  __atomic_store_n(&factory_built_in_scopes[kind], scope, __ATOMIC_RELEASE);
}

// MARK: Cells

/// What a cell's word says, in the lowest bits of the address of the object that it owns.
enum {
  /// An instance, kept strongly or weakly.
  FACTORY_READY_STRONGLY = 0,
  FACTORY_READY_WEAKLY = 1,
  /// A construction.
  FACTORY_BUILDING = 2,
  /// A table of cells, one for each parameter, and one more.
  FACTORY_DIVIDED = 3,
  /// An instance with a time to live.
  FACTORY_READY_TIMED = 4,
  /// All of these bits.
  FACTORY_PHASES = 7,
};

/// Where one instance is kept. Everything is guarded by the lock, but `phase` is also read by
/// announcement. Zero is an empty cell.
typedef struct factory_cell {
  void *_Nullable phase;
  const void *_Nullable scope; // of which the phase is
  uint32_t generation;         // how often the cell was emptied
  uint32_t lock;
} factory_cell;

static inline void *_Nullable factory_cell_phase(const factory_cell *_Nonnull cell) {
  return factory_pointer_load(&cell->phase);
}

static inline bool factory_cell_is_empty(const factory_cell *_Nonnull cell) {
  return factory_cell_phase(cell) == NULL;
}

static inline uint32_t *_Nonnull factory_cell_lock_word(factory_cell *_Nonnull cell) {
  return &cell->lock;
}

// The two below are not written as fields in Swift, where a change of one field claims them all.
static inline void factory_cell_set_scope(
    factory_cell *_Nonnull cell, const void *_Nullable scope) {
  cell->scope = scope;
}
static inline void factory_cell_count_generation(factory_cell *_Nonnull cell) {
  cell->generation++;
}

/// Puts the cell into another phase and returns the one before. Its object may be let go only after
/// `factory_await_withdrawal`, if others may have announced the cell.
static inline void *_Nullable factory_cell_enter(
    factory_cell *_Nonnull cell, void *_Nullable phase) {
  return __atomic_exchange_n(&cell->phase, phase, __ATOMIC_SEQ_CST);
}

/// Has a new cell take over a phase, and whatever else another one says of it.
static inline void factory_cell_adopt(
    factory_cell *_Nonnull cell, void *_Nullable phase, const factory_cell *_Nonnull other) {
  cell->phase = phase;
  cell->scope = other->scope;
  cell->generation = other->generation;
}

// MARK: Entries

/// All that a container keeps of one factory. Never moved; freed with the container.
typedef struct factory_entry {
  /// The way that a resolution takes: null for the full one, `FACTORY_PLAIN`, or the address of the
  /// cell to look into, which has `FACTORY_SINGLETON` added if it is the process's. This, `scope`
  /// and `traits` are written under the cell's lock and read without it: a change that races with a
  /// resolution may be seen by it or not, as if it had come a moment later.
  void *_Nullable way;
  /// The scope that a modifier gave; null if there is none. The container keeps the object.
  const void *_Nullable scope;
  /// The factory's cell in the process's singletons, once looked up; those are never freed.
  factory_cell *_Nullable singleton;
  factory_key key; // constant
  /// What modifiers other than scopes have set; guarded by the cell's lock. Owns an object.
  void *_Nullable options;
  factory_cell cell;
  uint32_t traits; // what `options` has, one bit each
} factory_entry;

/// A scope that a factory no longer has, but may have an instance of; and where it is declared.
typedef struct factory_left_scope {
  const void *_Nonnull scope;
  factory_entry *_Nonnull entry;
  const uint8_t *_Nonnull file;
  uint32_t line;
  struct factory_left_scope *_Nullable next; // of the same container
} factory_left_scope;

/// Call the factory's closure: nothing is kept and nothing stands in for it.
enum { FACTORY_PLAIN = 1, FACTORY_SINGLETON = 2 };

static inline void *_Nullable factory_entry_way(const factory_entry *_Nonnull entry) {
  return factory_pointer_load(&entry->way);
}
static inline void factory_entry_set_way(factory_entry *_Nonnull entry, uintptr_t way) {
  factory_pointer_store(&entry->way, (void *)way);
}
static inline const void *_Nullable factory_entry_scope(const factory_entry *_Nonnull entry) {
  return __atomic_load_n(&entry->scope, __ATOMIC_ACQUIRE);
}
static inline void factory_entry_set_scope(
    factory_entry *_Nonnull entry, const void *_Nullable scope) {
  __atomic_store_n(&entry->scope, scope, __ATOMIC_RELEASE);
}
static inline factory_cell *_Nullable factory_entry_singleton(
    const factory_entry *_Nonnull entry) {
  return __atomic_load_n(&entry->singleton, __ATOMIC_ACQUIRE);
}
static inline void factory_entry_set_singleton(
    factory_entry *_Nonnull entry, factory_cell *_Nonnull cell) {
  __atomic_store_n(&entry->singleton, cell, __ATOMIC_RELEASE);
}
static inline uint32_t factory_entry_traits(const factory_entry *_Nonnull entry) {
  return factory_word_load(&entry->traits);
}
static inline void factory_entry_set_traits(factory_entry *_Nonnull entry, uint32_t traits) {
  factory_word_store(&entry->traits, traits);
}
/// Puts other options in place and returns the old ones. Under the cell's lock.
static inline void *_Nullable factory_entry_replace_options(
    factory_entry *_Nonnull entry, void *_Nullable options) {
  void *old = entry->options;
  entry->options = options;
  return old;
}
static inline factory_cell *_Nonnull factory_entry_cell(factory_entry *_Nonnull entry) {
  return &entry->cell;
}

// MARK: The table

/// Finds entries: open addressing by the address of the name and the type, read without a lock.
///
/// Why reading without a lock is safe:
/// - A table is reached through one pointer, stored with release after all its slots were written
///   and loaded with acquire; so a reader sees a complete table.
/// - Slots go from empty to taken once, under the container's lock, and never change again. They
///   are stored with release and loaded with acquire, and what they point to was written before.
///   A reader that finds none takes the slow way, which looks again under the lock.
/// - A full table is replaced by one twice as large and kept until the container goes, so a reader
///   never holds freed memory. The old tables together are smaller than the new one.
/// - Entries and aliases are freed with the container, which every reader owns.
typedef struct factory_table {
  uintptr_t mask;
  struct factory_table *_Nullable previous;
  // The two below are guarded by the container's lock.
  uintptr_t used;
  /// The entries by content: numbers of slots, one more each, so that zero is an empty place.
  uint32_t *_Nullable index;
  /// Entries and aliases, see below.
  void *_Nullable slots[];
} factory_table;

/// Another address of an entry's name.
typedef struct factory_alias {
  const uint8_t *_Nonnull name;
  factory_entry *_Nonnull entry;
} factory_alias;

// Memory of the table is aligned to eight bytes, so three bits of a slot are free: the lowest tells
// an alias, the others are bits of the hash, so that a reader seldom touches an entry in vain.
enum { FACTORY_ALIAS = 1, FACTORY_SLOT_BITS = 7 };

/// One multiplication; of the product the high bits are well mixed.
static inline uint64_t factory_spread(uint64_t value) {
  return (value * 0x9e3779b97f4a7c15u) >> 24;
}

static inline uint64_t factory_address_hash(
    const uint8_t *_Nonnull name, const void *_Nonnull type) {
  uint64_t bits = (uint64_t)(uintptr_t)type;
  return factory_spread((uint64_t)(uintptr_t)name ^ bits << 17 ^ bits >> 4);
}

static inline uintptr_t factory_slot_tag(uint64_t hash) { return (uintptr_t)(hash >> 32 & 3) << 1; }

/// The entry stored under this very address, or null.
static inline factory_entry *_Nullable factory_table_find(
    const factory_table *_Nonnull table, const uint8_t *_Nonnull name, const void *_Nonnull type,
    const void *_Nullable parameter_type) {
  uint64_t hash = factory_address_hash(name, type);
  uintptr_t tag = factory_slot_tag(hash);
  uintptr_t mask = table->mask;
  for (uintptr_t place = (uintptr_t)hash & mask;; place = (place + 1) & mask) {
    uintptr_t slot = (uintptr_t)factory_pointer_load(&table->slots[place]);
    if (slot == 0) return NULL;
    uintptr_t bits = slot & FACTORY_SLOT_BITS;
    if ((bits & ~(uintptr_t)FACTORY_ALIAS) != tag) continue;
    factory_entry *entry = (factory_entry *)(slot - bits);
    const uint8_t *known = NULL;
    if (bits & FACTORY_ALIAS) {
      const factory_alias *alias = (const factory_alias *)(slot - bits);
      known = alias->name;
      entry = alias->entry;
    } else {
      known = entry->key.name;
    }
    if (known == name && entry->key.type == type && entry->key.parameter_type == parameter_type)
      return entry;
  }
}

// MARK: Containers

/// The part of a container that a resolution reads without a lock. Never moved. The rest follows it
/// in memory.
typedef struct factory_core {
  uint32_t traits; // what a resolution heeds before its entry; written under the lock
  uint32_t lock;
  factory_table *_Nullable table; // null until a factory needs an entry
  uint64_t identity;              // see ContainerIdentity.swift
} factory_core;

/// The one of the traits that is looked at in C.
enum { FACTORY_AUTO_REGISTERS = 1 };

static inline uint32_t factory_core_traits(const factory_core *_Nonnull core) {
  return factory_word_load(&core->traits);
}
/// Whether `autoRegister` has yet to run, or is running.
static inline bool factory_core_auto_registers(const factory_core *_Nonnull core) {
  return factory_core_traits(core) & FACTORY_AUTO_REGISTERS;
}
static inline void factory_core_set_traits(factory_core *_Nonnull core, uint32_t traits) {
  factory_word_store(&core->traits, traits);
}
static inline factory_table *_Nullable factory_core_table(const factory_core *_Nonnull core) {
  return __atomic_load_n(&core->table, __ATOMIC_ACQUIRE);
}
/// Pure, so that the compiler knows that it lets go of nothing.
__attribute__((pure)) static inline uint64_t factory_core_identity(
    const factory_core *_Nonnull core) {
  return __atomic_load_n(&core->identity, __ATOMIC_RELAXED);
}
static inline void factory_core_set_identity(factory_core *_Nonnull core, uint64_t identity) {
  __atomic_store_n(&core->identity, identity, __ATOMIC_RELAXED);
}
static inline void factory_core_lock(factory_core *_Nonnull core) { factory_lock(&core->lock); }
static inline void factory_core_unlock(factory_core *_Nonnull core) { factory_unlock(&core->lock); }

/// The entry of a factory, made if there is none. Takes the lock only if this address of the name
/// is new.
factory_entry *_Nonnull factory_core_entry(
    factory_core *_Nonnull core, const uint8_t *_Nonnull name, const void *_Nonnull type,
    const void *_Nullable parameter_type);

/// The entry of a factory, if there is one under any address of its name.
factory_entry *_Nullable factory_core_existing_entry(
    factory_core *_Nonnull core, const uint8_t *_Nonnull name, const void *_Nonnull type,
    const void *_Nullable parameter_type);

/// The next entry from `*place` on, which starts with zero; null at the end. Entries that come
/// meanwhile may be among them or not.
factory_entry *_Nullable factory_table_next(
    const factory_table *_Nullable table, uintptr_t *_Nonnull place);

/// Frees tables, aliases and entries.
void factory_core_free_entries(factory_core *_Nonnull core);

// MARK: Looking

/// Finds the way of a resolution: `FACTORY_PLAIN`, an announced instance, or the full way, with the
/// entry if it was found. `FACTORY_SINGLETON` without an announcement means the cell at that address,
/// if the calling task is in the process's singleton scope.
static inline factory_sighting factory_look(
    const factory_core *_Nonnull core, factory_entry *_Nullable entry,
    const uint8_t *_Nonnull name, const void *_Nonnull type, const void *_Nullable parameter_type) {
  factory_sighting sighting = {NULL, NULL};
  if (factory_core_traits(core) != 0 || factory_is_tracing()) return sighting;
  if (entry == NULL) {
    const factory_table *table = factory_core_table(core);
    if (table == NULL) {
      sighting.pointer = (void *)(uintptr_t)FACTORY_PLAIN;
      return sighting;
    }
    entry = factory_table_find(table, name, type, parameter_type);
    if (entry == NULL) return sighting;
  }
  uintptr_t way = (uintptr_t)factory_entry_way(entry);
  if (way == 0) {
    sighting.pointer = entry;
    return sighting;
  }
  if (way == FACTORY_PLAIN || (way & FACTORY_SINGLETON && factory_has_other_singletons())) {
    sighting.pointer = (void *)way;
    return sighting;
  }
  // Valid: in the entry itself, or one of the process's own singletons, which are never freed.
  const factory_cell *cell = (const factory_cell *)(way & ~(uintptr_t)FACTORY_SINGLETON);
  return factory_announce(cell);
}

/// The cell that is meant by `FACTORY_SINGLETON` without an announcement; null if the sighting is
/// something else.
static inline const factory_cell *_Nullable factory_sighted_singleton(factory_sighting sighting) {
  uintptr_t word = (uintptr_t)sighting.pointer;
  if (sighting.announcement != NULL || !(word & FACTORY_SINGLETON)) return NULL;
  return (const factory_cell *)(word - FACTORY_SINGLETON);
}

/// The entry of a factory, if a modifier already gave it this very scope.
static inline factory_entry *_Nullable factory_entry_of_scope(
    const factory_core *_Nonnull core, factory_entry *_Nullable entry,
    const void *_Nonnull scope, const uint8_t *_Nonnull name, const void *_Nonnull type,
    const void *_Nullable parameter_type) {
  if (entry == NULL) {
    const factory_table *table = factory_core_table(core);
    if (table == NULL) return NULL;
    entry = factory_table_find(table, name, type, parameter_type);
  }
  return entry != NULL && factory_entry_scope(entry) == scope ? entry : NULL;
}

/// The same for the built-in scope of a kind.
static inline factory_entry *_Nullable factory_entry_of_kind(
    const factory_core *_Nonnull core, factory_entry *_Nullable entry, intptr_t kind,
    const uint8_t *_Nonnull name, const void *_Nonnull type,
    const void *_Nullable parameter_type) {
  const void *scope = __atomic_load_n(&factory_built_in_scopes[kind], __ATOMIC_ACQUIRE);
  if (scope == NULL) return NULL;
  return factory_entry_of_scope(core, entry, scope, name, type, parameter_type);
}

#endif
