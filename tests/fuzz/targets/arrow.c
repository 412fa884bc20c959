/* Arrays of the Arrow C data interface, built from the input: type, offsets, lengths, null bitmaps, dictionaries and
 * buffers that may be missing. The interface does not say how long a buffer is, so all have the length of the largest number
 * of values, and text offsets stay within the bytes. Every other defect must be detected. */
#include <string.h>

#include "fuzz/target.h"

enum { MOST_ROWS = 40, MOST_OFFSET = 8, VALUES = MOST_ROWS + MOST_OFFSET + 1, BYTES = 16 * VALUES };

/* One array with space for everything it may hold. */
typedef struct built {
	struct ArrowSchema schema;
	struct ArrowArray array;
	const void *buffers[4];
	_Alignas(16) unsigned char bitmap[VALUES], values[BYTES], texts[BYTES];
	int64_t sizes[1];
} built;

static const char *const formats[] = { "n",    "b",   "c",   "C",  "s",   "S",  "i",   "I",    "l",    "L",
	                                   "e",    "f",   "g",   "u",  "U",   "vu", "tdD", "tdm",  "tss:", "tsu:",
	                                   "tsn:", "tts", "ttn", "+l", "vux", "",   "d:5", "tsm:", "ttm",  "ttu" };

static void fill(unsigned char *out, size_t size, fuzz_input *input)
{
	for (size_t i = 0; i < size; i++)
		out[i] = (unsigned char)fuzz_below(input, 256);
}

/* Offsets within the bytes, mostly ascending. */
static void fill_offsets(built *b, fuzz_input *input, bool large)
{
	int64_t offset = 0;
	for (size_t i = 0; i < VALUES; i++) {
		size_t step = fuzz_below(input, 256);
		offset += step < 250 ? (int64_t)(step % 16) : -(int64_t)step;
		offset = offset > BYTES ? BYTES : offset;
		int32_t small = (int32_t)offset;
		if (large && i < BYTES / 8)
			memcpy(b->values + 8 * i, &offset, 8);
		else if (!large)
			memcpy(b->values + 4 * i, &small, 4);
	}
}

static void build(built *b, fuzz_input *input, size_t rows)
{
	memset(b, 0, sizeof *b);
	b->schema.format = formats[fuzz_below(input, sizeof formats / sizeof *formats)];
	b->schema.flags = (int64_t)fuzz_below(input, 4);
	b->schema.name = fuzz_below(input, 8) > 0 ? "x" : NULL;
	size_t odd = fuzz_below(input, 32);
	b->array.length = odd == 0 ? -1 : (int64_t)rows;
	b->array.offset = odd == 1 ? -1 : (int64_t)fuzz_below(input, MOST_OFFSET);
	b->array.null_count = (int64_t)fuzz_below(input, 3) - 1;
	b->array.n_buffers = odd == 2 ? 0 : 4;
	b->array.buffers = odd == 3 ? NULL : b->buffers;
	fill(b->bitmap, sizeof b->bitmap, input);
	fill(b->texts, sizeof b->texts / 8, input);
	if (b->schema.format[0] == 'u' || b->schema.format[0] == 'U')
		fill_offsets(b, input, b->schema.format[0] == 'U');
	else
		fill(b->values, sizeof b->values, input);
	b->sizes[0] = BYTES;
	b->buffers[0] = fuzz_below(input, 2) ? b->bitmap : NULL;
	b->buffers[1] = odd == 4 ? NULL : b->values;
	b->buffers[2] = odd == 5 ? NULL : b->texts;
	b->buffers[3] = b->sizes;
}

static void join(mixmi_table *table, const built *b)
{
	mixmi_status status = mixmi_table_add_arrow(table, &b->schema, &b->array);
	if (status == MIXMI_OK)
		fuzz_look_at(table);
	else
		fuzz_check_failure(status);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	fuzz_input input = { bytes, count };
	static built column, entries;
	mixmi_table *table;
	size_t rows = 1 + fuzz_below(&input, MOST_ROWS);
	bool coded = fuzz_below(&input, 2) > 0;
	FUZZ_CHECK(mixmi_table_new(&table, rows) == MIXMI_OK);
	build(&column, &input, rows);
	build(&entries, &input, fuzz_below(&input, MOST_ROWS));
	if (coded) {
		column.schema.dictionary = &entries.schema;
		column.array.dictionary = fuzz_below(&input, 16) > 0 ? &entries.array : NULL;
		for (size_t i = 0; fuzz_below(&input, 4) > 0 && i < BYTES; i++)
			column.values[i] %= MOST_ROWS;
	}
	join(table, &column);
	mixmi_table_free(table);
	return 0;
}
