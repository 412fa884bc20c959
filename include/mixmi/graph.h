/* Causal graphs: background knowledge, searches, comparison, Markov blankets, selection.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_GRAPH_H
#define MIXMI_GRAPH_H

#include "mixmi/ask.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------- background knowledge */

/* What is known beforehand: edges that must or must not be there, directions, tiers. */
typedef struct mixmi_knowledge mixmi_knowledge;

/* Reads a knowledge file for the columns of `table`. One statement a line, '#' starts a comment;
 * names as in column lists, by name or number (double quotes protect blanks, commas, '#' and
 * operators; an inner quote is doubled):
 *     require A -> B        the edge is there, in this direction; the pair is not tested
 *     require A -- B        the edge is there, in either direction
 *     forbid A -> B         not in this direction (the other one is allowed)
 *     forbid A -- B         no edge at all; the pair is never tested
 *     tier 1: A, B          nothing in a later tier causes anything in an earlier one,
 *                           not even through columns without a tier
 *     tier 2 closed: C, D   and no edges within this tier
 *     order: A < B, C < rest   tiers in this order; `rest`: all columns without a tier
 *     root: A, B            no other column causes these
 *     context: A, B         roots without edges between them: site, batch, experimental condition
 *     sink: C               these cause no other column
 * A tier may take several lines. No conditioning set of two columns has one of a later tier than
 * both. Two columns that knowledge separates without a test make no v-structure of what they are
 * both joined to. Lines that contradict each other are an error that names them; columns that a
 * search leaves out do not count. Or from a text: `name` stands for the file in messages. */
MIXMI_API mixmi_status mixmi_knowledge_read(mixmi_knowledge **out, const char *path,
                                            const mixmi_table *table);

/* The same from a text; `name` stands for the file in messages. */
MIXMI_API mixmi_status mixmi_knowledge_parse(mixmi_knowledge **out, const char *text,
                                             const char *name, const mixmi_table *table);

/* Knowledge by calls: nothing is known at first, and each call below adds a statement about
 * columns by index. A statement that contradicts an earlier one is an error and is not added;
 * messages number the statements from 1. */
MIXMI_API mixmi_status mixmi_knowledge_new(mixmi_knowledge **out, const mixmi_table *table);

/* There is an edge, of this direction where `directed`. */
MIXMI_API mixmi_status mixmi_knowledge_require(mixmi_knowledge *knowledge, size_t from, size_t to,
                                               bool directed);

/* There is no edge, or where `directed` none of this direction. */
MIXMI_API mixmi_status mixmi_knowledge_forbid(mixmi_knowledge *knowledge, size_t from, size_t to,
                                              bool directed);

/* These columns are in this tier; `closed`: without edges between them. */
MIXMI_API mixmi_status mixmi_knowledge_tier(mixmi_knowledge *knowledge, uint64_t tier,
                                            const size_t *columns, size_t column_count,
                                            bool closed);

/* No other column causes this one. */
MIXMI_API mixmi_status mixmi_knowledge_root(mixmi_knowledge *knowledge, size_t column);

/* This column causes no other. */
MIXMI_API mixmi_status mixmi_knowledge_sink(mixmi_knowledge *knowledge, size_t column);

/* Remarks that a user should see, such as columns without a tier where others have one: row
 * `index`, or NULL past the end. */
MIXMI_API const char *mixmi_knowledge_note(const mixmi_knowledge *knowledge, size_t index);

/* Releases knowledge. NULL is allowed. */
MIXMI_API void mixmi_knowledge_free(mixmi_knowledge *knowledge);

/* ----------------------------------------------------------------------------- causal graphs */

/* A graph over columns, with the test behind every edge and every missing edge where it was
 * learnt. */
typedef struct mixmi_graph mixmi_graph;

