// Factory, MIT licence; see LICENSE
//
// The part of a container that a resolution reads without a lock: its entries, and the table that
// finds them.
#ifndef FACTORY_TABLE_H
#define FACTORY_TABLE_H

#include "factory_cell.h"
#include "factory_system.h"
#include "factory_thread.h"

FACTORY_BEGIN_DECLARATIONS

// MARK: Keys

/// Identifies a factory within its container. Types are the addresses of their metadata, texts are
/// null-terminated, and none of them is ever freed.
typedef struct factory_key {
  const uint8_t *_Nonnull name;
  const uint8_t *_Nullable file; // where it is declared; null if the name was given by `key:`
  const void *_Nonnull type;
  const void *_Nullable parameter_type; // null for factories without parameter
} factory_key;

/// Whether two null-terminated texts are equal.
static inline bool factory_same_text(const uint8_t *_Nonnull lhs, const uint8_t *_Nonnull rhs) {
  if (lhs == rhs) return true;
  for (; *lhs == *rhs; lhs++, rhs++)
    if (*lhs == 0) return true;
  return false;
}

/// Whether the contents of two keys are equal.
bool factory_key_matches(factory_key lhs, factory_key rhs);

/// A hash of a key's contents, which does not depend on the addresses of its texts. The file is not
/// hashed, because the name and the types distinguish almost all keys.
uint64_t factory_key_hash(factory_key key);

/// The lower 31 bits of `factory_key_hash`, which `factory_entry.content` stores.
uint32_t factory_key_content_hash(factory_key key);

// MARK: Entries

/// The action of a lookup for the factory of an entry: the low bits of `factory_entry.lookup`.
enum {
  /// Take the slow path.
  FACTORY_READ_SETTINGS = 0,
  /// Take the slow path. The settings have a time to live, so read the clock before taking the lock.
  FACTORY_READ_TIMED_SETTINGS = 1,
  /// Take the slow path. The settings cache an instance per parameter, so search for the parameter
  /// first.
  FACTORY_READ_PARAMETER_SETTINGS = 2,
  /// Take the slow path. An instance in the thread's resolution cycle can be returned without
  /// further work.
  FACTORY_USE_CYCLE = 3,
  /// Call the factory's own closure.
  FACTORY_CALL_DEFINITION = 4,
  /// Return the instance that the entry's own cell publishes.
  FACTORY_USE_CELL = 5,
  /// Return the instance that the factory's cell among the process's singletons publishes.
  FACTORY_USE_SINGLETON = 6,
  /// Return the instance that the cell in a parent container publishes: see `factory_inheritance`.
  FACTORY_USE_PARENT = 7,
  FACTORY_LOOKUP_BITS = 7,
};

/// The state of one factory in one container. Never moved; freed with the container. Its cell
/// follows it in memory.
typedef struct factory_entry {
  // Aligned for the cell that follows the entry.
  _Alignas(8) factory_key key; // constant
  /// The scope that a modifier has set, or null, combined with the action of a lookup. One word, so
  /// that a reader never combines an old scope with a new action. Written under the cell's lock.
  void *_Nullable lookup;
  /// The factory's cell among the process's singletons, which are never freed; null until it has
  /// been looked up. In a child container, the cell that the action of a lookup selects.
  factory_cell *_Nullable singleton;
  /// Owned `Settings`. Guarded by the cell's lock. Lookups in child containers compare the address.
  void *_Nullable settings;
  /// How many of the containers below this one have registered the factory, if it is a promised or
  /// required one. Only for messages. Atomic.
  uint32_t registrations_below;
  /// The key's content hash, and `FACTORY_HAS_ALIASES`. Atomic, because that flag is set later, under the
  /// container's lock.
  uint32_t content;
} factory_entry;

/// Whether the factory was found by another key with the same contents.
#define FACTORY_HAS_ALIASES (1u << 31)

static inline uint32_t factory_entry_content_hash(const factory_entry *_Nonnull entry) {
  return factory_word_load(&entry->content) & ~FACTORY_HAS_ALIASES;
}
static inline bool factory_entry_has_aliases(const factory_entry *_Nonnull entry) {
  return (factory_word_load(&entry->content) & FACTORY_HAS_ALIASES) != 0;
}

