// Factory, MIT licence; see LICENSE
//
// Looks up factories, and changes the table of a container's entries.
#include "FactoryCore.h"

#include <stdlib.h>
#include <string.h>

#include "thread_local.h"

_Static_assert(sizeof(factory_entry) % 8 == 0, "the cell after an entry is aligned to 8 bytes");

// MARK: Reading without a lock

// The slow path is to be taken. `entry` is null if no entry was found.
static inline factory_lookup take_slow_path(const factory_entry *entry) {
  return (factory_lookup){(uintptr_t)entry | FACTORY_TAKE_SLOW_PATH, NULL};
}

// The definition's closure is to be called.
static inline factory_lookup call_definition(void) {
  return (factory_lookup){FACTORY_LOOKED_UP_DEFINITION, NULL};
}

factory_entry *factory_table_find(const factory_table *table, factory_key key) {
  uint64_t hash = factory_address_hash(key.name, key.file, key.type);
  uintptr_t tag = factory_slot_tag(hash);
  uintptr_t mask = table->mask;
  for (uintptr_t index = (uintptr_t)hash & mask;; index = (index + 1) & mask) {
    uintptr_t slot = (uintptr_t)factory_pointer_load(&table->slots[index]);
    if (slot == 0) return NULL;
    uintptr_t bits = slot & FACTORY_SLOT_BITS;
    if ((bits & ~(uintptr_t)FACTORY_ALIAS) != tag) continue;
    factory_entry *entry = (factory_entry *)(slot - bits);
    const uint8_t *name = NULL;
    const uint8_t *file = NULL;
    if (bits & FACTORY_ALIAS) {
      const factory_alias *alias = (const factory_alias *)(slot - bits);
      name = alias->name;
      file = alias->file;
      entry = alias->entry;
    } else {
      name = entry->key.name;
      file = entry->key.file;
    }
    if (name == key.name && file == key.file && entry->key.type == key.type &&
        entry->key.parameter_type == key.parameter_type)
      return entry;
  }
}

// Protects the instance that a cell publishes. `lookup` is the entry's word that has selected the
// cell.
__attribute__((always_inline)) static inline factory_lookup look_up_in_cell(
    factory_entry *entry, factory_cell *cell, uintptr_t lookup) {
  factory_protection protection =
      factory_protect(factory_cell_published(cell), factory_preferred_hazard());
  if (protection.slot == NULL) return take_slow_path(entry);
  if (factory_entry_lookup(entry) != lookup) {
    factory_unprotect(protection.slot);
    return take_slow_path(entry);
  }
  return (factory_lookup){(uintptr_t)protection.object, protection.slot};
}

// The part of a lookup that follows once the factory's entry is known. `flags` are those that the container
// had before the entry was read.
__attribute__((always_inline)) static inline factory_lookup look_up_in_entry(
    const factory_core *core, factory_entry *entry, const void *scope, uint32_t flags) {
  uintptr_t lookup = factory_entry_lookup(entry);
  // The factory value has a scope that a reset has removed, or that is about to be changed.
  if (scope != NULL && (lookup & ~(uintptr_t)FACTORY_LOOKUP_BITS) != (uintptr_t)scope)
    return take_slow_path(entry);
  factory_cell *cell = NULL;
  uintptr_t action = lookup & FACTORY_LOOKUP_BITS;
  if (action == FACTORY_USE_CELL) {
    cell = factory_entry_cell(entry);
  } else if (action == FACTORY_CALL_DEFINITION) {
    // A reset removes a registration only after it has changed the flags.
    return factory_core_flags(core) == flags ? call_definition() : take_slow_path(entry);
  } else if (action == FACTORY_USE_SINGLETON && !factory_has_other_singletons()) {
    cell = factory_entry_singleton(entry);
  } else {
    // The settings decide, or the task may have its own singletons.
    return take_slow_path(entry);
  }
  return look_up_in_cell(entry, cell, lookup);
}

// Always inlined, because each of the two functions that use it is the fast path.
__attribute__((always_inline)) static inline factory_lookup look_up(
    const factory_core *core, factory_key key, const void *scope) {
  const uint32_t flags = factory_core_flags(core);
  if (factory_has_flags_besides(0, flags) || factory_is_tracing()) return take_slow_path(NULL);
  const factory_table *table = factory_core_table(core);
  if (table == NULL) {
    return scope == NULL && factory_core_default_scope(core) == NULL ? call_definition()
                                                                      : take_slow_path(NULL);
  }
  factory_entry *entry = factory_table_find(table, key);
  return entry == NULL ? take_slow_path(NULL) : look_up_in_entry(core, entry, scope, flags);
}

const void *factory_built_in_scopes[FACTORY_SCOPE_KINDS];

