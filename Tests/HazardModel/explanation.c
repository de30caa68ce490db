// Factory, MIT licence; see LICENSE
//
// Describes the interleaving that leads to a failure.
#include "walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
  char *characters;
  size_t length;
  size_t capacity;
} text;

__attribute__((format(printf, 2, 3)))
static void append(text *text, const char *format, ...) {
  if (text->length >= text->capacity) return;
  size_t rest = text->capacity - text->length;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text->characters + text->length, rest, format, arguments);
  va_end(arguments);
  if (length > 0) text->length += (size_t)length;
}

static const char *const word_names[] = {
    "cell 1", "cell 2", "slot 1", "slot 2", "the bits", "the count"};
static const char *const object_names[] = {"nothing", "A", "B", "C", "another object"};

/// Performs a step of a walk again.
static void describe(
    walk *walk, machine_state *state, walk_step step, uint32_t name, text *text) {
  machine *machine = &walk->machine;
  machine_actor *actor = &state->actors[step.actor];
  append(text, "%s %u ", actor->program < PROGRAM_EVICTOR ? "reader" : "evictor", name);
  if (step.choice == WALK_FLUSHES) {
    uint8_t word = actor->store[0].word, value = actor->store[0].value;
    if (word < MACHINE_USED)
      append(text, "is seen to store %s in %s\n", object_names[value], word_names[word]);
    else
      append(text, "is seen to store %u in %s\n", value, word_names[word]);
    machine_flush(state, actor);
    return;
  }
  machine_outcome outcome = machine_step(machine, state, step.actor, step.choice);
  append(text, "%s", machine->operation);
  if (machine->word < MACHINE_WORDS) append(text, " %s", word_names[machine->word]);
  if (machine->word < MACHINE_WORDS && machine->object != 0) append(text, " for");
  if (machine->object != 0) append(text, " %s", object_names[machine->object]);
  if (machine->result_is_object)
    append(text, " -> %s", object_names[machine->result]);
  else if (machine->result != 0)
    append(text, " -> %u", machine->result);
  if (outcome == MACHINE_IS_BROKEN) append(text, ", which is gone");
  if (outcome == MACHINE_IS_STUCK) append(text, ", and so on");
  append(text, "\n");
}

void hazard_model_explain(hazard_model_config config, char *characters, size_t capacity) {
  text text = {characters, 0, capacity};
  append(&text, "%s", "");
  walk walk;
  walk_begin(&walk, config, true);
  if (walk.has_failed) {
    // Each step refers to the one before.
    uint32_t length = 1;
    for (uint32_t at = walk.failure.before; at != 0; at = walk.steps[at].before) length++;
    walk_step *steps = walk_checked(calloc(length, sizeof(walk_step)));
    walk_step step = walk.failure;
    for (uint32_t index = length; index > 0; index--) {
      steps[index - 1] = step;
      step = walk.steps[step.before];
    }
    uint32_t names[MACHINE_ACTORS];
    for (uint32_t index = 0; index < MACHINE_ACTORS; index++) names[index] = index + 1;
    machine_state state = walk.beginning;
    for (uint32_t index = 0; index < length; index++) {
      walk_sort(&walk, &state, names);
      describe(&walk, &state, steps[index], names[steps[index].actor], &text);
    }
    free(steps);
  }
  walk_end(&walk);
}
