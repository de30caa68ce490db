// Factory, MIT licence; see LICENSE
//
// Looks up factories, and changes the table of a store's nodes.
#include "FactoryCore.h"

#include <stdlib.h>
#include <string.h>

#include "thread_local.h"

// MARK: Reading without a lock

// The slow path is to be taken. `node` is null if no node was found.
static inline factory_lookup take_slow_path(const factory_node *node) {
  return (factory_lookup){(uintptr_t)node | FACTORY_TAKE_SLOW_PATH, NULL};
}

// The definition's closure is to be called.
static inline factory_lookup call_definition(void) {
  return (factory_lookup){FACTORY_LOOKED_UP_DEFINITION, NULL};
}

factory_node *factory_table_find(const factory_table *table, factory_key key) {
  uint64_t hash = factory_address_hash(key.name, key.file, key.type);
  uintptr_t tag = factory_slot_tag(hash);
  uintptr_t mask = table->mask;
  for (uintptr_t index = (uintptr_t)hash & mask;; index = (index + 1) & mask) {
    uintptr_t slot = (uintptr_t)factory_pointer_load(&table->slots[index]);
    if (slot == 0) return NULL;
    uintptr_t bits = slot & FACTORY_SLOT_BITS;
    if ((bits & ~(uintptr_t)FACTORY_ALIAS) != tag) continue;
    factory_node *node = (factory_node *)(slot - bits);
    const uint8_t *name = NULL;
    const uint8_t *file = NULL;
    if (bits & FACTORY_ALIAS) {
      const factory_alias *alias = (const factory_alias *)(slot - bits);
      name = alias->name;
      file = alias->file;
      node = alias->node;
    } else {
      name = node->key.name;
      file = node->key.file;
    }
    if (name == key.name && file == key.file && node->key.type == key.type &&
        node->key.parameter_type == key.parameter_type)
      return node;
  }
}

// Does what a node says. `scope` is that of the factory value: it may have one that a reset has removed, or that is about
// to be changed.
__attribute__((always_inline)) static inline factory_lookup look_up_in_node(
    factory_node *node, const void *scope) {
  uintptr_t lookup = factory_node_lookup(node);
  if (scope != NULL && (lookup & ~(uintptr_t)FACTORY_LOOKUP_BITS) != (uintptr_t)scope)
    return take_slow_path(node);
  factory_node *published = node;
  uintptr_t action = lookup & FACTORY_LOOKUP_BITS;
  if (action != FACTORY_USE_OWN) {
    if (action == FACTORY_CALL_DEFINITION) return call_definition();
    // The task may have its own singletons.
    if (action < FACTORY_USE_SINGLETON ||
        (action == FACTORY_USE_SINGLETON && factory_has_other_singletons()))
      return take_slow_path(node);
    published = factory_node_target(node);
  }
  factory_protection protection =
      factory_protect(factory_node_published(published), factory_preferred_hazard());
  if (protection.slot == NULL) return take_slow_path(node);
  if (factory_node_lookup(node) != lookup) {
    factory_unprotect(protection.slot);
    return take_slow_path(node);
  }
  return (factory_lookup){(uintptr_t)protection.object, protection.slot};
}

// Always inlined, because each of the two functions that use it is the fast path.
__attribute__((always_inline)) static inline factory_lookup look_up(
    const factory_core *core, factory_key key, const void *scope) {
  if (factory_has_flags(factory_core_flags(core)) || factory_is_tracing())
    return take_slow_path(NULL);
  const factory_table *table = factory_core_table(core);
  if (table == NULL) {
    return scope == NULL && factory_core_default_scope(core) == NULL ? call_definition()
                                                                      : take_slow_path(NULL);
  }
  factory_node *node = factory_table_find(table, key);
  return node == NULL ? take_slow_path(NULL) : look_up_in_node(node, scope);
}

const void *factory_built_in_scopes[FACTORY_SCOPE_KINDS];

// MARK: Child containers

_Alignas(8) static uint64_t containers;

uint64_t factory_next_container(void) {
  return __atomic_add_fetch(&containers, 1, __ATOMIC_RELAXED);
}

uint64_t factory_last_container(void) { return __atomic_load_n(&containers, __ATOMIC_RELAXED); }

uint32_t factory_owners;

void factory_core_set_parent(factory_core *core, factory_core *parent) {
  core->parent = parent;
  core->depth = parent->depth + 1;
}