/* By option search: score, the default (best order score search, Andrews et al. 2023, corrected
 * by tests), or pc-stable (Colombo and Maathuis 2014); with option latent FCI or RFCI. Of 200
 * columns some 24,000 questions. NULL for `columns` takes all of the table's; `knowledge` may be
 * NULL. At least 2 columns, each with 2 values or more; any order of columns gives the same. Data
 * too little for a question (MIXMI_ERROR_DATA) keeps the edge. If the progress callback cancels,
 * the call still succeeds with what is known by then, and mixmi_graph_info.complete is 0; with
 * option checkpoint a later call goes on from there. A checkpoint holds for the same values of
 * the same columns, the same test and model options and the same knowledge; one of another search
 * is an error and stays as it is. Nodes are numbered as `columns`. Of columns that carry the same
 * information (the same ranks, forwards or backwards, or the same classes where one is of labels)
 * one is searched, and the others are joined to it by an edge "same"; not with preset paper or a
 * test of the caller's own. */
MIXMI_API mixmi_status mixmi_graph_learn(mixmi_graph **out, const mixmi_table *table,
                                         const size_t *columns, size_t column_count,
                                         const mixmi_knowledge *knowledge,
                                         const mixmi_options *options);

/* The graph of subsample `number` alone, from 1, of option stability, for programs that share
 * subsamples between processes. With option latent-search auto all rows are searched first, to
 * make the choice. */
MIXMI_API mixmi_status mixmi_graph_learn_subsample(mixmi_graph **out, const mixmi_table *table,
                                                   const size_t *columns, size_t column_count,
                                                   const mixmi_knowledge *knowledge,
                                                   const mixmi_options *options, size_t number);

/* Sets the frequencies of `graph` from 2k subsamples in order: 2i - 1 and 2i are halves of the
 * same split. */
MIXMI_API mixmi_status mixmi_graph_set_subsamples(mixmi_graph *graph,
                                                  const mixmi_graph *const *subsamples,
                                                  size_t count);

/* How an edge ends at a node. */
typedef enum mixmi_mark {
	MIXMI_MARK_NONE = 0,
	MIXMI_MARK_TAIL = 1,
	MIXMI_MARK_ARROW = 2,
	MIXMI_MARK_CIRCLE = 3 /* not known whether tail or arrow */
} mixmi_mark;

/* A graph of nodes with these names, which are copied, and no edges. */
MIXMI_API mixmi_status mixmi_graph_new(mixmi_graph **out, const char *const *names, size_t count);

/* Sets the edge between two nodes by the marks at its two ends (a -> b has a tail at a and an
 * arrow at b); no mark at either end removes it. O(edges). No other thread may use the graph
 * meanwhile. */
MIXMI_API mixmi_status mixmi_graph_join(mixmi_graph *graph, size_t a, size_t b, mixmi_mark mark_a,
                                        mixmi_mark mark_b);

/* Reads a graph in any format that mixmi_graph_write() writes but "text"; the content decides
 * which. Hand-written files may have lines "A -> B" or "A -- B" (odd names in double quotes; a
 * name alone is a node), or delimited text with the headings from, to and perhaps type (directed
 * or ->, undirected or --; nothing under `to` declares a node). A matrix of 0 and 1 says in its
 * top left cell how to read it: pcalg, causal-learn or from-to (row to column). JSON brings back
 * all that is in it, the others nodes and edges; a malformed file is an error that says where. At
 * most 10,000 nodes; "-" is standard input. */
MIXMI_API mixmi_status mixmi_graph_read(mixmi_graph **out, const char *path);

/* The same from a text of `length` bytes. */
MIXMI_API mixmi_status mixmi_graph_parse(mixmi_graph **out, const char *text, size_t length);

/* Releases a graph. NULL is allowed. */
MIXMI_API void mixmi_graph_free(mixmi_graph *graph);

