/* See sketch_limits.h. Sizes are powers of two, so that machines of about the same size keep the same rows. */
#include "many/sketch_limits.h"

#include "base/platform.h"
#include "many/sketch.h"

enum {
	MEGABYTE = 1 << 20,
	MOST_SAMPLE = 1 << 20, /* rows: within 10% of the estimates of all rows from 8e-4 nats on */
	LEAST_SAMPLE = 1 << 10,
	ROW_BYTES = 1024, /* that a question about a row of the sample takes */
	VALUE_BYTES = 32, /* that a value takes while rows are drawn, sorted, and made a table */
	TABLE_SHARE = 4,  /* tables take at most one part of so many of the memory */
};

uint64_t many_memory(const mixmi_options *options)
{
	uint64_t free_bytes = base_free_memory();
	if (options->memory > 0)
		return (uint64_t)options->memory * MEGABYTE;
	return free_bytes / 2;
}

static uint64_t table_bytes(uint64_t columns, uint64_t coarse)
{
	return columns * (columns - 1) / 2 * (coarse + 1) * (coarse + 1) * sizeof(uint32_t);
}

void many_limits_of(size_t *sample, uint32_t *coarse, size_t columns, const mixmi_options *options)
{
	uint64_t memory = many_memory(options), row = ROW_BYTES + VALUE_BYTES * ((uint64_t)columns + 1);
	*coarse = options->cluster == NULL ? MANY_COARSE : 0;
	while (*coarse > 0 && table_bytes(columns, *coarse) > memory / TABLE_SHARE)
		*coarse = *coarse > MANY_LEAST_COARSE ? *coarse / 2 : 0;
	uint64_t fits = (memory - memory / TABLE_SHARE) / row;
	*sample = LEAST_SAMPLE;
	while (*sample < MOST_SAMPLE && 2 * (uint64_t)*sample <= fits)
		*sample *= 2;
	if (options->sample > 0)
		*sample = (size_t)options->sample;
}
