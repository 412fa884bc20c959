/* Random mixed networks: a directed acyclic graph, a mechanism for every node, and samples of it. A network is a function of
 * its seed and number; a sample also of the rows. */
#ifndef EXPERIMENTS_RANDOM_NETWORK_H
#define EXPERIMENTS_RANDOM_NETWORK_H

#include "draw.h"
#include "mixmi.h"

enum { NETWORK_NODES = 64, NETWORK_PARENTS = 3 };

typedef enum network_kind {
	NETWORK_LINEAR,     /* linear in the parents; Gaussian or heavy-tailed noise */
	NETWORK_CURVED,     /* sum of bent functions of the parents */
	NETWORK_COUNTS,     /* counts, or zeros and amounts */
	NETWORK_CATEGORIES, /* 2 to 4 categories, as texts */
	NETWORK_SWITCHES,   /* one parent decides how the others act */
	NETWORK_KINDS,
	NETWORK_WAVES, /* waves of the parents, and noise whose size a parent sets: kept out of all choices of a method */
	NETWORK_FAMILIES
} network_kind;

typedef struct network_node {
	network_kind kind;
	size_t parents[NETWORK_PARENTS]; /* earlier nodes */
	size_t parent_count;
	double weights[NETWORK_PARENTS];
	int bends[NETWORK_PARENTS]; /* which function of a parent a curved node takes */
	int variant;                /* heavy tails or not, counts or amounts, number of categories */
	double share;               /* of the latent variance that the parents have */
	size_t column;              /* place in the table: nodes are shuffled */
} network_node;

typedef struct random_network {
	size_t count;
	network_node nodes[NETWORK_NODES]; /* in an order of causes before effects */
} random_network;

/* `family` is the kind of seven nodes in ten; NETWORK_KINDS: the first five kinds equally often. About 1.2 edges per node. */
void network_random(random_network *out, size_t nodes, network_kind family, uint64_t seed, uint64_t number);

/* Columns v0, v1, ... */
mixmi_status network_sample(mixmi_table **out, const random_network *network, size_t rows, uint64_t seed,
                            uint64_t number);

/* The directed graph as lines "v0 -> v3"; isolated nodes are listed alone. The caller frees it; NULL: out of memory. */
char *network_lines(const random_network *network);

const char *network_family_name(network_kind family);

#endif