/// What an entry of a child container has in addition. Precedes the entry in memory. Written under
/// the lock of the entry's cell.
typedef struct factory_inheritance {
  factory_entry *_Nonnull parent; // the parent container's entry of the factory; constant
  /// The owned settings of the parent's entry that those of the entry were made from. Owned, so that no
  /// others have their address.
  void *_Nullable merged_from;
  void *_Nullable own; // owned `Settings`: what was set in this container
  void *_Nullable own_scope; // the scope of `own`
  /// `factory_core_default_scope_changes` when the entry's lookup was made. A number, because the
  /// address of a default scope that was replaced and set again would be the same.
  uint32_t default_scope_changes;
  uint16_t is_promise; // whether a promised or required factory was registered in this container
  uint16_t is_counted; // whether `registrations_below` of the parents counts this container
} factory_inheritance;

static inline uintptr_t factory_entry_lookup(const factory_entry *_Nonnull entry) {
  return (uintptr_t)factory_pointer_load(&entry->lookup);
}
static inline void factory_entry_set_lookup(
    factory_entry *_Nonnull entry, const void *_Nullable scope, uintptr_t lookup) {
  factory_pointer_store(&entry->lookup, (void *)((uintptr_t)scope | lookup));
}
static inline uintptr_t factory_entry_action(const factory_entry *_Nonnull entry) {
  return factory_entry_lookup(entry) & FACTORY_LOOKUP_BITS;
}
static inline const void *_Nullable factory_entry_scope(const factory_entry *_Nonnull entry) {
  return (const void *)(factory_entry_lookup(entry) & ~(uintptr_t)FACTORY_LOOKUP_BITS);
}
static inline factory_cell *_Nonnull factory_entry_cell(factory_entry *_Nonnull entry) {
  return (factory_cell *)(void *)(entry + 1);
}
static inline factory_cell *_Nullable factory_entry_singleton(const factory_entry *_Nonnull entry) {
  return __atomic_load_n(&entry->singleton, __ATOMIC_ACQUIRE);
}
static inline void factory_entry_set_singleton(
    factory_entry *_Nonnull entry, factory_cell *_Nonnull cell) {
  __atomic_store_n(&entry->singleton, cell, __ATOMIC_RELEASE);
}
// Accessed through functions, because in Swift modifying one field is an exclusive access to the
// whole struct.
static inline void *_Nullable factory_entry_settings(const factory_entry *_Nonnull entry) {
  return entry->settings;
}
static inline void factory_entry_set_settings(
    factory_entry *_Nonnull entry, void *_Nonnull settings) {
  factory_pointer_store(&entry->settings, settings);
}
static inline factory_inheritance *_Nonnull factory_entry_inheritance(
    const factory_entry *_Nonnull entry) {
  return (factory_inheritance *)(void *)entry - 1;
}
// Accessed through functions for the same reason as the fields of an entry.
static inline factory_entry *_Nonnull factory_entry_parent(
    const factory_entry *_Nonnull entry) {
  return factory_entry_inheritance(entry)->parent;
}
static inline void *_Nonnull factory_inheritance_own(
    const factory_inheritance *_Nonnull inheritance) {
  return inheritance->own;
}
static inline void factory_inheritance_set_own(
    factory_inheritance *_Nonnull inheritance, void *_Nonnull settings) {
  inheritance->own = settings;
}
static inline void *_Nullable factory_inheritance_own_scope(
    const factory_inheritance *_Nonnull inheritance) {
  return factory_pointer_load(&inheritance->own_scope);
}
static inline void *_Nonnull factory_inheritance_merged_from(
    const factory_inheritance *_Nonnull inheritance) {
  return factory_pointer_load(&inheritance->merged_from);
}
// These are read by other threads without the lock.
static inline void factory_inheritance_set_own_scope(
    factory_inheritance *_Nonnull inheritance, const void *_Nullable scope) {
  factory_pointer_store(&inheritance->own_scope, (void *)scope);
}
static inline void factory_inheritance_set_merged_from(
    factory_inheritance *_Nonnull inheritance, void *_Nonnull settings) {
  factory_pointer_store(&inheritance->merged_from, settings);
}
static inline void factory_inheritance_set_default_scope_changes(
    factory_inheritance *_Nonnull inheritance, uint32_t changes) {
  __atomic_store_n(&inheritance->default_scope_changes, changes, __ATOMIC_RELEASE);
}
static inline bool factory_inheritance_is_promise(
    const factory_inheritance *_Nonnull inheritance) {
  return inheritance->is_promise != 0;
}
static inline void factory_inheritance_set_is_promise(
    factory_inheritance *_Nonnull inheritance) {
  inheritance->is_promise = 1;
}
static inline bool factory_inheritance_is_counted(
    const factory_inheritance *_Nonnull inheritance) {
  return inheritance->is_counted != 0;
}
static inline void factory_inheritance_set_is_counted(
    factory_inheritance *_Nonnull inheritance, bool is_counted) {
  inheritance->is_counted = is_counted;
}
static inline uint32_t factory_entry_registrations_below(const factory_entry *_Nonnull entry) {
  return factory_word_load(&entry->registrations_below);
}
static inline void factory_entry_count_registration_below(
    factory_entry *_Nonnull entry, bool is_registered) {
  __atomic_fetch_add(
      &entry->registrations_below, is_registered ? 1 : UINT32_MAX, __ATOMIC_RELAXED);
}
/// Whether the entry has no other settings than a scope and a registration.
static inline bool factory_entry_is_simple(factory_entry *_Nonnull entry) {
  return factory_word_load(&factory_entry_cell(entry)->is_simple) != 0;
}
/// Called under the entry's lock.
static inline void factory_entry_set_is_simple(factory_entry *_Nonnull entry, bool is_simple) {
  factory_word_store(&factory_entry_cell(entry)->is_simple, is_simple);
}

