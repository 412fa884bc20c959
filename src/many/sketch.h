/* The summary of any number of rows in bounded memory. Invariant: it is a function of the set of rows, so that states of
 * parts, merged in any order, have the bytes of the state of the whole.
 *
 * Of each column: missing values, distinct values (smallest.h), and rows per place (places.h), of which there are at
 * most MANY_FINE. Of each pair of columns: a table of counts over at most MANY_COARSE places each. Of all columns: a
 * sample of rows (rows_sample.h). */
#ifndef MANY_SKETCH_H
#define MANY_SKETCH_H

#include "base/options.h"
#include "data/labels.h"
#include "many/places.h"
#include "many/rows_sample.h"
#include "many/smallest.h"

enum {
	MANY_FINE = 4096,       /* places of a column: 64 per power of two of an ordinary one */
	MANY_COARSE = 256,      /* places of a column in tables: 260 kB per pair */
	MANY_LEAST_COARSE = 32, /* fewer are no substitute for a table */
	MANY_MOST_COLUMNS = 65536,
};

typedef enum many_type {
	MANY_NUMBERS, /* with their order */
	MANY_TEXTS,   /* labels */
	MANY_CODES,   /* numbers that are labels */
	MANY_ORDERED, /* labels with an order, which tables would lose: these have none */
} many_type;

typedef struct many_column {
	char *name;
	many_type type;
	int32_t unit;     /* mixmi_unit of numbers: PLAIN, DAYS or SECONDS */
	uint64_t missing; /* rows */
	many_places fine, coarse;
	uint64_t *rows;         /* [MANY_FINE + 1] of each fine place */
	uint32_t *parent;       /* [MANY_FINE + 1] the coarse place of each fine one */
	many_smallest distinct; /* from the time on when places are not single values */
	data_labels labels;     /* of texts in the sample, whose words are codes */
	/* while a batch is added: */
	uint32_t *moved; /* [most coarse + 1] where coarse places of before the batch are now */
	uint32_t before; /* how many there were */
	bool changed;
	uint32_t *code; /* [code_capacity] the place of each row, then its coarse one */
	size_t code_capacity;
	uint32_t *of_code; /* [of_capacity] the place of each distinct value of the batch */
	size_t of_capacity;
	bool failed; /* memory ran out */
} many_column;

struct mixmi_sketch {
	size_t count;
	many_column *columns;
	bool clusters; /* rows of equal identity belong together; otherwise each has its own */
	uint64_t rows;
	uint32_t coarse; /* most places in tables; 0: there are no tables */
	uint32_t *
		*table; /* [pairs][(coarse + 1)^2] rows of coarse places; the last one is for missing values. NULL: a column
	                   * has none */
	many_rows sample;
};

/* A column of a batch: numbers per row, or codes of distinct numbers or texts. */
typedef struct many_batch_column {
	const double *values;  /* [rows] NaN is missing; NULL: there are codes */
	const uint32_t *codes; /* [rows] MIXMI_NO_CODE is missing */
	size_t distinct;
	const double *numbers;    /* [distinct] */
	const char *const *texts; /* [distinct] if the type is one of labels */
} many_batch_column;

typedef struct many_batch {
	size_t rows;
	const many_batch_column *columns;
	const uint64_t *identity; /* [rows] */
} many_batch;

static inline size_t many_pair(const mixmi_sketch *s, size_t a, size_t b)
{
	size_t low = a < b ? a : b, high = a < b ? b : a;
	return low * s->count - low * (low + 1) / 2 + high - low - 1;
}

static inline bool many_has_tables(const many_column *column)
{
	return column->type != MANY_ORDERED;
}

/* A sketch of no rows. Names are copied; types, units [count]. `coarse`: a power of two, or 0. The caller frees *out with mixmi_sketch_free(),
 * also after a failure. */
mixmi_status many_sketch_new(mixmi_sketch **out, const char *const *names, const many_type *types, const int32_t *units,
                             size_t count, size_t sample, uint32_t coarse);

/* Adds rows. O(rows (columns + pairs)), in parallel. After a failure the sketch can only be released. */
mixmi_status many_sketch_add(mixmi_sketch *sketch, const many_batch *batch, const mixmi_options *options);

/* Parts of it that merging and reading use: the place of a key, added if it is new; false: memory ran out. */
bool many_column_learn(many_column *column, uint64_t key);
bool many_column_new(many_column *column, uint32_t coarse);
void many_column_begin(many_column *column);
/* Takes fewer bits of keys for either kind of places. */
void many_column_coarsen_fine(many_column *column, unsigned depth);
void many_column_coarsen(many_column *column, unsigned depth);
/* Moves the counts of tables to where the places of changed columns are. */
mixmi_status many_tables_move(mixmi_sketch *sketch, const mixmi_options *options);

/* Sorts what waits. An identity that occurs twice is an error unless rows are in clusters. */
mixmi_status many_sketch_settle(mixmi_sketch *sketch);

uint64_t many_hash_text(const char *text);
/* Of names and types. */
uint64_t many_schema_hash(const mixmi_sketch *sketch);

#endif
