// Factory, MIT licence; see LICENSE
//
// The hit table: what a resolution reads of a store without a lock. It is a cache. A store publishes in it what a lookup
// may return without the store, and withdraws that with each change. Without it, everything works: see `FACTORY_NO_HITS`.
#ifndef FACTORY_HITS_H
#define FACTORY_HITS_H

#include "factory_hazards.h"
#include "factory_lock.h"
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

/// The lower 30 bits of `factory_key_hash`, which `factory_node.content` stores.
uint32_t factory_key_content_hash(factory_key key);

// MARK: Nodes

/// What a lookup has to do: the low bits of `factory_node.lookup`.
enum {
  /// Take the slow path.
  FACTORY_READ_SETTINGS = 0,
  /// Take the slow path. The settings have a time to live, so read the clock before taking the lock.
  FACTORY_READ_TIMED_SETTINGS = 1,
  /// Take the slow path. The settings keep an instance for each parameter, so hash the parameter before taking the lock.
  FACTORY_READ_PARAMETER_SETTINGS = 2,
  /// Take the slow path. An instance in the thread's resolution cycle can be returned without further work.
  FACTORY_USE_CYCLE = 3,
  /// Call the factory's own closure.
  FACTORY_CALL_DEFINITION = 4,
  /// Return the instance that the node publishes or, if nobody keeps instances, call the closure that it publishes.
  FACTORY_USE_OWN = 5,
  /// Return the instance that `target`, a node of the process's singletons, publishes.
  FACTORY_USE_SINGLETON = 6,
  /// Return the instance that `target`, a node of a parent container, publishes.
  FACTORY_USE_PARENT = 7,
  FACTORY_LOOKUP_BITS = 7,
};

/// Set in the published address of an object that is not the box of a strongly held instance.
enum {
  /// Alone: the object holds its instance weakly.
  FACTORY_HOLDS_WEAKLY = 1,
  /// With the other: it is the closure that replaces the factory's own.
  FACTORY_REPLACES_CLOSURE = 2
};

/// One factory of a store. Never moved; freed with the store. Changed with the store's lock, except the target of a
/// container without a parent.
typedef struct factory_node {
  _Alignas(8) factory_key key; // constant
  /// The scope that a modifier has set, or null, combined with what a lookup has to do. One word, so that a reader never
  /// combines an old scope with a new action.
  void *_Nullable lookup;
  /// The object that holds the instance, or the closure to call, with the bits above; null if there is none. The address owns
  /// a reference.
  /// Read by `factory_protect`.
  void *_Nullable published;
  /// The node that the action refers to. Its store is never freed before this one.
  struct factory_node *_Nullable target;
  struct factory_node *_Nullable parent; // the parent container's node of the factory; constant
  /// In a child: the family's number for which the settings hold, and with them what a lookup has to do. Otherwise whether a
  /// search has said what a lookup has to do.
  _Alignas(8) uint64_t family;
  /// Counts evictions, so that what was decided before one is recognised as outdated.
  uint32_t evictions;
  /// The key's content hash, and the flags below.
  uint32_t content;
  uint32_t index; // among the nodes of its store; constant
} factory_node;

/// Whether the factory was found by another key with the same contents.
#define FACTORY_HAS_ALIASES (1u << 31)
/// Whether nothing is set but a scope and a registration.
#define FACTORY_IS_SIMPLE (1u << 30)

