/* NumPy's arrays in files. */
#ifndef DATA_NPY_H
#define DATA_NPY_H

#include "data/feed.h"

typedef struct data_npy data_npy;

/* Parses an array: `bytes` are those of a .npy file, `name` is for messages. Keeps pointing into the bytes. */
mixmi_status data_npy_parse(data_npy **out, const char *name, const unsigned char *bytes, size_t length);
void data_npy_free(data_npy *npy);

/* Rows, and columns: fields of records, or those of a matrix. */
size_t data_npy_rows(const data_npy *npy);
size_t data_npy_columns(const data_npy *npy);

/* Name of the field that a column is; NULL where fields have no names. */
const char *data_npy_field(const data_npy *npy, size_t column);

/* Reads a whole column. */
mixmi_status data_npy_take(data_incoming *out, const data_npy *npy, size_t column, const data_feed *feed);

/* All bytes of a source; the caller frees *bytes. At most 2^40. */
mixmi_status data_source_all(unsigned char **bytes, size_t *length, data_source *source);

#endif