// MARK: Child containers

_Alignas(8) static uint64_t containers;

uint64_t factory_next_container(void) {
  return __atomic_add_fetch(&containers, 1, __ATOMIC_RELAXED);
}

uint64_t factory_last_container(void) { return __atomic_load_n(&containers, __ATOMIC_RELAXED); }

uint32_t factory_owners;

void factory_core_set_parent(factory_core *core, factory_core *parent, void *shared_scopes) {
  core->parent = parent;
  core->shared_scopes = shared_scopes;
  core->depth = parent->depth + 1;
}

const void *factory_core_any_default_scope(const factory_core *core) {
  const void *scope = NULL;
  for (; core != NULL && scope == NULL; core = core->parent) scope = factory_core_default_scope(core);
  return scope;
}

// These are inlined into the lookups only, because the slow path has many calls.
__attribute__((always_inline)) static inline uint32_t all_flags(const factory_core *core) {
  uint32_t flags = factory_core_flags(core);
  while ((core = core->parent) != NULL) {
    const uint32_t outer = factory_core_flags(core);
    // A sum of the counts, because each change of one must change the result.
    const uint32_t count = -(uint32_t)FACTORY_REARMED; // the bits of the count
    flags = ((flags | outer) & ~count) | ((flags & count) + (outer & count));
  }
  return flags;
}

uint32_t factory_core_all_flags(const factory_core *core) { return all_flags(core); }

__attribute__((always_inline)) static inline uint32_t default_scope_changes_of(
    const factory_core *core) {
  uint32_t changes = 0;
  for (; core != NULL; core = core->parent)
    changes += __atomic_load_n(&core->default_scope_changes, __ATOMIC_ACQUIRE);
  return changes;
}

uint32_t factory_core_default_scope_changes(const factory_core *core) {
  return default_scope_changes_of(core);
}

// Settings are made from the parent's current ones under the lock of the child's entry. So they are
// made in the order in which the parent has had them, and an entry whose settings were made from the
// current one has a lookup that is at least as new.
static inline bool is_made_from_parent(const factory_inheritance *inheritance) {
  const void *current = factory_pointer_load(&inheritance->parent->settings);
  return factory_pointer_load(&inheritance->merged_from) == current;
}

// Whether an entry at depth two or more and the parents' entries are up to date. Checked from the outside
// in, because another thread may update an entry in between at any moment.
static bool is_made_from_parents(const factory_core *core, const factory_entry *entry) {
  const factory_inheritance *inheritance = factory_entry_inheritance(entry);
  if (core->parent->parent != NULL && !is_made_from_parents(core->parent, inheritance->parent))
    return false;
  return is_made_from_parent(inheritance);
}

static inline bool is_current(
    const factory_core *core, const factory_entry *entry, uint32_t default_scope_changes) {
  const factory_inheritance *inheritance = factory_entry_inheritance(entry);
  if (__atomic_load_n(&inheritance->default_scope_changes, __ATOMIC_ACQUIRE) !=
      default_scope_changes)
    return false;
  return core->depth == 1 ? is_made_from_parent(inheritance) : is_made_from_parents(core, entry);
}

bool factory_entry_is_current(
    const factory_core *core, const factory_entry *entry, uint32_t default_scope_changes) {
  return is_current(core, entry, default_scope_changes);
}

// A child that has no entry for a factory has no settings of its own for it, so a parent's entry says how it
// is resolved. Searches only the nearest parent that has a table. Returns false if only the slow path can
// tell, also if that table has no such entry. `found` stays null if no parent has a table.
//
// The child may still have an entry for an equal key whose texts are at other addresses. In that case the
// parents' entries have `FACTORY_HAS_ALIASES`, because `ContainerCore.findOrAdd` looks the key up in the
// parents before it adds an entry to a child.
static bool find_in_parents(const factory_core *core, factory_key key, factory_entry **found) {
  for (const factory_core *next = core->parent; next != NULL; next = next->parent) {
    const factory_table *table = factory_core_table(next);
    if (table == NULL) continue;
    // An entry that has other addresses in its key is found on the slow path.
    factory_entry *entry = factory_table_find(table, key);
    if (entry == NULL) return false;
    // The slow path also compares contents.
    if (factory_entry_has_aliases(entry) && factory_core_table(core) != NULL) return false;
    if (next->parent != NULL && !is_current(next, entry, default_scope_changes_of(next)))
      return false;
    *found = entry;
    return true;
  }
  return true;
}

