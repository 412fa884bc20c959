/* A dictionary of texts: each distinct text gets the next code, 0, 1, 2, ... in order of appearance. */
#ifndef DATA_LABELS_H
#define DATA_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Initialise with zeros. Texts are copied and do not move until the dictionary is cleared. */
typedef struct data_labels {
	char **texts; /* [count], terminated */
	size_t count;
	size_t capacity;
	uint64_t *slots; /* hash in the upper half, code + 1 in the lower; 0 is free. At most half full */
	size_t slot_count;
	struct data_labels_block *blocks;
} data_labels;

/* Code of a text of `length` bytes without NUL, added if it is new. Returns false if memory runs out. Expected
 * O(length). */
bool data_labels_code(uint32_t *code, data_labels *labels, const char *text, size_t length);

/* The same, but returns false for an unknown text and adds nothing. */
bool data_labels_find(uint32_t *code, const data_labels *labels, const char *text, size_t length);

void data_labels_clear(data_labels *labels);

#endif