// MARK: The table

/// Finds entries: open addressing by the addresses of the key's texts and types, read without a
/// lock.
///
/// Why reading without a lock is safe:
/// - A table is reached through one pointer, stored with release after all its slots were written
///   and loaded with acquire; so a reader sees a complete table.
/// - A slot changes once, from empty to taken, under the container's lock. It is stored with
///   release after the object that it points to was written, and loaded with acquire. A reader that
///   finds no slot takes the slow path, which searches again under the lock.
/// - A full table is replaced by one twice as large and kept until the container is freed, so a
///   reader never holds freed memory. The old tables together are smaller than the new one.
/// - Entries and aliases are freed with the container, which every reader owns.
typedef struct factory_table {
  uintptr_t mask;
  struct factory_table *_Nullable previous;
  // The next two fields are guarded by the container's lock.
  uintptr_t used;
  /// The entries by content, as slot numbers plus one: zero is an empty slot. Follows the slots of
  /// a small table.
  uint32_t *_Nullable by_content;
  /// Tagged addresses of entries and aliases: see `FACTORY_SLOT_BITS`.
  void *_Nullable slots[];
} factory_table;

/// Other addresses of the texts in an entry's key.
typedef struct factory_alias {
  const uint8_t *_Nonnull name;
  const uint8_t *_Nullable file;
  factory_entry *_Nonnull entry;
} factory_alias;

// Entries and aliases are aligned to eight bytes, so three bits of a slot are free. The lowest
// marks an alias. The others are bits of the hash, so that a reader rarely loads the wrong entry.
enum { FACTORY_ALIAS = 1, FACTORY_SLOT_BITS = 7 };

/// Multiplicative hashing: the high bits of the product are well distributed.
static inline uint64_t factory_spread(uint64_t value) {
  return (value * 0x9e3779b97f4a7c15u) >> 24;
}

static inline uint64_t factory_address_hash(
    const uint8_t *_Nonnull name, const uint8_t *_Nullable file, const void *_Nonnull type) {
  uint64_t bits = (uint64_t)(uintptr_t)type;
  return factory_spread(
      (uint64_t)(uintptr_t)name ^ (uint64_t)(uintptr_t)file << 7 ^ bits << 17 ^ bits >> 4);
}

static inline uintptr_t factory_slot_tag(uint64_t hash) { return (uintptr_t)(hash >> 32 & 3) << 1; }

/// The entry stored under the addresses in this key, or null.
factory_entry *_Nullable factory_table_find(
    const factory_table *_Nonnull table, factory_key key);

// MARK: Containers