// The lookup in a child without an entry for the factory. It finds unscoped factories and singletons only.
// `flags` are those that the containers had before.
__attribute__((noinline)) static factory_lookup look_up_in_parents(
    const factory_core *core, factory_key key, const void *scope, uint32_t flags) {
  if (scope == NULL && factory_core_any_default_scope(core) != NULL) return take_slow_path(NULL);
  factory_entry *entry = NULL;
  if (!find_in_parents(core, key, &entry)) return take_slow_path(NULL);
  uintptr_t lookup = entry == NULL ? FACTORY_CALL_DEFINITION : factory_entry_lookup(entry);
  if ((lookup & ~(uintptr_t)FACTORY_LOOKUP_BITS) != (uintptr_t)scope) return take_slow_path(NULL);
  uintptr_t action = lookup & FACTORY_LOOKUP_BITS;
  if (action == FACTORY_USE_SINGLETON && !factory_has_other_singletons()) {
    factory_lookup found = look_up_in_cell(entry, factory_entry_singleton(entry), lookup);
    return found.slot == NULL ? take_slow_path(NULL) : found;
  }
  if (action != FACTORY_CALL_DEFINITION) return take_slow_path(NULL);
  // A reset removes a registration only after it has changed the flags.
  return all_flags(core) == flags ? call_definition() : take_slow_path(NULL);
}

// Whether a child needs no entry for a factory with a singleton scope, because a parent has one with that
// scope and no other setting than a registration. With `.once()`, the child would need an entry for that.
// If the parent loses the scope, a lookup of a factory value that has it takes the slow path, which sets it
// in the child.
static bool parents_have_singleton(
    const factory_core *core, factory_key key, const void *scope) {
  factory_entry *entry = NULL;
  return find_in_parents(core, key, &entry) && entry != NULL &&
         factory_entry_lookup(entry) == ((uintptr_t)scope | FACTORY_USE_SINGLETON) &&
         factory_entry_is_simple(entry);
}

bool factory_has_scope(
    const factory_core *core, const uint8_t *name, const uint8_t *file, const void *type,
    const void *parameter_type, const void *scope) {
  const factory_table *table = factory_core_table(core);
  factory_key key = {name, file, type, parameter_type};
  const factory_entry *entry = table == NULL ? NULL : factory_table_find(table, key);
  if (entry == NULL) return core->parent != NULL && parents_have_singleton(core, key, scope);
  if (factory_entry_scope(entry) != scope) return false;
  // A child has to record the scope, which its parent may lose.
  return core->parent == NULL ||
         factory_inheritance_own_scope(factory_entry_inheritance(entry)) == scope;
}

// The same as `look_up`, and `look_up_in_entry`, for a child container.
static inline factory_lookup look_up_in_child(
    const factory_core *core, factory_key key, const void *scope) {
  if (factory_is_tracing()) return take_slow_path(NULL);
  const uint32_t flags = all_flags(core);
  if (factory_has_flags_besides(FACTORY_IS_CHILD, flags)) return take_slow_path(NULL);
  const uint32_t default_scope_changes = default_scope_changes_of(core);
  const factory_table *table = factory_core_table(core);
  if (table == NULL) return look_up_in_parents(core, key, scope, flags);
  factory_entry *entry = factory_table_find(table, key);
  if (entry == NULL) return look_up_in_parents(core, key, scope, flags);
  // Before the lookup is read, so that it is not older than the parents' settings.
  if (!is_current(core, entry, default_scope_changes)) return take_slow_path(entry);
  uintptr_t lookup = factory_entry_lookup(entry);
  if (scope != NULL && (lookup & ~(uintptr_t)FACTORY_LOOKUP_BITS) != (uintptr_t)scope)
    return take_slow_path(entry);
  factory_cell *cell = NULL;
  switch (lookup & FACTORY_LOOKUP_BITS) {
  case FACTORY_CALL_DEFINITION:
    return all_flags(core) == flags ? call_definition() : take_slow_path(entry);
  case FACTORY_USE_CELL:
    cell = factory_entry_cell(entry);
    break;
  case FACTORY_USE_PARENT:
    cell = factory_entry_singleton(entry);
    break;
  case FACTORY_USE_SINGLETON:
    if (!factory_has_other_singletons()) cell = factory_entry_singleton(entry);
    break;
  default:
    break;
  }
  if (cell == NULL) return take_slow_path(entry);
  return look_up_in_cell(entry, cell, lookup);
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
  return (uint32_t)factory_key_hash(key) & ~FACTORY_HAS_ALIASES;
}

// MARK: Changing the table, under the container's lock

// Zeroed memory, aligned to at least eight bytes.
static void *allocate(size_t size) {
  // Not `calloc`, which takes longer for small sizes on Linux.
  return memset(factory_allocate(size), 0, size);
}