// Accessed through functions, because in Swift modifying one field is an exclusive access to the whole struct.
static inline uint32_t factory_node_content_hash(const factory_node *_Nonnull node) {
  return factory_word_load(&node->content) & ~(FACTORY_HAS_ALIASES | FACTORY_IS_SIMPLE);
}
static inline bool factory_node_has_aliases(const factory_node *_Nonnull node) {
  return (factory_word_load(&node->content) & FACTORY_HAS_ALIASES) != 0;
}
static inline uintptr_t factory_node_lookup(const factory_node *_Nonnull node) {
  return (uintptr_t)factory_pointer_load(&node->lookup);
}
static inline void factory_node_set_lookup(
    factory_node *_Nonnull node, const void *_Nullable scope, uintptr_t action) {
  factory_pointer_store(&node->lookup, (void *)((uintptr_t)scope | action));
}
static inline uintptr_t factory_node_action(const factory_node *_Nonnull node) {
  return factory_node_lookup(node) & FACTORY_LOOKUP_BITS;
}
static inline const void *_Nullable factory_node_scope(const factory_node *_Nonnull node) {
  return (const void *)(factory_node_lookup(node) & ~(uintptr_t)FACTORY_LOOKUP_BITS);
}
static inline void *_Nullable *_Nonnull factory_node_published(factory_node *_Nonnull node) {
  return &node->published;
}
static inline factory_node *_Nullable factory_node_target(const factory_node *_Nonnull node) {
  return __atomic_load_n(&node->target, __ATOMIC_ACQUIRE);
}
static inline void factory_node_set_target(
    factory_node *_Nonnull node, factory_node *_Nullable target) {
  __atomic_store_n(&node->target, target, __ATOMIC_RELEASE);
}
static inline uint64_t factory_node_family(const factory_node *_Nonnull node) {
  return __atomic_load_n(&node->family, __ATOMIC_ACQUIRE);
}
static inline void factory_node_set_family(factory_node *_Nonnull node, uint64_t family) {
  __atomic_store_n(&node->family, family, __ATOMIC_RELEASE);
}
static inline uint32_t factory_node_evictions(const factory_node *_Nonnull node) {
  return factory_word_load(&node->evictions);
}
static inline void factory_node_count_eviction(factory_node *_Nonnull node) {
  factory_word_store(&node->evictions, factory_word_load(&node->evictions) + 1);
}
static inline bool factory_node_is_simple(const factory_node *_Nonnull node) {
  return (factory_word_load(&node->content) & FACTORY_IS_SIMPLE) != 0;
}
static inline void factory_node_set_is_simple(factory_node *_Nonnull node, bool is_simple) {
  uint32_t content = factory_word_load(&node->content) & ~FACTORY_IS_SIMPLE;
  factory_word_store(&node->content, is_simple ? content | FACTORY_IS_SIMPLE : content);
}

// MARK: The table

/// Finds nodes: open addressing by the addresses of the key's texts and types, read without a lock.
///
/// Why reading without a lock is safe:
/// - A table is reached through one pointer, stored with release after all its slots were written
///   and loaded with acquire; so a reader sees a complete table.
/// - A slot changes once, from empty to taken, under the store's lock. It is stored with
///   release after the object that it points to was written, and loaded with acquire. A reader that
///   finds no slot takes the slow path, which searches again under the lock.
/// - A full table is replaced by one twice as large and kept until the store is freed, so a
///   reader never holds freed memory. The old tables together are smaller than the new one.
/// - Nodes and aliases are freed with the store, which every reader owns.
typedef struct factory_table {
  uintptr_t mask;
  struct factory_table *_Nullable previous;
  // The next two fields are guarded by the store's lock.
  uintptr_t used;
  /// The nodes by content, as slot numbers plus one: zero is an empty slot. Follows the slots.
  uint32_t *_Nullable by_content;
  /// Tagged addresses of nodes and aliases: see `FACTORY_SLOT_BITS`.
  void *_Nullable slots[];
} factory_table;

/// Other addresses of the texts in a node's key.
typedef struct factory_alias {
  const uint8_t *_Nonnull name;
  const uint8_t *_Nullable file;
  factory_node *_Nonnull node;
} factory_alias;

// Nodes and aliases are aligned to eight bytes, so three bits of a slot are free. The lowest
// marks an alias. The others are bits of the hash, so that a reader rarely loads the wrong node.
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

/// The node stored under the addresses in this key, or null.
factory_node *_Nullable factory_table_find(
    const factory_table *_Nonnull table, factory_key key);

// MARK: Stores

/// Conditions that a lookup checks before the node: bits of `factory_core.flags`. A change of a parent's flags raises the
/// family's number.
enum {
  /// `autoRegister` has yet to run, or is running.
  FACTORY_AUTO_REGISTERS = 1,
  /// The container has a decorator.
  FACTORY_DECORATES = 2,
  /// The container's resolutions are observed.
  FACTORY_IS_OBSERVED = 4,
  /// Nothing is published: the environment variable `FACTORY_NO_HIT_TABLE` is set.
  FACTORY_NO_HITS = 8,
  /// All of the conditions above.
  FACTORY_FLAGS = 15,
  /// A child of another type than `Container`: see `ContainerManager.retainedContainer`. No condition of a lookup.
  FACTORY_VALUES_RETAIN_CONTAINER = 16,
  /// The clock was replaced. No condition of a lookup.
  FACTORY_HAS_CLOCK = 32,
};

