/* Missing-value markers, compared byte by byte. */
#include "data/markers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

bool data_markers_init(data_markers *out, const char *list)
{
	*out = (data_markers){ 0 };
	if (list == NULL)
		return true;
	size_t length = strlen(list);
	/* There is at most one more item than commas; each item's terminator replaces its comma. */
	out->items = base_array(length + 1, sizeof *out->items);
	out->block = base_array(length + 2, 2);
	if (out->items == NULL || out->block == NULL)
		return false;
	char *item = out->block;
	for (const char *cursor = list; base_text_next_item(item, &cursor);) {
		size_t size = strlen(item);
		if (size == 0)
			continue;
		out->items[out->count++] = (data_marker){ item, size };
		out->first[(unsigned char)*item] = true;
		item += size + 1;
	}
	return true;
}

void data_markers_clear(data_markers *markers)
{
	free(markers->items);
	free(markers->block);
	*markers = (data_markers){ 0 };
}

bool data_markers_match(const data_markers *markers, const char *text, size_t length)
{
	if (length == 0)
		return true;
	if (!markers->first[(unsigned char)*text])
		return false;
	for (size_t i = 0; i < markers->count; i++)
		if (markers->items[i].length == length && memcmp(markers->items[i].text, text, length) == 0)
			return true;
	return false;
}