/* What mixmi_graph_describe() says about a graph. */
typedef struct mixmi_graph_info {
	size_t nodes, edges;
	size_t separated; /* pairs with a separating set */
	/* what contradicts itself about directions, see mixmi_graph_conflict() */
	size_t conflicts;
	uint64_t tests;        /* questions asked, each once */
	uint64_t tests_reused; /* of these, answered by the checkpoint */
	size_t levels;         /* largest conditioning set that was tried, plus 1 */
	size_t subsamples;     /* of half the rows, in pairs, that frequencies come from */
	const char *test;      /* name of the test; "" in a graph that was not learnt */
	double alpha;
	int32_t complete, reserved; /* 0: cancelled before the end */
	/* "cpdag", "pag" (with latent variables) or "skeleton" (cancelled: no directions) */
	const char *kind;
	/* option search, "fci" or "rfci"; "" in a graph that was not learnt */
	const char *search;
	/* bound on the expected false edges of frequency .9 or more; NaN without */
	double false_edges;
	/* gather: the round of shards that is needed; shard: the one that it was part of; else 0 */
	size_t round;
	size_t open;       /* gather: pairs or subsamples with questions that are to be asked in it */
	const char *stage; /* what it is about, such as "level 2"; "" without a round */
	/* columns that are functions of others, see mixmi_graph_determined() */
	size_t determined;
} mixmi_graph_info;

/* Describes a graph. */
MIXMI_API void mixmi_graph_describe(mixmi_graph_info *out, size_t size, const mixmi_graph *graph);

/* Name and type of a node; NULL and MIXMI_NUMERIC past the end. `type` may be NULL. */
MIXMI_API const char *mixmi_graph_node(const mixmi_graph *graph, size_t node, mixmi_type *type);

/* An edge, and the test that kept it. */
typedef struct mixmi_edge {
	size_t from, to;            /* nodes; of an edge that is not directed in ascending order */
	int32_t mark_from, mark_to; /* mixmi_mark at either end */
	int32_t directed;           /* 1: from -> to, a tail and an arrow */
	int32_t required;           /* 1: by background knowledge, without a test */
	/* of the weakest test that kept it: largest p, or least `corrected` without p */
	double estimate, corrected, p;
	const size_t *given;      /* its conditioning set: nodes */
	size_t given_count, rows; /* rows that test used */
	/* share of pairs of halves that both have this edge; NaN without */
	double frequency;
	double frequency_forward, frequency_backward; /* with from -> to, and with to -> from */
	int32_t few_rows;                             /* 1: fewer than option min-rows */
	/* 2: p > alpha, though the score keeps it; 1: says the file that it was read from */
	int32_t doubtful;
	double sign, sign_error; /* as in mixmi_profile, given `given` */
	/* mixmi_shape: how one end goes along the other, node `shape_along`; where: as there */
	int32_t shape;
	int32_t undecided; /* 1: no test could tell, which keeps an edge: ignore its estimate */
	size_t shape_along;
	double where;
	/* 1: both ends carry the same information, as copies or codes of each other do; nothing was
	 * tested, the marks leave the direction open, and only one of the two has further edges */
	int32_t same, reserved;
} mixmi_edge;

/* A pair without an edge, and the test that separated it. */
typedef struct mixmi_separation {
	size_t a, b;         /* nodes, in ascending order */
	const size_t *given; /* the set that separated them */
	size_t given_count;
	/* NaN for an estimate that a test which judges faster than it measures (scan) was not asked
	 * for */
	double estimate, p;
	size_t rows;
	double frequency;  /* share of pairs of halves that both have an edge here; NaN without */
	int32_t forbidden; /* 1: by background knowledge, without a test */
	int32_t few_rows;
	double detectable;          /* as in mixmi_answer; NaN where the test does not say */
	int32_t doubtful, reserved; /* 1: p is at most .05, or `detectable` is above .1 */
} mixmi_separation;

/* Edge `edge` of mixmi_graph_info.edges. */
MIXMI_API mixmi_status mixmi_graph_edge(mixmi_edge *out, size_t size, const mixmi_graph *graph,
                                        size_t edge);

/* All edges into out[edges]. */
MIXMI_API mixmi_status mixmi_graph_edges(mixmi_edge *out, size_t size, const mixmi_graph *graph);

/* Separated pair `index` of mixmi_graph_info.separated. */
MIXMI_API mixmi_status mixmi_graph_separation(mixmi_separation *out, size_t size,
                                              const mixmi_graph *graph, size_t index);

