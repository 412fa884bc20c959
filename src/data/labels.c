/* Hash table with open addressing and linear probing. Its 64-bit slots contain half of the hash, so a probe seldom
 * reads a text. Texts are stored consecutively in large blocks. POSIX hsearch is not used: it has a fixed size and one
 * global table, while columns have up to millions of labels and every row is looked up. */
#include "data/labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { BLOCK_BYTES = 1 << 16, FIRST_SLOTS = 64 };

typedef struct data_labels_block {
	struct data_labels_block *next;
	size_t used;
	size_t size;
	char bytes[];
} block;

static uint64_t mix(uint64_t x)
{
	x ^= x >> 32;
	x *= UINT64_C(0x9E3779B97F4A7C15);
	return x ^ (x >> 29);
}

/* Not base_hash_text(): this one reads eight bytes at a time, because it is called for every field of a file. It
 * depends on the byte order, so no result may depend on it. */
static uint32_t hash(const char *text, size_t length)
{
	uint64_t state = mix(length + 1), word;
	for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
		memcpy(&word, text, sizeof word);
		state = mix(state ^ word) * UINT64_C(0xD6E8FEB86659FD93);
	}
	word = 0;
	for (size_t i = 0; i < length; i++)
		word = word << 8 | (unsigned char)text[i];
	return (uint32_t)(mix(mix(state ^ word)) >> 16);
}

/* First slot for a hash; slot_count is a power of two. */
static size_t home(const data_labels *labels, uint32_t h)
{
	return (size_t)h & (labels->slot_count - 1);
}

static bool grow_slots(data_labels *labels)
{
	size_t count = labels->slot_count == 0 ? FIRST_SLOTS : 2 * labels->slot_count;
	uint64_t *old = labels->slots, *slots = base_array_zero(count, sizeof *slots);
	if (slots == NULL)
		return false;
	size_t old_count = labels->slot_count;
	labels->slots = slots;
	labels->slot_count = count;
	for (size_t i = 0; i < old_count; i++) {
		if (old[i] == 0)
			continue;
		size_t at = home(labels, (uint32_t)(old[i] >> 32));
		while (slots[at] != 0)
			at = (at + 1) & (count - 1);
		slots[at] = old[i];
	}
	free(old);
	return true;
}

/* Copies a text into the newest block, or into a new one. */
static char *store(data_labels *labels, const char *text, size_t length)
{
	block *b = labels->blocks;
	if (b == NULL || b->size - b->used <= length) {
		size_t size = length < BLOCK_BYTES / 4 ? BLOCK_BYTES : length + 1;
		b = base_array(sizeof *b + size, 1);
		if (b == NULL)
			return NULL;
		*b = (block){ .next = labels->blocks, .size = size };
		labels->blocks = b;
	}
	char *copy = b->bytes + b->used;
	memcpy(copy, text, length);
	copy[length] = '\0';
	b->used += length + 1;
	return copy;
}

static bool add(data_labels *labels, size_t slot, uint32_t h, const char *text, size_t length)
{
	void *texts = labels->texts;
	bool room = base_grow(&texts, &labels->capacity, labels->count + 1, sizeof *labels->texts);
	labels->texts = texts;
	char *copy = room ? store(labels, text, length) : NULL;
	if (copy == NULL)
		return false;
	labels->texts[labels->count++] = copy;
	labels->slots[slot] = (uint64_t)h << 32 | (uint32_t)labels->count;
	return true;
}

/* The slot with a text, or the free slot for it. There is always a free slot. */
static size_t find_slot(const data_labels *labels, uint32_t h, const char *text, size_t length)
{
	size_t at = home(labels, h);
	for (; labels->slots[at] != 0; at = (at + 1) & (labels->slot_count - 1)) {
		if ((uint32_t)(labels->slots[at] >> 32) != h)
			continue;
		const char *known = labels->texts[(uint32_t)labels->slots[at] - 1];
		if (strncmp(known, text, length) == 0 && known[length] == '\0')
			break;
	}
	return at;
}

bool data_labels_code(uint32_t *code, data_labels *labels, const char *text, size_t length)
{
	if (labels->count >= labels->slot_count / 2 && !grow_slots(labels))
		return false;
	uint32_t h = hash(text, length);
	size_t at = find_slot(labels, h, text, length);
	if (labels->slots[at] != 0) {
		*code = (uint32_t)labels->slots[at] - 1;
		return true;
	}
	*code = (uint32_t)labels->count;
	return add(labels, at, h, text, length);
}

bool data_labels_find(uint32_t *code, const data_labels *labels, const char *text, size_t length)
{
	if (labels->count == 0)
		return false;
	uint64_t slot = labels->slots[find_slot(labels, hash(text, length), text, length)];
	*code = (uint32_t)slot - 1;
	return slot != 0;
}

void data_labels_clear(data_labels *labels)
{
	for (block *b = labels->blocks; b != NULL;) {
		block *next = b->next;
		free(b);
		b = next;
	}
	free(labels->texts);
	free(labels->slots);
	*labels = (data_labels){ 0 };
}
