/* Arrays of the Arrow C data interface (https://arrow.apache.org/docs/format/CDataInterface.html), read in place.
 * Values may be read only after data_arrow_check() has succeeded. Buffer sizes are not part of the interface and cannot
 * be checked. */
#ifndef DATA_ARROW_ARRAY_H
#define DATA_ARROW_ARRAY_H

#include "data/table.h"

typedef enum data_arrow_layout {
	DATA_ARROW_NUMBERS,
	DATA_ARROW_HALF,
	DATA_ARROW_NULL,
	DATA_ARROW_BITS,
	DATA_ARROW_TEXT,
	DATA_ARROW_LARGE_TEXT,
	DATA_ARROW_VIEW
} data_arrow_layout;

/* How a column is stored. */
typedef struct data_arrow_type {
	data_arrow_layout layout;
	int format; /* of numbers: mixmi_format */
	size_t width;
	int unit;       /* mixmi_unit */
	data_unit date; /* unit of the numbers after reading: times of day are plain seconds */
} data_arrow_type;

/* The type of a schema. An unsupported type is an error that names the column. */
mixmi_status data_arrow_type_of(data_arrow_type *out, const char *name, const struct ArrowSchema *schema);

/* Checks that values from .. from + count - 1 can be read: invalid lengths, missing buffers, decreasing offsets and
 * views beyond their buffers are errors that name the column. O(count) for texts. */
mixmi_status data_arrow_check(const char *name, const data_arrow_type *type, const struct ArrowArray *array,
                              size_t from, size_t count);

/* Returns false if the value is null. */
bool data_arrow_is_valid(const struct ArrowArray *array, size_t index);

/* A number, converted to days or seconds if the type has a unit; *exact is false for an integer beyond 2^53. */
double data_arrow_number(bool *exact, const data_arrow_type *type, const struct ArrowArray *array, size_t index);

bool data_arrow_bit(const struct ArrowArray *array, size_t index);

/* A text; its bytes are not terminated. */
const char *data_arrow_text(size_t *length, const data_arrow_type *type, const struct ArrowArray *array, size_t index);

#endif