/* All separated pairs into out[separated]. */
MIXMI_API mixmi_status mixmi_graph_separations(mixmi_separation *out, size_t size,
                                               const mixmi_graph *graph);

/* One sentence, or NULL past the end: on v-structures that contradict each other or what is
 * known, or on a triple that the conservative or the majority rule left ambiguous. */
MIXMI_API const char *mixmi_graph_conflict(const mixmi_graph *graph, size_t index);

/* Entry `index` of mixmi_graph_info.determined: a node whose values are a function of those of
 * node `by`, more clearly than chance would have it, such as a year beside a date. */
MIXMI_API mixmi_status mixmi_graph_determined(size_t *node, size_t *by, const mixmi_graph *graph,
                                              size_t index);

/* The graph in a format: "text" ("text-all": with every separated pair), "json", "dot",
 * "graphml", "gml", "cytoscape", "csv" (edge list), "pcalg" and "causal-learn" (matrices in their
 * coding), "tetrad". The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_graph_write(char **text, const mixmi_graph *graph, const char *format);

/* Name of format `index`, or NULL past the end. */
MIXMI_API const char *mixmi_graph_format(size_t index);

/* How a learnt graph compares with the true one. */
typedef struct mixmi_comparison {
	size_t true_edges, learnt_edges, common_edges;
	/* of the skeleton; precision is 1 where nothing was learnt */
	double precision, recall, f1;
	size_t true_arrows, learnt_arrows, common_arrows; /* directed edges of both graphs */
	double arrow_precision, arrow_recall;
	/* structural Hamming distance: pairs whose edge or its marks differ */
	size_t hamming;
	/* ends of the edges that both graphs have, and those with the same mark */
	size_t marks, common_marks;
	/* arrowheads: ends with an arrow, of edges of any kind */
	size_t true_heads, learnt_heads, common_heads;
	double head_precision, head_recall;
} mixmi_comparison;

/* Compares two graphs over nodes matched by name; both must have the same names. O(nodes^2). */
MIXMI_API mixmi_status mixmi_graph_compare(mixmi_comparison *out, size_t size,
                                           const mixmi_graph *learnt, const mixmi_graph *truth);

/* The CPDAG of a directed acyclic graph; an error if it has a cycle. O(edges nodes^2) for each
 * sweep of Meek's rules. */
MIXMI_API mixmi_status mixmi_graph_cpdag(mixmi_graph **out, const mixmi_graph *dag);

/* The PAG of a directed acyclic graph over the nodes of these names, all others being latent,
 * with the marks that `knowledge` (or NULL) adds. */
MIXMI_API mixmi_status mixmi_graph_pag(mixmi_graph **out, const mixmi_graph *dag,
                                       const char *const *names, size_t count,
                                       const mixmi_knowledge *knowledge);

/* ---------------------------------------------------------------------- columns for a target */

/* Columns that were chosen for a target, with the answer that decided about each. */
typedef struct mixmi_choice mixmi_choice;

/* The role of a column in a choice. */
typedef enum mixmi_role {
	MIXMI_DISCARDED = 0, /* `given` separates it from the target */
	MIXMI_NEIGHBOUR = 1, /* parent or child of the target: no set separates it */
	/* another cause of an effect of the target; its answer is given that effect */
	MIXMI_SPOUSE = 2,
	MIXMI_CHOSEN = 3 /* by mixmi_select() */
} mixmi_role;

/* The Markov blanket of a target: given these columns, the others carry no further information
 * about it. A local search (max-min parents and children, Tsamardinos et al. 2003, then those of
 * each neighbour) that asks far fewer questions than the graph of all. `columns` as in
 * mixmi_graph_learn(), with or without the target; max-cond -1 stands for 2. Neighbours come
 * first, then spouses, then discarded columns, each the clearest dependence first. Cancelling and
 * checkpoints as there. */
MIXMI_API mixmi_status mixmi_blanket(mixmi_choice **out, const mixmi_table *table, size_t target,
                                     const size_t *columns, size_t column_count,
                                     const mixmi_options *options);

