/* A table as one block of bytes that processes can share: its large arrays are used where they lie, so that a node holds them
 * once however many processes work on them. */
#ifndef DATA_TABLE_BYTES_H
#define DATA_TABLE_BYTES_H

#include "base/parcel.h"
#include "data/table.h"

/* What a table takes: everything but the arrays of numbers, and the size of the whole. */
typedef struct data_packing {
	base_parcel head;
	size_t size;
} data_packing;

/* Measures a table, writes it into `size` bytes that are aligned for doubles, and frees. False: out of memory. */
bool data_packing_init(data_packing *packing, const mixmi_table *table);
void data_packing_write(const data_packing *packing, const mixmi_table *table, unsigned char *bytes);
void data_packing_clear(data_packing *packing);

/* A table whose arrays lie in `bytes`, which must outlive it and stay as they are. */
mixmi_status data_table_from_bytes(mixmi_table **out, unsigned char *bytes);

#endif