/// Conditions that the lock-free part of a resolution checks before the entry: bits of
/// `factory_core.flags`.
enum {
  /// `autoRegister` has yet to run, or is running.
  FACTORY_AUTO_REGISTERS = 1,
  /// The container has a decorator.
  FACTORY_DECORATES = 2,
  /// The container's resolutions are observed.
  FACTORY_IS_OBSERVED = 4,
  /// The container has a parent.
  FACTORY_IS_CHILD = 8,
  /// All of the conditions above.
  FACTORY_FLAGS = 15,
  /// A child of another type than `Container`: see `ContainerManager.retainedContainer`. No condition of a lookup.
  FACTORY_VALUES_RETAIN_CONTAINER = 16,
  /// Added to the flags each time that `autoRegister` has to run again, and by each `pop`, so the bits above the
  /// conditions count that. A resolution that reads the same flags before and after it reads settings, without
  /// `FACTORY_AUTO_REGISTERS`, has read settings with the registrations that `autoRegister` has made. The
  /// number wraps around after 2²⁷ resets, which do not happen during one resolution.
  FACTORY_REARMED = 32,
};

/// The part of a container that a resolution reads without a lock. Never moved. The rest of the
/// container's storage follows it in memory: see `Storage/ContainerCore.swift`.
typedef struct factory_core {
  uint32_t flags; // written under the lock
  uint32_t lock;
  factory_table *_Nullable table;     // null until a factory needs an entry
  const void *_Nullable default_scope; // retained by the container; written under the lock
  _Alignas(8) uint64_t identity;      // see ContainerIdentity.swift
  const void *_Nullable type;         // metadata of the container's type; null until it is used
  uint32_t snapshot;                  // the number of the last `push` in force; zero if there is none
  uint32_t snapshot_lock;             // guards the list of snapshots
  uint32_t restorations;              // how often `pop` has restored the state
  uint32_t has_clock;                 // whether the clock was replaced; written under the lock
  // The next three fields are constant.
  struct factory_core *_Nullable parent; // retained through its manager
  void *_Nullable shared_scopes;         // an owned `SharedScopes`, or null
  uint32_t depth;                        // how many parents there are
  uint32_t default_scope_changes;        // written under the lock, after the default scope
  void *_Nullable graphs;                // an owned `ChildGraphs`, or null; guarded by the lock of that class
} factory_core;

static inline uint32_t factory_core_flags(const factory_core *_Nonnull core) {
  return factory_word_load(&core->flags);
}
/// Whether flags contain conditions other than those in `allowed`.
static inline bool factory_has_flags_besides(uint32_t allowed, uint32_t flags) {
  return (flags & FACTORY_FLAGS & ~allowed) != 0;
}
static inline void factory_core_set_flags(factory_core *_Nonnull core, uint32_t flags) {
  factory_word_store(&core->flags, flags);
}
/// Whether this container's `autoRegister` has yet to run; in a child, whether a `pop` is in progress.
static inline bool factory_core_auto_registers(const factory_core *_Nonnull core) {
  return factory_core_flags(core) & FACTORY_AUTO_REGISTERS;
}
/// Whether a factory value that is created must prepare the container first.
static inline bool factory_core_is_unprepared(const factory_core *_Nonnull core) {
  return factory_core_flags(core) & (FACTORY_AUTO_REGISTERS | FACTORY_VALUES_RETAIN_CONTAINER);
}
static inline factory_core *_Nullable factory_core_parent(const factory_core *_Nonnull core) {
  return core->parent;
}
static inline uint32_t factory_core_depth(const factory_core *_Nonnull core) { return core->depth; }
static inline void *_Nullable factory_core_shared_scopes(const factory_core *_Nonnull core) {
  return core->shared_scopes;
}
/// The lowest bit is set once a child was created. The other bits count the `TaskFrame`s that exist.
extern uint32_t factory_owners;
static inline bool factory_children_exist(void) {
  return __atomic_load_n(&factory_owners, __ATOMIC_RELAXED) & 1;
}
static inline bool factory_task_frames_exist(void) {
  return __atomic_load_n(&factory_owners, __ATOMIC_RELAXED) > 1;
}
/// Whether the calling code may build a part of an instance that is kept, or there are child containers.
static inline bool factory_may_be_owned(void) {
  return __atomic_load_n(&factory_owners, __ATOMIC_RELAXED) != 0 || factory_thread_is_owned();
}
/// Called when a child is created.
static inline void factory_note_child(void) {
  if (!factory_children_exist()) __atomic_fetch_or(&factory_owners, 1, __ATOMIC_RELAXED);
}
static inline void factory_count_task_frame(void) {
  __atomic_fetch_add(&factory_owners, 2, __ATOMIC_RELAXED);
}
static inline void factory_discount_task_frame(void) {
  __atomic_fetch_sub(&factory_owners, 2, __ATOMIC_RELAXED);
}
/// Makes a new container a child. Takes over a reference to its `SharedScopes`.
void factory_core_set_parent(
    factory_core *_Nonnull core, factory_core *_Nonnull parent, void *_Nullable shared_scopes);