/* Forward selection: up to k columns, each the one that tells most about the target given those
 * before it, for as long as the test finds dependence. k times as many questions as columns; from
 * the second step on at most 1000 columns are asked. */
MIXMI_API mixmi_status mixmi_select(mixmi_choice **out, const mixmi_table *table, size_t target,
                                    const size_t *columns, size_t column_count, size_t k,
                                    const mixmi_options *options);

/* Releases a choice. NULL is allowed. */
MIXMI_API void mixmi_choice_free(mixmi_choice *choice);

/* What mixmi_choice_describe() says about a choice. */
typedef struct mixmi_choice_info {
	size_t target;    /* column */
	size_t members;   /* rows that are not discarded, which come first */
	size_t discarded; /* rows after them */
	uint64_t tests, tests_reused;
	const char *test;
	double alpha;
	int32_t complete; /* 0: cancelled before the end */
	/* selection: columns at its end of which the test could not tell, and that are not in it */
	int32_t undecided;
} mixmi_choice_info;

/* A column of a choice, and the answer that decided about it. */
typedef struct mixmi_chosen {
	size_t column;
	int32_t role; /* mixmi_role */
	int32_t few_rows;
	/* of the answer that decided: the weakest that kept it, or that separated it */
	double estimate, corrected, p;
	/* selection: estimates up to this column added up, nats; else NaN */
	double total;
	const size_t *given; /* columns */
	size_t given_count, rows;
	/* mixmi_verdict, a blanket keeps MIXMI_UNDECIDED; 1: cancelled before it was decided */
	int32_t verdict, open;
	/* p was compared with it: alpha, adjusted for rows and, given nothing, for the number of
	 * columns; or NaN */
	double level;
	/* of a spouse, which structure decides and not p: the effect that it shares with the target;
	 * else SIZE_MAX */
	size_t over;
	/* 1: discarded by the false discovery rate over more than 100 columns; 0 */
	int32_t by_rate, reserved;
} mixmi_chosen;

/* Describes a choice. */
MIXMI_API void mixmi_choice_describe(mixmi_choice_info *out, size_t size,
                                     const mixmi_choice *choice);

/* Row `index` of members + discarded. */
MIXMI_API mixmi_status mixmi_choice_at(mixmi_chosen *out, size_t size, const mixmi_choice *choice,
                                       size_t index);

/* ---------------------------------------------------------------------- what a graph implies */

/* Structural intervention distance (Peters and Buehlmann 2015) of a learnt DAG or CPDAG from the
 * true DAG, nodes matched by name: ordered pairs (i, j) for which adjusting for the learnt
 * parents of i gives a wrong effect of i on j. Of a DAG both bounds are the same; of a CPDAG they
 * are the least and the largest over its members (MIXMI_ERROR_LIMIT where these are too many to
 * list). MIXMI_ERROR_DATA for other graphs; the bounds are then SIZE_MAX. O(nodes^2 (nodes +
 * edges)), of a CPDAG for each member of a connected undirected part. */
MIXMI_API mixmi_status mixmi_graph_sid(size_t *lower, size_t *upper, const mixmi_graph *learnt,
                                       const mixmi_graph *truth);

/* Does a graph fit the data? The independencies that it implies, tested, and its edges, each
 * tested given the smallest set that would separate its ends without it. The nodes are columns of
 * the table with the same names. */
typedef struct mixmi_check mixmi_check;

/* For a DAG, CPDAG, MAG or PAG (by its marks). Tests by the options, with p-values. By default a
 * node is tested against all its non-descendants together given its parents (the local Markov
 * property; at most one test per node), and of a test that rejects the single columns; of a MAG
 * or PAG, or with `all_pairs`, every pair of nodes without an edge given a smallest separating
 * set. With `permuted` above 0 the same is asked of so many graphs whose node names are permuted
 * at random, by option seed. Cost: that of the tests, times 1 + permuted. MIXMI_ERROR_DATA for a
 * graph that is none of these, a node without a column, a column of one value. */