const void *factory_core_any_default_scope(const factory_core *core) {
  const void *scope = NULL;
  for (; core != NULL && scope == NULL; core = core->parent) scope = factory_core_default_scope(core);
  return scope;
}

uint32_t factory_core_all_flags(const factory_core *core) {
  uint32_t flags = 0;
  for (; core != NULL; core = core->parent) flags |= factory_core_flags(core);
  return flags;
}

static inline factory_core *root_of(const factory_core *core) {
  while (core->parent != NULL) core = core->parent;
  return (factory_core *)core;
}

uint64_t factory_core_family(const factory_core *core) {
  return __atomic_load_n(&root_of(core)->family, __ATOMIC_ACQUIRE);
}

void factory_core_count_change(factory_core *core) {
  __atomic_fetch_add(&root_of(core)->family, 1, __ATOMIC_ACQ_REL);
}

// Whether what a child has published still holds. Read before the node's word, so that this is not older than the settings
// of the parents.
static inline bool is_current(const factory_node *node, uint64_t family) {
  return factory_node_family(node) == family;
}

// A child that has no node for a factory has no settings of its own for it, so a parent's node says how it
// is resolved. Searches only the nearest parent that has a table. Returns false if only the slow path can
// tell, also if that table has no such node. `found` stays null if no parent has a table.
//
// The child may still have a node for an equal key whose texts are at other addresses. In that case the
// parents' nodes have `FACTORY_HAS_ALIASES`, because `Store.node` looks the key up in the parents before it adds a node to
// a child.
static bool find_in_parents(
    const factory_core *core, factory_key key, uint64_t family, factory_node **found) {
  for (const factory_core *next = core->parent; next != NULL; next = next->parent) {
    const factory_table *table = factory_core_table(next);
    if (table == NULL) continue;
    // A node that has other addresses in its key is found on the slow path.
    factory_node *node = factory_table_find(table, key);
    if (node == NULL) return false;
    // The slow path also compares contents.
    if (factory_node_has_aliases(node) && factory_core_table(core) != NULL) return false;
    if (next->parent != NULL && !is_current(node, family)) return false;
    *found = node;
    return true;
  }
  return true;
}

// The result of a lookup in a child. What its word says about a parent's instance may be outdated by now, which the number of
// the family shows.
static inline factory_lookup check_family(
    factory_lookup found, const factory_core *core, uint64_t family, factory_node *node) {
  if (found.slot == NULL || factory_core_family(core) == family) return found;
  factory_unprotect(found.slot);
  return take_slow_path(node);
}

// The lookup in a child without a node for the factory. It finds unscoped factories and singletons only: what an unscoped
// one publishes is a closure.
__attribute__((noinline)) static factory_lookup look_up_in_parents(
    const factory_core *core, factory_key key, const void *scope, uint64_t family) {
  if (factory_has_flags(factory_core_all_flags(core))) return take_slow_path(NULL);
  if (scope == NULL && factory_core_any_default_scope(core) != NULL) return take_slow_path(NULL);
  factory_node *node = NULL;
  if (!find_in_parents(core, key, family, &node)) return take_slow_path(NULL);
  if (node == NULL) return scope == NULL ? call_definition() : take_slow_path(NULL);
  uintptr_t lookup = factory_node_lookup(node);
  if ((lookup & ~(uintptr_t)FACTORY_LOOKUP_BITS) != (uintptr_t)scope) return take_slow_path(NULL);
  uintptr_t action = lookup & FACTORY_LOOKUP_BITS;
  bool is_unscoped = scope == NULL || scope == factory_built_in_scope(0);
  if (action != FACTORY_USE_SINGLETON && action != FACTORY_CALL_DEFINITION &&
      !(action == FACTORY_USE_OWN && is_unscoped))
    return take_slow_path(NULL);
  factory_lookup found = look_up_in_node(node, scope);
  // The node is the parent's.
  if (found.word & FACTORY_TAKE_SLOW_PATH && found.slot == NULL) return take_slow_path(NULL);
  return check_family(found, core, family, NULL);
}

