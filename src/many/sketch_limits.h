/* What fits into memory: rows of a sample, and places of tables. */
#ifndef MANY_LIMITS_H
#define MANY_LIMITS_H

#include "base/options.h"

/* From options memory and sample. *coarse: a power of two, or 0 where tables do not fit or rows are in clusters. */
void many_limits_of(size_t *sample, uint32_t *coarse, size_t columns, const mixmi_options *options);

/* Bytes that may be used. */
uint64_t many_memory(const mixmi_options *options);

#endif