MIXMI_API mixmi_status mixmi_graph_check(mixmi_check **out, const mixmi_table *table,
                                         const mixmi_graph *graph, bool all_pairs, size_t permuted,
                                         const mixmi_options *options);

/* Releases a check. NULL is allowed. */
MIXMI_API void mixmi_check_free(mixmi_check *check);

/* The lists of a check. */
typedef enum mixmi_check_list {
	MIXMI_CLAIMS = 0, /* independencies that the graph implies, the smallest p first */
	/* edges to add: pairs of nodes of rejected claims that depend on each other, the smallest p
	 * first */
	MIXMI_MISSING = 1,
	MIXMI_EDGES = 2 /* edges of the graph, the largest p first: those without support */
} mixmi_check_list;

/* What mixmi_check_describe() says about a check. */
typedef struct mixmi_check_info {
	const char *kind; /* "dag", "cpdag", "mag" or "pag" */
	const char *test;
	double alpha;
	/* of all claims together: twice the least of Bonferroni's p and of the harmonic mean of the
	 * p-values times e ln(claims), valid whatever the dependence between tests (Vovk and Wang
	 * 2020); NaN without claims */
	double p;
	size_t nodes, claims; /* rows of MIXMI_CLAIMS */
	size_t rejected;      /* of these, by Holm's procedure at alpha: family-wise */
	size_t rejected_fdr;  /* by that of Benjamini and Hochberg: false discovery rate */
	size_t undecided;     /* claims that no test could decide */
	size_t missing;       /* rows of MIXMI_MISSING */
	size_t edges;         /* rows of MIXMI_EDGES */
	size_t unsupported;   /* of these, p above alpha: the data do not need the edge */
	size_t permuted;      /* graphs with permuted names */
	double violations;    /* share of claims with p at most alpha */
	/* share of the permuted graphs with as few violations or fewer; NaN without any */
	double quantile;
} mixmi_check_info;

/* A row of a list: an implied independence, an edge to add, or an edge of the graph. */
typedef struct mixmi_claim {
	size_t a;        /* node */
	const size_t *b; /* other nodes: of an edge, its other end */
	size_t b_count;
	const size_t *given; /* nodes */
	size_t given_count, rows;
	double p, p_holm, p_bh; /* p_holm and p_bh: adjusted for the rows of the list */
	/* MIXMI_MISSING: I(a; b | given) in nats and its interval; else NaN */
	double estimate, lower, upper;
	int32_t verdict;  /* mixmi_verdict by p and alpha */
	int32_t rejected; /* MIXMI_CLAIMS: 1 by Holm's procedure; else as the verdict */
	/* mixmi_mark of the edge, or of one to add; MIXMI_MARK_NONE in MIXMI_CLAIMS */
	int32_t mark_a, mark_b;
} mixmi_claim;

/* Describes a check. */
MIXMI_API void mixmi_check_describe(mixmi_check_info *out, size_t size, const mixmi_check *check);

/* Row `index` of a list. */
MIXMI_API mixmi_status mixmi_check_at(mixmi_claim *out, size_t size, const mixmi_check *check,
                                      mixmi_check_list list, size_t index);

/* How can the effect of one node on another be had from data? By adjusting for a set of nodes:
 * the generalised adjustment criterion (Perkovic et al. 2018), complete for DAGs, CPDAGs, MAGs
 * and PAGs. Option latent yes takes a graph of arrows alone as a MAG. */
typedef struct mixmi_adjustment mixmi_adjustment;

/* Does adjusting for the set give the effect of x on y in every graph of the class? Nodes by
 * number. O(nodes^3). */
MIXMI_API mixmi_status mixmi_graph_adjusts(bool *out, const mixmi_graph *graph, size_t x, size_t y,
                                           const size_t *set, size_t count,
                                           const mixmi_options *options);

