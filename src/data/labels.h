/* A dictionary of texts: each distinct text gets the next code, 0, 1, 2, ... in the order of first sight. */
#ifndef DATA_LABELS_H
#define DATA_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialise before use. Texts are copied and stay where they are until the dictionary is cleared. */
typedef struct data_labels {
	char **texts; /* [count], terminated */
	size_t count;
	size_t capacity;
	uint64_t *slots; /* hash in the upper half, code + 1 in the lower; 0 is free. Never more than half full */
	size_t slot_count;
	struct data_labels_block *blocks;
} data_labels;

/* Code of a text of `length` bytes, none of them NUL, added if it is new. False when out of memory. Expected O(length). */
bool data_labels_code(uint32_t *code, data_labels *labels, const char *text, size_t length);

/* The same for a text that may not be there: false, and nothing is added. */
bool data_labels_find(uint32_t *code, const data_labels *labels, const char *text, size_t length);

void data_labels_clear(data_labels *labels);

#endif