static inline factory_lookup look_up_in_child(
    const factory_core *core, factory_key key, const void *scope) {
  if (factory_has_flags(factory_core_flags(core)) || factory_is_tracing())
    return take_slow_path(NULL);
  const uint64_t family = factory_core_family(core);
  const factory_table *table = factory_core_table(core);
  factory_node *node = table == NULL ? NULL : factory_table_find(table, key);
  if (node == NULL) return look_up_in_parents(core, key, scope, family);
  if (!is_current(node, family)) return take_slow_path(node);
  factory_lookup found = look_up_in_node(node, scope);
  // A child publishes no closure. A parent that keeps the instance may have lost its scope, and publish a closure until a
  // search has set it again.
  if (found.word & FACTORY_REPLACES_CLOSURE) {
    factory_unprotect(found.slot);
    return take_slow_path(node);
  }
  return check_family(found, core, family, node);
}

bool factory_has_scope(
    const factory_core *core, const uint8_t *name, const uint8_t *file, const void *type,
    const void *parameter_type, const void *scope) {
  const factory_table *table = factory_core_table(core);
  factory_key key = {name, file, type, parameter_type};
  factory_node *node = table == NULL ? NULL : factory_table_find(table, key);
  if (core->parent == NULL) return node != NULL && factory_node_scope(node) == scope;
  const uint64_t family = factory_core_family(core);
  if (node != NULL) return is_current(node, family) && factory_node_scope(node) == scope;
  // The child needs no node for a singleton that a parent has looked up, if nothing but a registration is set there. With
  // `.once()`, the child would need a node for that. If the parent loses the scope, a lookup of a factory value that has it
  // takes the slow path, which sets it in the child.
  return find_in_parents(core, key, family, &node) && node != NULL &&
         factory_node_lookup(node) == ((uintptr_t)scope | FACTORY_USE_SINGLETON) &&
         factory_node_is_simple(node);
}

// MARK: Lookups

// Whether frames may decide as which container this one acts, if there are children. Usually the innermost frame of the
// thread is one of the container itself, and the task has none.
static inline bool may_act(const factory_core *core) {
  if (factory_task_frames_exist()) return true;
  const factory_frame *top = factory_this_thread.top;
  if (top == NULL) return false;
  return top->phase == FACTORY_RESOLVING || top->owner.core != core ||
         top->owner.asked != top->owner.manager;
}

// Not inlined, and with the same parameters as `factory_look_up`, so that the call is a tail call.
__attribute__((noinline)) static factory_lookup look_up_beside_children(
    const factory_core *core, const uint8_t *name, const uint8_t *file, const void *type,
    const void *parameter_type, const void *scope) {
  if (may_act(core)) return (factory_lookup){FACTORY_TAKE_SLOW_PATH | FACTORY_MAY_ACT, NULL};
  return factory_look_up_here(core, (factory_key){name, file, type, parameter_type}, scope);
}

factory_lookup factory_look_up_here(
    const factory_core *core, factory_key key, const void *scope) {
  return core->parent == NULL ? look_up(core, key, scope) : look_up_in_child(core, key, scope);
}

factory_lookup factory_look_up(
    const factory_core *core, const uint8_t *name, const uint8_t *file, const void *type,
    const void *parameter_type, const void *scope) {
  if (factory_children_exist())
    return look_up_beside_children(core, name, file, type, parameter_type, scope);
  return look_up(core, (factory_key){name, file, type, parameter_type}, scope);
}

// MARK: Keys

bool factory_key_matches(factory_key lhs, factory_key rhs) {
  return lhs.type == rhs.type && lhs.parameter_type == rhs.parameter_type &&
         factory_same_text(lhs.name, rhs.name) &&
         (lhs.file == NULL || rhs.file == NULL ? lhs.file == rhs.file
                                               : factory_same_text(lhs.file, rhs.file));
}

uint64_t factory_key_hash(factory_key key) {
  uint64_t hash = (uint64_t)(uintptr_t)key.type ^ (uint64_t)(uintptr_t)key.parameter_type << 1;
  for (const uint8_t *next = key.name; *next; next++) hash = (hash ^ *next) * 0x100000001b3u;
  return factory_spread(hash);
}

uint32_t factory_key_content_hash(factory_key key) {
  return (uint32_t)factory_key_hash(key) & ~(FACTORY_HAS_ALIASES | FACTORY_IS_SIMPLE);
}

// MARK: Changing the table, under the store's lock

// Zeroed memory, aligned to at least eight bytes.
static void *allocate(size_t size) {
  // Not `calloc`, which takes longer for small sizes on Linux.
  return memset(factory_allocate(size), 0, size);
}