/// The conditions of a container and of those around it, and the sum of their counts of `FACTORY_REARMED`. Only
/// the outermost one runs `autoRegister`.
uint32_t factory_core_all_flags(const factory_core *_Nonnull core);
static inline factory_table *_Nullable factory_core_table(const factory_core *_Nonnull core) {
  return __atomic_load_n(&core->table, __ATOMIC_ACQUIRE);
}
static inline const void *_Nullable factory_core_default_scope(const factory_core *_Nonnull core) {
  return __atomic_load_n(&core->default_scope, __ATOMIC_ACQUIRE);
}
static inline void factory_core_set_default_scope(
    factory_core *_Nonnull core, const void *_Nullable scope) {
  __atomic_store_n(&core->default_scope, scope, __ATOMIC_RELEASE);
  __atomic_store_n(
      &core->default_scope_changes, core->default_scope_changes + 1, __ATOMIC_RELEASE);
}
/// How often the default scopes of a container and of those around it have been set, in total.
///
/// The lookup of a child's entry depends on these scopes. `LockedEntry.inherit` reads this number,
/// makes the lookup, and then stores the number with it. If a later resolution reads the same number,
/// the lookup takes into account all default scopes that were set before the resolution began. The
/// containers are always read in the same order, which this relies on.
uint32_t factory_core_default_scope_changes(const factory_core *_Nonnull core);
static inline uint32_t factory_core_snapshot(const factory_core *_Nonnull core) {
  return factory_word_load(&core->snapshot);
}
static inline void factory_core_set_snapshot(factory_core *_Nonnull core, uint32_t snapshot) {
  factory_word_store(&core->snapshot, snapshot);
}
static inline uint64_t factory_core_identity(const factory_core *_Nonnull core) {
  return __atomic_load_n(&core->identity, __ATOMIC_RELAXED);
}
static inline void factory_core_set_identity(factory_core *_Nonnull core, uint64_t identity) {
  __atomic_store_n(&core->identity, identity, __ATOMIC_RELAXED);
}
static inline const void *_Nullable factory_core_type(const factory_core *_Nonnull core) {
  return __atomic_load_n(&core->type, __ATOMIC_ACQUIRE);
}
static inline void factory_core_set_type(
    factory_core *_Nonnull core, const void *_Nonnull type) {
  __atomic_store_n(&core->type, type, __ATOMIC_RELEASE);
}
static inline bool factory_core_has_clock(const factory_core *_Nonnull core) {
  return factory_word_load(&core->has_clock) != 0;
}
static inline void factory_core_set_has_clock(factory_core *_Nonnull core, bool has_clock) {
  factory_word_store(&core->has_clock, has_clock);
}
static inline uint32_t factory_core_restorations(const factory_core *_Nonnull core) {
  return factory_word_load(&core->restorations);
}
static inline void factory_core_count_restoration(factory_core *_Nonnull core) {
  factory_word_store(&core->restorations, factory_word_load(&core->restorations) + 1);
}
static inline uint32_t *_Nonnull factory_core_snapshot_lock(factory_core *_Nonnull core) {
  return &core->snapshot_lock;
}
static inline uint32_t *_Nonnull factory_core_lock(factory_core *_Nonnull core) {
  return &core->lock;
}

// The functions below are called under the container's lock.