static factory_table *make_table(uintptr_t capacity, factory_table *previous) {
  size_t size = sizeof(factory_table) + capacity * sizeof(void *);
  size_t by_content = capacity * sizeof(uint32_t);
  bool is_small = capacity <= 8;
  factory_table *table = allocate(is_small ? size + by_content : size);
  table->mask = capacity - 1;
  table->previous = previous;
  table->by_content = is_small ? (uint32_t *)(void *)&table->slots[capacity] : allocate(by_content);
  return table;
}

static void free_content_index(factory_table *table) {
  if (table->mask >= 8) free(table->by_content);
  table->by_content = NULL;
}

static factory_entry *entry_in_slot(void *slot) {
  return (factory_entry *)((uintptr_t)slot & ~(uintptr_t)FACTORY_SLOT_BITS);
}

static factory_entry *find_by_content(
    const factory_table *table, factory_key key, uint32_t content_hash) {
  for (uintptr_t index = content_hash & table->mask; table->by_content[index];
       index = (index + 1) & table->mask) {
    factory_entry *entry = entry_in_slot(table->slots[table->by_content[index] - 1]);
    if (factory_entry_content_hash(entry) == content_hash && factory_key_matches(entry->key, key))
      return entry;
  }
  return NULL;
}

// Adds a slot for an entry or an alias to a table that has room.
static void insert(factory_table *table, void *memory, uintptr_t alias) {
  const factory_alias *other = memory;
  const factory_entry *entry = alias ? other->entry : memory;
  const uint8_t *name = alias ? other->name : entry->key.name;
  const uint8_t *file = alias ? other->file : entry->key.file;
  uint64_t hash = factory_address_hash(name, file, entry->key.type);
  uintptr_t slot = (uintptr_t)hash & table->mask;
  while (table->slots[slot] != NULL) slot = (slot + 1) & table->mask;
  factory_pointer_store(
      &table->slots[slot], (void *)((uintptr_t)memory | factory_slot_tag(hash) | alias));
  table->used++;
  if (alias) return;
  uintptr_t index = factory_entry_content_hash(entry) & table->mask;
  while (table->by_content[index] != 0) index = (index + 1) & table->mask;
  table->by_content[index] = (uint32_t)slot + 1;
}

// A table of twice the size with the same contents.
static factory_table *grown(factory_table *table) {
  factory_table *larger = make_table((table->mask + 1) * 2, table);
  for (uintptr_t index = 0; index <= table->mask; index++) {
    uintptr_t slot = (uintptr_t)table->slots[index];
    if (slot != 0) insert(larger, entry_in_slot(table->slots[index]), slot & FACTORY_ALIAS);
  }
  free_content_index(table);
  return larger;
}

static void add(factory_core *core, void *memory, uintptr_t alias) {
  // A slot is added to a grown table before that is published, or to the current table, where a
  // reader finds the new slot or takes the slow path. Up to seven eighths of the slots are taken:
  // the hash bits in the slots keep probing fast up to that load.
  factory_table *table = core->table;
  if (table == NULL)
    table = make_table(8, NULL);
  else if ((table->used + 1) * 8 > (table->mask + 1) * 7)
    table = grown(table);
  insert(table, memory, alias);
  __atomic_store_n(&core->table, table, __ATOMIC_RELEASE);
}

factory_entry *factory_core_find(factory_core *core, factory_key key, uint32_t content_hash) {
  if (core->table == NULL) return NULL;
  factory_entry *entry = factory_table_find(core->table, key);
  if (entry != NULL) return entry;
  entry = find_by_content(core->table, key, content_hash);
  if (entry == NULL) return NULL;
  factory_word_store(&entry->content, content_hash | FACTORY_HAS_ALIASES);
  factory_alias *alias = allocate(sizeof(factory_alias));
  alias->name = key.name;
  alias->file = key.file;
  alias->entry = entry;
  add(core, alias, FACTORY_ALIAS);
  return entry;
}

void factory_core_add(factory_core *core, factory_entry *entry) { add(core, entry, 0); }

factory_entry *factory_table_next(const factory_table *table, uintptr_t *index) {
  if (table == NULL) return NULL;
  while (*index <= table->mask) {
    void *slot = factory_pointer_load(&table->slots[(*index)++]);
    if (slot != NULL && !((uintptr_t)slot & FACTORY_ALIAS)) return entry_in_slot(slot);
  }
  return NULL;
}

void factory_core_free_table(factory_core *core) {
  factory_table *table = core->table;
  core->table = NULL;
  if (table == NULL) return;
  // All aliases are in the last table.
  for (uintptr_t index = 0; index <= table->mask; index++)
    if ((uintptr_t)table->slots[index] & FACTORY_ALIAS) free(entry_in_slot(table->slots[index]));
  while (table != NULL) {
    factory_table *previous = table->previous;
    free_content_index(table);
    free(table);
    table = previous;
  }
}