/// The part of a store that a resolution reads without a lock. Never moved. `Store` owns it.
typedef struct factory_core {
  uint32_t flags; // written under the lock
  uint32_t lock;
  factory_table *_Nullable table;      // null until a factory needs a node
  const void *_Nullable default_scope; // retained by the outermost store; written under the lock
  _Alignas(8) uint64_t identity;       // see `Diagnostics/FactoryNames.swift`
  const void *_Nullable type;          // metadata of the container's type; null until it is used
  // The next two fields are constant.
  struct factory_core *_Nullable parent; // retained through its store
  uint32_t depth;                        // how many parents there are
  /// Of a container without a parent: counts the changes of all containers of the family that have children. Begins with
  /// one. What a child has published holds only for the number with which it was made.
  _Alignas(8) uint64_t family;
} factory_core;

static inline uint32_t factory_core_flags(const factory_core *_Nonnull core) {
  return factory_word_load(&core->flags);
}
static inline bool factory_has_flags(uint32_t flags) { return (flags & FACTORY_FLAGS) != 0; }
static inline void factory_core_set_flags(factory_core *_Nonnull core, uint32_t flags) {
  factory_word_store(&core->flags, flags);
}
/// Whether a factory value that is created must prepare the container first.
static inline bool factory_core_is_unprepared(const factory_core *_Nonnull core) {
  return factory_core_flags(core) & (FACTORY_AUTO_REGISTERS | FACTORY_VALUES_RETAIN_CONTAINER);
}
static inline factory_core *_Nullable factory_core_parent(const factory_core *_Nonnull core) {
  return core->parent;
}
static inline uint32_t factory_core_depth(const factory_core *_Nonnull core) { return core->depth; }
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
/// Makes a new container a child.
void factory_core_set_parent(factory_core *_Nonnull core, factory_core *_Nonnull parent);
/// The family's number.
uint64_t factory_core_family(const factory_core *_Nonnull core);
/// Called with the lock of a container that has children, after a change.
void factory_core_count_change(factory_core *_Nonnull core);
/// The flags of a container and of its parents.
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
}
/// The default scope of a container: its own or, if it has none, that of its parent.
const void *_Nullable factory_core_any_default_scope(const factory_core *_Nonnull core);
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
static inline uint32_t *_Nonnull factory_core_lock(factory_core *_Nonnull core) {
  return &core->lock;
}

// The functions below are called with the store's lock.

/// The node of a key, or null. Searches by address, then by content. A node found by content is
/// added to the table under the addresses of the key's texts. `content_hash` is the result of
/// `factory_key_content_hash`, which callers compute before they take the lock.
factory_node *_Nullable factory_core_find(
    factory_core *_Nonnull core, factory_key key, uint32_t content_hash);

/// Adds a node whose key is not in the table.
void factory_core_add(factory_core *_Nonnull core, factory_node *_Nonnull node);

/// Frees tables and aliases, but not the nodes.
void factory_core_free_table(factory_core *_Nonnull core);

// MARK: Lookup

/// The result of a lookup; see `Engine/FastPath.swift`.
///
/// With a slot, `word` is the address that a node has published, with its bits, of a protected object. Without a
/// slot, it is `FACTORY_LOOKED_UP_DEFINITION`, or the node's address with `FACTORY_TAKE_SLOW_PATH` added, or
/// `FACTORY_TAKE_SLOW_PATH` alone if no node was found.
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

/// A number for a new container.
uint64_t factory_next_container(void);
/// The number of the last container that was made.
uint64_t factory_last_container(void);

/// Whether a modifier has set this scope for a factory or, in a child without a node for it, whether a
/// parent's node has this singleton scope.
bool factory_has_scope(
    const factory_core *_Nonnull core, const uint8_t *_Nonnull name, const uint8_t *_Nullable file,
    const void *_Nonnull type, const void *_Nullable parameter_type, const void *_Nonnull scope);

/// The built-in scopes by the raw value of `ScopeKind`; null until the scope is first used. Those of further kinds are not stored,
/// which makes their modifiers slower.
enum { FACTORY_SCOPE_KINDS = 5 };
extern const void *_Nullable factory_built_in_scopes[FACTORY_SCOPE_KINDS];
static inline void factory_set_built_in_scope(intptr_t kind, const void *_Nonnull scope) {
  if ((uintptr_t)kind < FACTORY_SCOPE_KINDS)
    __atomic_store_n(&factory_built_in_scopes[kind], scope, __ATOMIC_RELEASE);
}

static inline const void *_Nullable factory_built_in_scope(intptr_t kind) {
  if ((uintptr_t)kind >= FACTORY_SCOPE_KINDS) return NULL;
  return __atomic_load_n(&factory_built_in_scopes[kind], __ATOMIC_ACQUIRE);
}

FACTORY_END_DECLARATIONS

#endif
