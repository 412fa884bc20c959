/* NumPy array files. */
#ifndef DATA_NPY_H
#define DATA_NPY_H

#include "data/feed.h"

typedef struct data_npy data_npy;

/* Parses an array. `bytes` are those of a .npy file and must outlive *out; `name` is for messages. */
mixmi_status data_npy_parse(data_npy **out, const char *name, const unsigned char *bytes, size_t length);
void data_npy_free(data_npy *npy);

/* Number of rows, and of columns: fields of records, or columns of a matrix. */
size_t data_npy_rows(const data_npy *npy);
size_t data_npy_columns(const data_npy *npy);

/* Name of the field of a column; NULL if fields have no names. */
const char *data_npy_field(const data_npy *npy, size_t column);

/* Reads a whole column. */
mixmi_status data_npy_take(data_incoming *out, const data_npy *npy, size_t column, const data_feed *feed);

/* Reads all bytes of a source, at most 2^40; the caller frees *bytes. */
mixmi_status data_source_all(unsigned char **bytes, size_t *length, data_source *source);

#endif
