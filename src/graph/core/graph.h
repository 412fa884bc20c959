/* The learnt graph inside. Nodes are numbered as the columns were given; pairs (a, b) with a < b are numbered by
 * graph_pair(). */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "mixmi.h"

/* The test that decided about a pair: the one that separated it, or the weakest that kept its edge. */
typedef struct graph_evidence {
	bool known;        /* some test was made */
	bool by_knowledge; /* required or forbidden, without a test */
	bool unjudged;     /* no test could tell, so that the edge is kept */
	bool same;         /* an edge: both ends carry the same information; it has no direction, and nothing was tested */
	bool
		doubtful; /* an edge: some set separates it, but none that fits the graph; else: separated by a narrow margin */
	double estimate, corrected, p, detectable;
	/* of an edge, see mixmi_profile: */
	double sign, sign_error; /* rank correlation given the set; NaN where there is none */
	int32_t shape;           /* how one end goes along the other, ... */
	size_t along;            /* ... which is this node */
	double where;
	size_t rows;
	size_t *given; /* nodes, ascending; NULL where given_count is 0 */
	size_t given_count;
	/* of an edge, see mixmi_edge: */
	double certainty;  /* 0: not known */
	size_t possible;   /* 1 + the node that a possible direction points to; 0: none */
	mixmi_cause cause; /* of an arrow */
	double share[2];   /* explained of the greater node and of the lesser one; 0: not known */
} graph_evidence;

/* Marks: mark[a * nodes + b] says how the edge between a and b ends at b. Both ends are GRAPH_NONE where there is no
 * edge; a -> b has GRAPH_ARROW at b and GRAPH_TAIL at a; a -- b has GRAPH_TAIL at both. */
typedef enum graph_mark { GRAPH_NONE = 0, GRAPH_TAIL = 1, GRAPH_ARROW = 2, GRAPH_CIRCLE = 3 } graph_mark;

/* What the marks say: which class of DAGs the graph stands for. */
typedef enum graph_kind {
	GRAPH_CPDAG = 0, /* tails at both ends: either direction; no circles */
	GRAPH_PAG,       /* with latent variables: circles for what is not known, arrows at both ends for a common cause */
	GRAPH_SKELETON   /* edges without marks that mean anything: a search that was interrupted */
} graph_kind;

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
	graph_determined *determined; /* [determined_count] by name of the column, then of the other */
	size_t determined_count;
	char **conflicts; /* each its own string */
	size_t conflict_count;
	size_t conflict_capacity;
	uint64_t tests, tests_reused;
	size_t levels, subsamples, min_rows;
	size_t lags;            /* of a series: greatest lag of an edge; 0: no series */
	size_t *lag;            /* [nodes] steps that a node lies back; NULL: no series */
	size_t *now;            /* [nodes] the same column at the present */
	char **pair_lags;       /* of a summary, by pair: the lags of its edge, as "0, 2"; NULL: no summary */
	char **own_lags;        /* [nodes] the lags at which a column acts on itself; NULL: none */
	double subsample_edges; /* mean number of edges in a subsample */
	bool complete;
	graph_kind kind;
	size_t round, open; /* of shards: which one is due or was taken part in, and how many pieces it has; 0: none */
	char stage[64];     /* and what it is about, such as "level 2" */
	char search[16];    /* "" in a graph that was not learnt */
	char test[32];
	double alpha, threshold; /* NaN in a graph that was not learnt */
};

size_t graph_pair(const mixmi_graph *graph, size_t a, size_t b); /* either order, a != b */
void graph_pair_nodes(const mixmi_graph *graph, size_t pair, size_t *a, size_t *b);

/* A graph without edges. Types may be NULL (all numeric). NULL: out of memory. */
mixmi_graph *graph_new(const char *const *names, const mixmi_type *types, size_t nodes);

bool graph_adjacent(const mixmi_graph *graph, size_t a, size_t b);
bool graph_directed(const mixmi_graph *graph, size_t from, size_t to); /* from -> to: a tail and an arrow */
void graph_set_undirected(mixmi_graph *graph, size_t a, size_t b);
void graph_set_directed(mixmi_graph *graph, size_t from, size_t to);
void graph_set_marks(mixmi_graph *graph, size_t a, size_t b, graph_mark at_a, graph_mark at_b);
void graph_remove(mixmi_graph *graph, size_t a, size_t b);

/* Joins two nodes that carry the same information: marks that leave the direction open in a graph of its kind. */
void graph_set_same(mixmi_graph *graph, size_t a, size_t b);

/* The same for all such edges, once the kind of the graph is known. */
void graph_settle_same(mixmi_graph *graph);

/* Appends to the list of columns that are functions of others. False: out of memory. */
bool graph_add_determined(mixmi_graph *graph, size_t column, size_t by);

/* Takes all marks off the edges and calls the graph a skeleton. */
void graph_make_skeleton(mixmi_graph *graph);

/* Appends a human-readable line on directions that contradict each other. False: out of memory. */
bool graph_add_conflict(mixmi_graph *graph, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Leaves the first `count` of the lines. */
void graph_drop_conflicts(mixmi_graph *graph, size_t count);

/* The same graph with its nodes in another order, and perhaps with further ones: node i of `like`, which has no edges, becomes node
 * order[i] of `graph`, or stays without edges for SIZE_MAX. Takes over both; they are released in any case. NULL: out of memory. */
mixmi_graph *graph_reorder(mixmi_graph *like, mixmi_graph *graph, const size_t *order);

/* Makes the lists of edges and separated pairs; to be called when marks and evidence are final. False: out of memory. */
bool graph_index(mixmi_graph *graph);

/* nodes[i]: node of the learnt graph with the name of the true graph's node i. An error that lists the names that only one has. */
mixmi_status graph_match(size_t *nodes, const mixmi_graph *learnt, const mixmi_graph *truth);

/* An error that says why where the graph is not directed and acyclic. */
mixmi_status graph_check_dag(const mixmi_graph *dag);

/* True for an edge that is listed from b to a, a < b: an arrow at one end only is at its second end. */
bool graph_points_back(const mixmi_graph *graph, size_t a, size_t b);

#endif