static factory_table *make_table(uintptr_t capacity, factory_table *previous) {
  size_t size = sizeof(factory_table) + capacity * sizeof(void *);
  size_t by_content = capacity * sizeof(uint32_t);
  factory_table *table = allocate(size + by_content);
  table->mask = capacity - 1;
  table->previous = previous;
  table->by_content = (uint32_t *)(void *)&table->slots[capacity];
  return table;
}

static factory_node *node_in_slot(void *slot) {
  return (factory_node *)((uintptr_t)slot & ~(uintptr_t)FACTORY_SLOT_BITS);
}

static factory_node *find_by_content(
    const factory_table *table, factory_key key, uint32_t content_hash) {
  for (uintptr_t index = content_hash & table->mask; table->by_content[index];
       index = (index + 1) & table->mask) {
    factory_node *node = node_in_slot(table->slots[table->by_content[index] - 1]);
    if (factory_node_content_hash(node) == content_hash && factory_key_matches(node->key, key))
      return node;
  }
  return NULL;
}

// Adds a slot for a node or an alias to a table that has room.
static void insert(factory_table *table, void *memory, uintptr_t alias) {
  const factory_alias *other = memory;
  const factory_node *node = alias ? other->node : memory;
  const uint8_t *name = alias ? other->name : node->key.name;
  const uint8_t *file = alias ? other->file : node->key.file;
  uint64_t hash = factory_address_hash(name, file, node->key.type);
  uintptr_t slot = (uintptr_t)hash & table->mask;
  while (table->slots[slot] != NULL) slot = (slot + 1) & table->mask;
  factory_pointer_store(
      &table->slots[slot], (void *)((uintptr_t)memory | factory_slot_tag(hash) | alias));
  table->used++;
  if (alias) return;
  uintptr_t index = factory_node_content_hash(node) & table->mask;
  while (table->by_content[index] != 0) index = (index + 1) & table->mask;
  table->by_content[index] = (uint32_t)slot + 1;
}

// A table of twice the size with the same contents.
static factory_table *grown(factory_table *table) {
  factory_table *larger = make_table((table->mask + 1) * 2, table);
  for (uintptr_t index = 0; index <= table->mask; index++) {
    uintptr_t slot = (uintptr_t)table->slots[index];
    if (slot != 0) insert(larger, node_in_slot(table->slots[index]), slot & FACTORY_ALIAS);
  }
  return larger;
}

static void add(factory_core *core, void *memory, uintptr_t alias) {
  // A slot is added to a grown table before that is published, or to the current table, where a
  // reader finds the new slot or takes the slow path. Up to seven eighths of the slots are taken:
  // the hash bits in the slots keep probing fast up to that load.
  factory_table *table = core->table;
  if (table == NULL)
    // Most children are those of requests, which register a few factories: see the budget of memory in Benchmarks.
    table = make_table(core->parent == NULL ? 8 : 4, NULL);
  else if ((table->used + 1) * 8 > (table->mask + 1) * 7)
    table = grown(table);
  insert(table, memory, alias);
  __atomic_store_n(&core->table, table, __ATOMIC_RELEASE);
}

factory_node *factory_core_find(factory_core *core, factory_key key, uint32_t content_hash) {
  if (core->table == NULL) return NULL;
  factory_node *node = factory_table_find(core->table, key);
  if (node != NULL) return node;
  node = find_by_content(core->table, key, content_hash);
  if (node == NULL) return NULL;
  factory_word_store(&node->content, factory_word_load(&node->content) | FACTORY_HAS_ALIASES);
  factory_alias *alias = allocate(sizeof(factory_alias));
  alias->name = key.name;
  alias->file = key.file;
  alias->node = node;
  add(core, alias, FACTORY_ALIAS);
  return node;
}

void factory_core_add(factory_core *core, factory_node *node) { add(core, node, 0); }

void factory_core_free_table(factory_core *core) {
  factory_table *table = core->table;
  core->table = NULL;
  if (table == NULL) return;
  // All aliases are in the last table.
  for (uintptr_t index = 0; index <= table->mask; index++)
    if ((uintptr_t)table->slots[index] & FACTORY_ALIAS) free(node_in_slot(table->slots[index]));
  while (table != NULL) {
    factory_table *previous = table->previous;
    free(table);
    table = previous;
  }
}
