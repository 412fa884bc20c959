/* Texts that mark missing values. */
#ifndef DATA_MARKERS_H
#define DATA_MARKERS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct data_marker {
	const char *text;
	size_t length;
} data_marker;

typedef struct data_markers {
	data_marker *items;
	size_t count;
	char *block;     /* the texts */
	bool first[256]; /* first bytes of the markers: most fields need no comparison */
} data_markers;

/* Splits a comma-separated list (NULL: none). Returns false if memory runs out; *out can be cleared in any case. */
bool data_markers_init(data_markers *out, const char *list);

void data_markers_clear(data_markers *markers);

/* True if the text, without surrounding blanks, is empty or a marker. */
bool data_markers_match(const data_markers *markers, const char *text, size_t length);

#endif
