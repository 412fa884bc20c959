/* Internal structure of a learnt graph. Nodes are numbered as the columns were given; pairs (a, b) with a < b are
 * numbered by graph_pair(). */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "mixmi.h"

/* The test that decided about a pair: the one that separated it, or the weakest one that kept its edge. */
typedef struct graph_evidence {
	bool known;        /* some test was made */
	bool by_knowledge; /* required or forbidden by knowledge, without a test */
	bool of_sum;       /* for an edge: from a part to its total, which was not searched */
	bool unjudged;     /* no test could decide; without an edge, the pair is in the list of those */
	bool same;         /* for an edge: both columns carry the same information; it has no direction and was not
	                    * tested */
	bool doubtful; /* for an edge: a set separates it, but none that is consistent with the graph; otherwise: separated
		           * by a narrow margin */
	double estimate, corrected, p, lower, upper;
	/* for an edge, see mixmi_profile: */
	double sign, sign_error; /* correlation of normal scores given the set; NaN if there is none */
	int32_t shape;           /* shape of the dependence on ... */
	size_t along;            /* ... this node */
	double where;
	int32_t size_kind; /* mixmi_size_kind */
	size_t size_of;    /* node: the response */
	double size[4];    /* size, its lower and its upper end, and what it is for */
	size_t rows;
	size_t *given; /* nodes, ascending; NULL if given_count is 0 */
	size_t given_count;
	/* for an edge, see mixmi_edge: */
	double probability[2]; /* of the mark at the larger and at the smaller node; 0: unknown */
	uint8_t kind[2];       /* mixmi_arrow of the arrowhead at the larger and at the smaller node */
	double share[2];       /* explained share of the larger and of the smaller node; 0: unknown */
} graph_evidence;

/* Marks: mark[a * nodes + b] is the mark of the edge between a and b at b. Both ends are GRAPH_NONE if there is no
 * edge; a -> b has GRAPH_ARROW at b and GRAPH_TAIL at a; a -- b has GRAPH_TAIL at both. */
typedef enum graph_mark { GRAPH_NONE = 0, GRAPH_TAIL = 1, GRAPH_ARROW = 2, GRAPH_CIRCLE = 3 } graph_mark;

/* Meaning of the marks: the class of DAGs that the graph represents. */
typedef enum graph_kind {
	GRAPH_CPDAG = 0, /* tails at both ends: either direction; no circles */
	GRAPH_PAG,       /* with latent variables: circles for unknown marks, arrows at both ends for a common cause */
	GRAPH_SKELETON   /* edges without meaningful marks: the search was interrupted */
} graph_kind;

enum { GRAPH_SUM_PARTS = 4 };

/* A column that is nearly exactly a sum of others, in their units or of their logarithms: constant + coefficients * parts. */
typedef struct graph_sum {
	size_t total, parts[GRAPH_SUM_PARTS], count;
	double coefficients[GRAPH_SUM_PARTS], constant;
	bool logarithms; /* of all columns */
} graph_sum;

/* Why a column is probably a root. */
typedef enum graph_suggestion_why {
	GRAPH_BY_NAME = 0,
	GRAPH_BY_DATES,
	GRAPH_BY_YEARS,
	GRAPH_NO_ROOT
} graph_suggestion_why;

/* A column that is probably a root, and why: one of graph_suggestion_words. */
typedef struct graph_suggestion {
	size_t node;
	graph_suggestion_why why;
} graph_suggestion;

extern const char *const graph_suggestion_words[GRAPH_NO_ROOT];

/* A column that is a function of another. */
typedef struct graph_determined {
	size_t column, by; /* nodes */
} graph_determined;

struct mixmi_graph {
	size_t nodes;
	char **names;             /* [nodes], one block (base_strings_copy) */
	mixmi_type *types;        /* [nodes] */
	uint8_t *mark;            /* [nodes * nodes], graph_mark */
	graph_evidence *evidence; /* [nodes * (nodes - 1) / 2] by pair */
	double *frequency;        /* [nodes * nodes] share of pairs of halves with an arrow a -> b; NULL: none */
	double *frequency_any;    /* by pair: share with an edge; NULL: none */
	/* lists for the public accessors, made by graph_index() */
	size_t edges;
	size_t *edge_pairs; /* pair numbers */
	size_t separations;
	size_t *separation_pairs;
	size_t undecided;
	size_t *undecided_pairs;
	graph_determined *determined; /* [determined_count] sorted by name of the column, then of the other */
	size_t determined_count;
	graph_sum *totals; /* [total_count] */
	size_t total_count;
	graph_suggestion *suggestions; /* [suggestion_count] */
	size_t suggestion_count;
	char **conflicts; /* each a separate string */
	size_t conflict_count;
	size_t conflict_capacity;
	uint64_t tests, tests_reused;
	size_t levels, subsamples, min_rows;
	size_t lags;            /* in a time series: largest lag of an edge; 0: not a time series */
	size_t *lag;            /* [nodes] lag of each node in steps; NULL: not a time series */
	size_t *now;            /* [nodes] the same column without lag */
	char **pair_lags;       /* in a summary graph, by pair: the lags of its edge, as "0, 2"; NULL: not a summary */
	char **own_lags;        /* [nodes] the lags at which a column affects itself; NULL: none */
	double subsample_edges; /* mean number of edges in a subsample */
	bool complete;
	graph_kind kind;
	size_t round, open; /* for shards: the round that is due or was taken part in, and its number of pieces; 0: none */
	char stage[64];     /* and its name, such as "level 2" */
	char search[16];    /* "" in a graph that was not learnt */
	char test[32];
	double alpha, threshold; /* NaN in a graph that was not learnt */
};