/* Kinds of sets of an adjustment. */
typedef enum mixmi_set_kind {
	MIXMI_SET_MINIMAL = 0, /* of which no part can be adjusted for; the smallest first */
	/* of a DAG or CPDAG: least variance (Henckel, Perkovic and Maathuis 2022); none or one */
	MIXMI_SET_OPTIMAL = 1,
	MIXMI_SET_LARGEST = 2, /* ancestors of x and y that may be adjusted for; none or one */
	/* where no set can be adjusted for, of a DAG: an instrument, then what it is one given */
	MIXMI_SET_INSTRUMENT = 3,
	/* the same: mediators that satisfy the front-door criterion; none or one */
	MIXMI_SET_FRONT_DOOR = 4,
	/* of a DAG or CPDAG: parents of x in some member; with y among them x has no effect there */
	MIXMI_SET_PARENTS = 5,
	MIXMI_SETS = 6
} mixmi_set_kind;

/* What mixmi_adjustment_describe() says about an adjustment. */
typedef struct mixmi_adjustment_info {
	const char *kind;   /* "dag", "cpdag", "mag" or "pag" */
	const char *reason; /* why no set can be adjusted for; "" where one can */
	int32_t identified; /* 1: some set of measured nodes can be adjusted for */
	/* 0: no possibly directed path leads from x to y, so x has no effect on y */
	int32_t affects;
	size_t sets[6];       /* by mixmi_set_kind */
	int32_t more;         /* 1: there are more minimal sets than were asked for */
	int32_t more_parents; /* 1: and more sets of parents */
} mixmi_adjustment_info;

/* Sets to adjust for that hold none of the `unmeasured` nodes, with at most `most` minimal ones;
 * or why there are none. A graph of another kind is MIXMI_ERROR_DATA, x or y that is no node,
 * unmeasured, or the same as the other MIXMI_ERROR_USAGE. O(nodes^3) per minimal set. */
MIXMI_API mixmi_status mixmi_graph_adjust(mixmi_adjustment **out, const mixmi_graph *graph,
                                          size_t x, size_t y, const size_t *unmeasured,
                                          size_t unmeasured_count, size_t most,
                                          const mixmi_options *options);

/* Releases an adjustment. NULL is allowed. */
MIXMI_API void mixmi_adjustment_free(mixmi_adjustment *adjustment);

/* Describes an adjustment. */
MIXMI_API void mixmi_adjustment_describe(mixmi_adjustment_info *out, size_t size,
                                         const mixmi_adjustment *adjustment);

/* Set `index` of a kind; its nodes are borrowed. */
MIXMI_API mixmi_status mixmi_adjustment_set(const size_t **nodes, size_t *count,
                                            const mixmi_adjustment *adjustment, mixmi_set_kind kind,
                                            size_t index);

/* ------------------------------------------------------------------------------------ effects */

/* What does setting a treatment X do to an outcome Y? The mean of Y, or the risk of each of its
 * labels, at values of X, standardised over an adjustment set: E[E[Y | X = x, Z]]. It is the
 * effect of X where the set satisfies the adjustment criterion (mixmi_graph_adjusts) in the true
 * graph; whether it does is not in the data. */
typedef struct mixmi_effect mixmi_effect;

/* With the columns of `set` as the adjustment set. Labels, and numbers of at most 10 values, are
 * levels: augmented inverse probability weighting, cross-fitted. Other numbers give a curve: the
 * g-formula with a regression on X, Z and the prediction of X from Z. `reference`: the label or
 * number of X that others are compared with; NULL: the first level, of a curve the median. Option
 * confidence is the level of the intervals, .95 where it is 0; option seed is that of the random
 * numbers behind the simultaneous intervals. Rows that lack a value are left out.
 * MIXMI_ERROR_DATA where rows are fewer than 30 or X or Y has one value, MIXMI_ERROR_LIMIT where X
 * has more than 50 levels or Y has more than 50 labels. O(rows functions^2 + functions^3), with up
 * to some hundred functions. */
MIXMI_API mixmi_status mixmi_effect_adjusted(mixmi_effect **out, const mixmi_table *table, size_t x,
                                             size_t y, const size_t *set, size_t count,
                                             const char *reference, const mixmi_options *options);

