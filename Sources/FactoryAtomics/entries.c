// Factory, MIT licence; see LICENSE
//
// What changes the table of a container's entries, under the container's lock.
#include "factory_entries.h"

#include <stdlib.h>

const void *factory_built_in_scopes[5];

bool factory_key_matches(factory_key lhs, factory_key rhs) {
  return lhs.type == rhs.type && lhs.parameter_type == rhs.parameter_type &&
         factory_same_text(lhs.name, rhs.name);
}

uint64_t factory_key_hash(factory_key key) {
  uint64_t hash = (uint64_t)(uintptr_t)key.type ^ (uint64_t)(uintptr_t)key.parameter_type << 1;
  for (const uint8_t *next = key.name; *next; next++) hash = (hash ^ *next) * 0x100000001b3u;
  return factory_spread(hash);
}

// Zeroed memory, aligned to eight bytes at least.
static void *allocate(size_t size) {
  void *memory = calloc(1, size);
  if (memory == NULL) abort();
  return memory;
}

static factory_table *make_table(uintptr_t capacity, factory_table *previous) {
  factory_table *table = allocate(sizeof(factory_table) + capacity * sizeof(void *));
  table->mask = capacity - 1;
  table->previous = previous;
  table->index = allocate(capacity * sizeof(uint32_t));
  return table;
}

// The entry whose key has the same content.
static factory_entry *find_by_content(const factory_table *table, factory_key key) {
  for (uintptr_t place = (uintptr_t)factory_key_hash(key) & table->mask; table->index[place];
       place = (place + 1) & table->mask) {
    uintptr_t slot = (uintptr_t)table->slots[table->index[place] - 1];
    factory_entry *entry = (factory_entry *)(slot & ~(uintptr_t)FACTORY_SLOT_BITS);
    if (factory_key_matches(entry->key, key)) return entry;
  }
  return NULL;
}

// Adds a slot for an entry or an alias to a table that has room. Not inlined: it is rare.
__attribute__((noinline)) static void insert(factory_table *table, void *memory, uintptr_t alias) {
  const factory_entry *entry = alias ? ((factory_alias *)memory)->entry : memory;
  const uint8_t *name = alias ? ((factory_alias *)memory)->name : entry->key.name;
  uint64_t hash = factory_address_hash(name, entry->key.type);
  uintptr_t slot = (uintptr_t)hash & table->mask;
  while (table->slots[slot] != NULL) slot = (slot + 1) & table->mask;
  factory_pointer_store(
      &table->slots[slot], (void *)((uintptr_t)memory | factory_slot_tag(hash) | alias));
  table->used++;
  if (alias) return;
  uintptr_t place = (uintptr_t)factory_key_hash(entry->key) & table->mask;
  while (table->index[place] != 0) place = (place + 1) & table->mask;
  table->index[place] = (uint32_t)slot + 1;
}

// A table twice the size with the same slots.
static factory_table *grown(factory_table *table) {
  factory_table *larger = make_table((table->mask + 1) * 2, table);
  for (uintptr_t place = 0; place <= table->mask; place++) {
    uintptr_t slot = (uintptr_t)table->slots[place];
    if (slot == 0) continue;
    insert(larger, (void *)(slot & ~(uintptr_t)FACTORY_SLOT_BITS), slot & FACTORY_ALIAS);
  }
  free(table->index);
  table->index = NULL;
  return larger;
}

static void add(factory_core *core, void *memory, uintptr_t alias) {
  // Slots are added to a grown table before it is published, or to the current one, where a reader
  // finds the new slot or takes the slow way. Up to seven of eight slots are taken: the hash bits
  // in them keep probing cheap up to there.
  factory_table *table = core->table;
  if (table == NULL)
    table = make_table(8, NULL);
  else if (table->used * 8 >= (table->mask + 1) * 7)
    table = grown(table);
  insert(table, memory, alias);
  __atomic_store_n(&core->table, table, __ATOMIC_RELEASE);
}

// The entry of a key, found by address, then by content, which adds the address to the table.
static factory_entry *find(factory_core *core, factory_key key) {
  if (core->table == NULL) return NULL;
  // Somebody may have been faster.
  factory_entry *entry =
      factory_table_find(core->table, key.name, key.type, key.parameter_type);
  if (entry != NULL) return entry;
  entry = find_by_content(core->table, key);
  if (entry == NULL) return NULL;
  factory_alias *alias = allocate(sizeof(factory_alias));
  alias->name = key.name;
  alias->entry = entry;
  add(core, alias, FACTORY_ALIAS);
  return entry;
}

__attribute__((noinline)) static factory_entry *find_by_address(
    const factory_core *core, factory_key key) {
  const factory_table *table = factory_core_table(core);
  return table ? factory_table_find(table, key.name, key.type, key.parameter_type) : NULL;
}

factory_entry *factory_core_entry(
    factory_core *core, const uint8_t *name, const void *type, const void *parameter_type) {
  factory_key key = {name, type, parameter_type};
  factory_entry *entry = find_by_address(core, key);
  if (entry != NULL) return entry;
  factory_core_lock(core);
  entry = find(core, key);
  if (entry == NULL) {
    entry = allocate(sizeof(factory_entry));
    entry->key = key;
    entry->way = (void *)(uintptr_t)FACTORY_PLAIN;
    add(core, entry, 0);
  }
  factory_core_unlock(core);
  return entry;
}

factory_entry *factory_core_existing_entry(
    factory_core *core, const uint8_t *name, const void *type, const void *parameter_type) {
  factory_key key = {name, type, parameter_type};
  factory_entry *entry = find_by_address(core, key);
  if (entry != NULL) return entry;
  factory_core_lock(core);
  entry = find(core, key);
  factory_core_unlock(core);
  return entry;
}

factory_entry *factory_table_next(const factory_table *table, uintptr_t *place) {
  if (table == NULL) return NULL;
  while (*place <= table->mask) {
    uintptr_t slot = (uintptr_t)factory_pointer_load(&table->slots[(*place)++]);
    if (slot != 0 && !(slot & FACTORY_ALIAS))
      return (factory_entry *)(slot & ~(uintptr_t)FACTORY_SLOT_BITS);
  }
  return NULL;
}

void factory_core_free_entries(factory_core *core) {
  factory_table *table = core->table;
  core->table = NULL;
  if (table == NULL) return;
  // All entries and aliases are in the last table.
  for (uintptr_t place = 0; place <= table->mask; place++)
    free((void *)((uintptr_t)table->slots[place] & ~(uintptr_t)FACTORY_SLOT_BITS));
  while (table != NULL) {
    factory_table *previous = table->previous;
    free(table->index);
    free(table);
    table = previous;
  }
}
