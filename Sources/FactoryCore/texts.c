// Factory, MIT licence; see LICENSE
//
// Permanent texts for names of one Unicode scalar, which the compiler may store without an address.
#include "FactoryCore.h"

#include <stdlib.h>

struct text {
  struct text *next;
  uint32_t scalar;
  uint8_t bytes[5];
};

// Guarded by the lock. Never freed: their number is bounded by the program's literals.
static struct text *texts;
static uint32_t lock;

static void encode(uint32_t scalar, uint8_t *bytes) {
  if (scalar < 0x80) {
    bytes[0] = (uint8_t)scalar;
    return;
  }
  static const uint8_t leads[] = {0, 0xc0, 0xe0, 0xf0};
  int more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
  for (int index = more; index > 0; index--, scalar >>= 6)
    bytes[index] = (uint8_t)(0x80 | (scalar & 0x3f));
  bytes[0] = (uint8_t)(leads[more] | scalar);
}

const uint8_t *factory_scalar_text(uint32_t scalar) {
  factory_lock(&lock);
  struct text *text = texts;
  while (text != NULL && text->scalar != scalar) text = text->next;
  if (text == NULL) {
    text = calloc(1, sizeof(struct text));
    if (text == NULL) abort();
    text->scalar = scalar;
    encode(scalar, text->bytes);
    text->next = texts;
    texts = text;
  }
  factory_unlock(&lock);
  return text->bytes;
}
