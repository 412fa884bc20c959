/* Bayesian networks in the Bayesian Interchange Format (BIF), as the public repositories distribute them, and seeded
 * samples of them: of the network itself, and of mixed networks with the same directed graph. */
#ifndef EXPERIMENTS_BIF_H
#define EXPERIMENTS_BIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mixmi.h"

typedef struct bif_node {
	char *name;
	char **states;
	size_t state_count;
	size_t *parents; /* nodes, in the order of the file */
	size_t parent_count;
	double *table; /* [configurations of the parents, the first varies slowest][state_count] */
} bif_node;

typedef struct bif_network {
	bif_node *nodes;
	size_t count;
	size_t *order; /* [count] causes before effects */
} bif_network;

/* Reads a file, which may be gzip-compressed. Prints the reason of a failure to stderr. Must be released in any case. */
bool bif_read(bif_network *out, const char *path);
void bif_free(bif_network *network);

/* How rows are drawn. */
typedef enum bif_variant {
	BIF_OWN,    /* from the tables of the file */
	BIF_LINEAR, /* the same graph; every node a weighted sum of its parents and Gaussian noise */
	BIF_MIXED,  /* the same graph; columns cut into 2 to 5 levels, bent, folded, zero-inflated; children see what is
	               recorded, so that the graph is the truth about the columns */
	BIF_VARIANTS
} bif_variant;

const char *bif_variant_name(bif_variant variant);

/* Draw `number` of `rows` rows, a function of the arguments alone. Columns that are constant in the draw are omitted. */
mixmi_status bif_sample(mixmi_table **out, const bif_network *network, bif_variant variant, size_t rows, uint64_t seed,
                        uint64_t number);

/* The directed graph on the columns of a table, as lines "a -> b"; the caller frees it; NULL: out of memory. */
char *bif_lines(const bif_network *network, const mixmi_table *table);

#endif