/// The entry of a key, or null. Searches by address, then by content. An entry found by content is
/// added to the table under the addresses of the key's texts. `content_hash` is the result of
/// `factory_key_content_hash`, which callers compute before they take the lock.
factory_entry *_Nullable factory_core_find(
    factory_core *_Nonnull core, factory_key key, uint32_t content_hash);

/// Adds an entry whose key is not in the table.
void factory_core_add(factory_core *_Nonnull core, factory_entry *_Nonnull entry);

/// Frees tables and aliases, but not the entries.
void factory_core_free_table(factory_core *_Nonnull core);

/// Enumerates the entries: returns the next one at or after `*index`, which starts at zero, or
/// null.
factory_entry *_Nullable factory_table_next(
    const factory_table *_Nullable table, uintptr_t *_Nonnull index);

// MARK: Lookup

/// The result of a lookup; see `Resolution/Lookup.swift`.
///
/// With a slot, `word` is the address of the protected object that holds an instance, with
/// `FACTORY_HOLDS_WEAKLY` added if it holds it weakly. Without a slot, it is `FACTORY_LOOKED_UP_DEFINITION`,
/// or the entry's address with `FACTORY_TAKE_SLOW_PATH` added, or `FACTORY_TAKE_SLOW_PATH` alone if no
/// entry was found.
///
/// `FACTORY_HOLDS_WEAKLY` and `FACTORY_TAKE_SLOW_PATH` are the same bit, so a program finds out with two
/// comparisons what to do: call the factory's own closure, take the slow path, or return the instance.
typedef struct factory_lookup {
  uintptr_t word;
  factory_hazard *_Nullable slot;
} factory_lookup;

enum {
  FACTORY_TAKE_SLOW_PATH = 1,
  /// Added to `FACTORY_TAKE_SLOW_PATH`: the container may act as another one. See `Children/Owners.swift`.
  FACTORY_MAY_ACT = 2,
  FACTORY_LOOKED_UP_DEFINITION = FACTORY_CALL_DEFINITION
};

_Static_assert(
    (int)FACTORY_TAKE_SLOW_PATH == (int)FACTORY_HOLDS_WEAKLY, "programs test one bit for both");

/// Looks up a factory for a resolution. `scope` is the scope that the factory value has set, or
/// null.
factory_lookup factory_look_up(
    const factory_core *_Nonnull core, const uint8_t *_Nonnull name, const uint8_t *_Nullable file,
    const void *_Nonnull type, const void *_Nullable parameter_type, const void *_Nullable scope);

/// The same once it is known that the container acts as itself.
factory_lookup factory_look_up_here(
    const factory_core *_Nonnull core, factory_key key, const void *_Nullable scope);

/// Whether an entry of a child container has been made from the current settings of its parents, and
/// after this number of changes of default scopes.
bool factory_entry_is_current(
    const factory_core *_Nonnull core, const factory_entry *_Nonnull entry,
    uint32_t default_scope_changes);

/// The default scope of a container: its own or, if it has none, that of its parent.
const void *_Nullable factory_core_any_default_scope(const factory_core *_Nonnull core);

/// A number for a new container.
uint64_t factory_next_container(void);
/// The number of the last container that was made.
uint64_t factory_last_container(void);

/// Whether a modifier has set this scope for a factory or, in a child without an entry for it, whether a
/// parent's entry has this singleton scope.
bool factory_has_scope(
    const factory_core *_Nonnull core, const uint8_t *_Nonnull name, const uint8_t *_Nullable file,
    const void *_Nonnull type, const void *_Nullable parameter_type, const void *_Nonnull scope);

/// The built-in scopes by the raw value of `ScopeKind`; null until the scope is first used.
enum { FACTORY_SCOPE_KINDS = 5 };
extern const void *_Nullable factory_built_in_scopes[FACTORY_SCOPE_KINDS];
static inline void factory_set_built_in_scope(intptr_t kind, const void *_Nonnull scope) {
  __atomic_store_n(&factory_built_in_scopes[kind], scope, __ATOMIC_RELEASE);
}

static inline const void *_Nullable factory_built_in_scope(intptr_t kind) {
  return __atomic_load_n(&factory_built_in_scopes[kind], __ATOMIC_ACQUIRE);
}

FACTORY_END_DECLARATIONS

#endif