/* With the adjustment set of a graph whose nodes are columns of the table with the same names: the
 * optimal one, else the first minimal one. Nodes without a column are unmeasured. x and y are
 * columns. Of a CPDAG that identifies no effect, one estimate for each set of parents that x has
 * in a DAG of the class (IDA, Maathuis, Kalisch and Buehlmann 2009), at most `most`. Where nothing
 * is identified, or x has no effect by the graph, there is no set; the description says why. */
MIXMI_API mixmi_status mixmi_graph_effect(mixmi_effect **out, const mixmi_table *table,
                                          const mixmi_graph *graph, size_t x, size_t y, size_t most,
                                          const char *reference, const mixmi_options *options);

/* Releases an effect. NULL is allowed. */
MIXMI_API void mixmi_effect_free(mixmi_effect *effect);

/* What mixmi_effect_describe() says about an effect. */
typedef struct mixmi_effect_info {
	const char *kind;   /* "dag", "cpdag", "mag" or "pag"; "" without a graph */
	const char *reason; /* why no set can be adjusted for; "" where one can */
	int32_t identified; /* 1: by one set; 0: by none, or one set for each DAG of a class */
	int32_t affects;    /* 0: by the graph x has no effect on y */
	size_t x, y;        /* columns */
	int32_t curve;      /* 1: x is numeric and points are values of it; 0: points are levels */
	int32_t labels;     /* 1: outcomes are labels of y, means are risks; 0: the mean of y */
	size_t sets, outcomes, points;
	size_t reference;  /* point that differences are to */
	int32_t more_sets; /* 1: there are more sets of parents */
	int32_t reserved;
	double confidence;
} mixmi_effect_info;

/* Describes an effect. */
MIXMI_API void mixmi_effect_describe(mixmi_effect_info *out, size_t size,
                                     const mixmi_effect *effect);

/* An adjustment set and what it gives on the whole. */
typedef struct mixmi_effect_set {
	const size_t *columns;
	size_t count;
	size_t rows, dropped;
	int32_t none, reserved; /* 1: y is a parent of x here, so x has no effect on it */
	/* interventional mutual information of X and Y in nats: X as in the data, Y as it would follow
	 * if X was set; of a numeric Y in up to 6 classes of equal frequency, hence a lower bound */
	double information, information_lower, information_upper;
} mixmi_effect_set;

/* Set `index`. */
MIXMI_API mixmi_status mixmi_effect_set_at(mixmi_effect_set *out, size_t size,
                                           const mixmi_effect *effect, size_t index);

/* What a set says about an outcome. */
typedef struct mixmi_effect_outcome {
	const char *label; /* NULL: the mean of y */
	/* of a curve: its slope, least squares over the points that have support, per unit of x, and
	 * the same without adjustment; else NaN */
	double slope, slope_lower, slope_upper, crude_slope;
	/* of a test that all points have the same mean; NaN where none can be made */
	double p;
} mixmi_effect_outcome;

/* Outcome `outcome` with set `set`. */
MIXMI_API mixmi_status mixmi_effect_outcome_at(mixmi_effect_outcome *out, size_t size,
                                               const mixmi_effect *effect, size_t set,
                                               size_t outcome);

/* A value that the treatment is set to. Numbers are NaN where there is no support: fewer than half
 * of the rows could have had this value. */
typedef struct mixmi_effect_point {
	const char *label; /* of a level that is a text; NULL: a number */
	double value;      /* of x; NaN: a text */
	size_t rows;       /* that have a level; 0 in a curve */
	double crude;      /* mean or risk without adjustment */
	double mean, error, lower, upper;
	double band_lower, band_upper; /* simultaneous over the points */
	double difference, difference_error, difference_lower, difference_upper; /* to the reference */
	double support; /* share of rows whose set leaves the value possible */
	double size;    /* effective sample size of the weights */
} mixmi_effect_point;

/* Point `point` of an outcome with a set. */
MIXMI_API mixmi_status mixmi_effect_point_at(mixmi_effect_point *out, size_t size,
                                             const mixmi_effect *effect, size_t set, size_t outcome,
                                             size_t point);

#ifdef __cplusplus
}
#endif

#endif
