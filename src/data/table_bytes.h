/* A table as one block of bytes that processes can share. Its large arrays are used in place, so a node stores them
 * once for any number of processes. */
#ifndef DATA_TABLE_BYTES_H
#define DATA_TABLE_BYTES_H

#include "base/parcel.h"
#include "data/table.h"

/* The packed form of everything except the arrays of numbers, and the total size. */
typedef struct data_packing {
	base_parcel head;
	size_t size;
} data_packing;

/* Compute the size of a table, write it to `size` bytes aligned for doubles, and free. False if memory runs out. */
bool data_packing_init(data_packing *packing, const mixmi_table *table);
void data_packing_write(const data_packing *packing, const mixmi_table *table, unsigned char *bytes);
void data_packing_clear(data_packing *packing);

/* A table whose arrays are in `bytes`, which must outlive it and must not change. */
mixmi_status data_table_from_bytes(mixmi_table **out, unsigned char *bytes);

#endif