size_t graph_pair(const mixmi_graph *graph, size_t a, size_t b); /* either order, a != b */

/* Where the probability and the kind (mixmi_arrow) of the mark at b of the edge between a and b are kept. */
double *graph_probability(const mixmi_graph *graph, size_t a, size_t b);
uint8_t *graph_arrow_kind(const mixmi_graph *graph, size_t a, size_t b);

/* The share of arrowheads of this kind (mixmi_arrow) that were right on real tables with columns whose role is known
 * (experiments/DIRECTIONS.md); 1 by knowledge, NaN without a kind. */
double graph_certainty_of(const mixmi_graph *graph, int kind);

/* Exchanges what is kept for the larger and the smaller node, for a pair whose nodes have changed their order. */
void graph_evidence_turn(graph_evidence *evidence);
void graph_pair_nodes(const mixmi_graph *graph, size_t pair, size_t *a, size_t *b);

/* A graph without edges. Types may be NULL (all numeric). NULL if memory runs out. */
mixmi_graph *graph_new(const char *const *names, const mixmi_type *types, size_t nodes);

bool graph_adjacent(const mixmi_graph *graph, size_t a, size_t b);
bool graph_directed(const mixmi_graph *graph, size_t from, size_t to); /* from -> to: a tail and an arrow */
void graph_set_undirected(mixmi_graph *graph, size_t a, size_t b);
void graph_set_directed(mixmi_graph *graph, size_t from, size_t to);
void graph_set_marks(mixmi_graph *graph, size_t a, size_t b, graph_mark at_a, graph_mark at_b);
void graph_remove(mixmi_graph *graph, size_t a, size_t b);

/* Joins two nodes that carry the same information, with the marks of an unknown direction in a graph of its kind. */
void graph_set_same(mixmi_graph *graph, size_t a, size_t b);

/* The same for all such edges, once the kind of the graph is known. */
void graph_settle_same(mixmi_graph *graph);

/* Appends to the list of columns that are functions of others. Returns false if memory runs out. */
bool graph_add_determined(mixmi_graph *graph, size_t column, size_t by);

/* Appends to the list of suggested roots. Returns false if memory runs out. */
bool graph_add_suggestion(mixmi_graph *graph, size_t node, graph_suggestion_why why);

/* Removes edges that no test could decide, except those by knowledge: they stay in the list of undecided pairs. */
void graph_drop_undecided(mixmi_graph *graph);

/* Is the pair one that no test could decide? */
bool graph_is_undecided(const mixmi_graph *graph, size_t a, size_t b);

/* Removes all marks from the edges and makes the graph a skeleton. */
void graph_make_skeleton(mixmi_graph *graph);

/* Appends a human-readable line about contradictory directions. Returns false if memory runs out. */
bool graph_add_conflict(mixmi_graph *graph, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Keeps the first `count` of the lines. */
void graph_drop_conflicts(mixmi_graph *graph, size_t count);

/* The same graph with its nodes in another order, possibly with additional ones: node i of `like`, which has no edges,
 * becomes node order[i] of `graph`, or stays without edges for SIZE_MAX. Takes ownership of both graphs in any case.
 * NULL if memory runs out. */
mixmi_graph *graph_reorder(mixmi_graph *like, mixmi_graph *graph, const size_t *order);

/* Makes the lists of edges and separated pairs; to be called when marks and evidence are final. Returns false if memory
 * runs out. */
bool graph_index(mixmi_graph *graph);

/* nodes[i]: node of the learnt graph with the name of node i of the true graph. Names that only one of them has are an
 * error that lists them. */
mixmi_status graph_match(size_t *nodes, const mixmi_graph *learnt, const mixmi_graph *truth);

/* An error with a reason if the graph is not directed and acyclic. */
mixmi_status graph_check_dag(const mixmi_graph *dag);

/* True for an edge that is listed from b to a, a < b: a single arrow is at its second end. */
bool graph_points_back(const mixmi_graph *graph, size_t a, size_t b);

#endif
