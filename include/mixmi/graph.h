/* Causal graphs: background knowledge, searches, comparison, Markov blankets, selection, checks,
 * adjustment sets and effects.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_GRAPH_H
#define MIXMI_GRAPH_H

#include "mixmi/ask.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------- background knowledge */

/* Background knowledge: required and forbidden edges, directions, tiers. */
typedef struct mixmi_knowledge mixmi_knowledge;

/* Reads a knowledge file for the columns of `table`: one statement per line, '#' starts a comment.
 * Columns are written by name or number as in column lists; names with blanks, commas, '#' or
 * operators need double quotes, with inner quotes doubled.
 *     require A -> B        the edge A -> B exists; the pair is not tested
 *     require A -- B        an edge exists, in either direction
 *     forbid A -> B         the edge does not have this direction
 *     forbid A -- B         there is no edge; the pair is not tested
 *     tier 1: A, B          columns of a later tier do not cause those of an earlier one,
 *                           not even through columns without a tier
 *     tier 2 closed: C, D   the same, and no edges within this tier
 *     order: A < B, C < rest   tiers in this order; `rest`: all columns without a tier
 *     root: A, B            no other column causes these
 *     context: A, B         roots without edges between them: site, batch, experimental condition
 *     sink: C               these cause no other column
 * A colon after `require` and `forbid` changes nothing. A tier may extend over several lines. Two
 * columns are never tested given a column of a later tier than both. A pair that knowledge
 * separates without a test makes no arrow clear. Contradictory lines are an error that
 * names them; columns that the search leaves out are ignored. */
MIXMI_API mixmi_status mixmi_knowledge_read(mixmi_knowledge **out, const char *path,
                                            const mixmi_table *table);

/* Reads knowledge from a text; messages use `name` in place of the file. */
MIXMI_API mixmi_status mixmi_knowledge_parse(mixmi_knowledge **out, const char *text,
                                             const char *name, const mixmi_table *table);

/* Creates empty knowledge, to which the calls below add statements about columns by index. A
 * statement that contradicts an earlier one is an error and is not added; messages number the
 * statements from 1. */
MIXMI_API mixmi_status mixmi_knowledge_new(mixmi_knowledge **out, const mixmi_table *table);

/* Requires an edge, with this direction if `directed`. */
MIXMI_API mixmi_status mixmi_knowledge_require(mixmi_knowledge *knowledge, size_t from, size_t to,
                                               bool directed);

/* Forbids an edge, or only this direction if `directed`. */
MIXMI_API mixmi_status mixmi_knowledge_forbid(mixmi_knowledge *knowledge, size_t from, size_t to,
                                              bool directed);

/* Puts columns into a tier; `closed` forbids edges between them. */
MIXMI_API mixmi_status mixmi_knowledge_tier(mixmi_knowledge *knowledge, uint64_t tier,
                                            const size_t *columns, size_t column_count,
                                            bool closed);

/* Declares a root: no other column causes it. */
MIXMI_API mixmi_status mixmi_knowledge_root(mixmi_knowledge *knowledge, size_t column);

/* Declares a sink: it causes no other column. */
MIXMI_API mixmi_status mixmi_knowledge_sink(mixmi_knowledge *knowledge, size_t column);

/* Remark `index` for the user, such as on columns without a tier when others have one, or NULL past
 * the end. */
MIXMI_API const char *mixmi_knowledge_note(const mixmi_knowledge *knowledge, size_t index);

/* Releases knowledge. NULL is allowed. */
MIXMI_API void mixmi_knowledge_free(mixmi_knowledge *knowledge);

/* ----------------------------------------------------------------------------- causal graphs */

/* A graph over columns. A learnt graph has the test that decided each edge and each missing edge.
 */
typedef struct mixmi_graph mixmi_graph;

/* Learns a causal graph. Option search selects the algorithm: score, the default (best order score
 * search, Andrews et al. 2023, corrected by tests), or pc-stable (Colombo and Maathuis 2014); with
 * option latent, RFCI. A search over 200 columns takes about 24,000 tests. NULL for
 * `columns` takes all columns of the table; `knowledge` may be NULL. There must be at least 2
 * columns, each with at least 2 distinct values. Nodes are numbered as in `columns`; their order
 * does not change the graph.
 *
 * A pair that no test can decide is in a list of its own (mixmi_graph_undecided()). The other edges
 * are a CPDAG (with knowledge, its part that obeys it): there is a directed acyclic graph with the
 * same edges, directions and v-structures, except with preset paper and tests of the caller. If the
 * progress callback cancels, the call still succeeds with the graph found so far, and
 * mixmi_graph_info.complete is 0; with option checkpoint a later call continues from there. A
 * checkpoint is valid for the same data, test and model options and knowledge; a checkpoint of
 * another search is an error and is not overwritten. If columns carry the same information (the
 * same order of values, possibly reversed, or the same classes if one has labels), only one of them
 * is searched, and an edge "same" joins the others to it. This does not apply to preset paper and
 * to user-supplied tests.
 *
 * A table with lagged copies (mixmi_table_lag(), K lags) is searched as a series by PCMCI+ (Runge
 * 2020). Nodes are the given columns and their copies; every edge ends at the present, applies to
 * all times, and never points back in time. Conditioning sets contain the lagged parents of the
 * ends, up to 2 K steps back (of an earlier end its own past). The given columns are the first
 * nodes; the other copies follow, those with lags beyond K only if a conditioning set contains
 * them. A column that is constant within every series is never an effect of one that varies. If
 * option contemporaneous is no, only lagged edges are searched. Option latent is not supported. */
MIXMI_API mixmi_status mixmi_graph_learn(mixmi_graph **out, const mixmi_table *table,
                                         const size_t *columns, size_t column_count,
                                         const mixmi_knowledge *knowledge,
                                         const mixmi_options *options);

/* Learns the graph of subsample `number` (from 1) of option stability, for programs that
 * distribute subsamples over processes. */
MIXMI_API mixmi_status mixmi_graph_learn_subsample(mixmi_graph **out, const mixmi_table *table,
                                                   const size_t *columns, size_t column_count,
                                                   const mixmi_knowledge *knowledge,
                                                   const mixmi_options *options, size_t number);

/* Sets the frequencies of the edges of `graph` from the graphs of `count` subsamples, in order:
 * subsamples 2i - 1 and 2i are the two halves of one split. */
MIXMI_API mixmi_status mixmi_graph_set_subsamples(mixmi_graph *graph,
                                                  const mixmi_graph *const *subsamples,
                                                  size_t count);

/* The mark at an end of an edge. */
typedef enum mixmi_mark {
	MIXMI_MARK_NONE = 0,
	MIXMI_MARK_TAIL = 1,
	MIXMI_MARK_ARROW = 2,
	MIXMI_MARK_CIRCLE = 3 /* tail or arrow, undetermined */
} mixmi_mark;

/* What an arrowhead rests on. It never changes the marks: the graph is the same class of graphs. */
typedef enum mixmi_arrow {
	MIXMI_ARROW_NONE = 0, /* no arrowhead, or one of a graph that was not learnt */
	/* preferred by the score or the tests; written "-?>", and as a circle with latent variables */
	MIXMI_ARROW_POSSIBLE = 1,
	/* part of a v-structure A -> C <- B with p(A, B) >= 0.01 and p(A, B given C) <= p(A, B) / 100,
	 * with mark_probability of 0.8 or more, and at a column whose name does not suggest a root
	 * (mixmi_graph_suggested_root()) */
	MIXMI_ARROW_CLEAR = 2,
	MIXMI_ARROW_KNOWLEDGE = 3 /* background knowledge gives or implies it */
} mixmi_arrow;

/* Creates a graph of nodes with these names, which are copied, and no edges. */
MIXMI_API mixmi_status mixmi_graph_new(mixmi_graph **out, const char *const *names, size_t count);

/* Sets the edge between two nodes by the marks at its two ends (a -> b has a tail at a and an
 * arrow at b); no mark at both ends removes it. O(edges). No other thread may use the graph during
 * the call. */
MIXMI_API mixmi_status mixmi_graph_join(mixmi_graph *graph, size_t a, size_t b, mixmi_mark mark_a,
                                        mixmi_mark mark_b);

/* Sets what the arrowheads of an edge rest on; ends without an arrowhead keep MIXMI_ARROW_NONE. */
MIXMI_API mixmi_status mixmi_graph_set_arrows(mixmi_graph *graph, size_t a, size_t b,
                                              mixmi_arrow at_a, mixmi_arrow at_b);

/* Reads a graph in any format of mixmi_graph_write() except "text"; the format is detected from the
 * content. Hand-written files may have lines "A -> B" or "A -- B" (names with other characters need
 * double quotes; a name alone declares a node), or be delimited text with columns from, to and
 * optionally type (directed or ->, undirected or --; an empty `to` declares a node, and lines need
 * at least one edge, because other texts have lines too). JSON restores everything, other formats
 * only nodes and edges. The message for a malformed file says where the error is. At most 10,000
 * nodes; "-" is standard input. */
MIXMI_API mixmi_status mixmi_graph_read(mixmi_graph **out, const char *path);

/* Reads a graph from a text of `length` bytes, as mixmi_graph_read() does from a file. */
MIXMI_API mixmi_status mixmi_graph_parse(mixmi_graph **out, const char *text, size_t length);

/* Releases a graph. NULL is allowed. */
MIXMI_API void mixmi_graph_free(mixmi_graph *graph);

/* Description of a graph. */
typedef struct mixmi_graph_info {
	size_t nodes, edges;
	size_t separated; /* pairs with a separating set */
	/* contradictions between directions, see mixmi_graph_conflict() */
	size_t conflicts;
	uint64_t tests;        /* number of different tests */
	uint64_t tests_reused; /* of these, taken from the checkpoint */
	size_t levels;         /* largest conditioning set that was tried, plus 1 */
	size_t subsamples;     /* number of subsamples behind the frequencies; each has half the rows */
	const char *test;      /* name of the test; "" in a graph that was not learnt */
	double alpha;
	int32_t complete, reserved; /* 0: cancelled before the end */
	/* "cpdag", "pag" (with latent variables) or "skeleton" (cancelled: no directions) */
	const char *kind;
	/* option search, "rfci" or "pcmci+" (series); "" in a graph that was not learnt */
	const char *search;
	/* bound on the expected number of false edges with frequency 0.9 or more; NaN without
	 * subsamples */
	double false_edges;
	/* options shard and gather: the round that this shard was part of, or that is needed next; else
	 * 0 */
	size_t round;
	size_t open;       /* option gather: pairs or subsamples that this round has to test */
	const char *stage; /* stage of the search in this round, such as "level 2"; or "" */
	/* columns that are functions of others, see mixmi_graph_determined() */
	size_t determined;
	size_t possible;            /* edges with an arrowhead that is only possible, see mixmi_arrow */
	double direction_threshold; /* option direction-threshold; NaN in a graph that was not learnt */
	size_t lags;                /* series: largest lag of an edge; else 0 */
	size_t undecided;           /* pairs of mixmi_graph_undecided() */
	size_t suggested_roots;     /* columns of mixmi_graph_suggested_root() */
	size_t totals;              /* sums of mixmi_graph_total() */
} mixmi_graph_info;

/* Describes a graph. */
MIXMI_API void mixmi_graph_describe(mixmi_graph_info *out, size_t size, const mixmi_graph *graph);

/* Name and type of a node; NULL and MIXMI_NUMERIC past the end. `type` may be NULL. */
MIXMI_API const char *mixmi_graph_node(const mixmi_graph *graph, size_t node, mixmi_type *type);

/* Returns the lag of a node of a series (2 for x@2), and sets *now, unless NULL, to the node of the
 * same column without a lag. In other graphs: 0 and the node itself. */
MIXMI_API size_t mixmi_graph_lag(size_t *now, const mixmi_graph *graph, size_t node);

/* Summarises the graph of a series: one node per column, and one edge per pair of columns for all
 * lags, with the numbers of the strongest one. An edge with arrows at both ends means that each
 * column acts on the other. The formats "text", "json" and "dot" and pictures show the lags. */
MIXMI_API mixmi_status mixmi_graph_summary(mixmi_graph **out, const mixmi_graph *graph);

/* An edge, and the test that kept it. */
typedef struct mixmi_edge {
	/* nodes; in ascending order if the edge has no direction */
	size_t from, to;
	int32_t mark_from, mark_to; /* mixmi_mark at either end */
	int32_t directed;           /* 1: from -> to, a tail and an arrow */
	int32_t required;           /* 1: by background knowledge, without a test */
	/* from the weakest test that kept the edge: largest p, or smallest `corrected` without p */
	double estimate, corrected, p;
	const size_t *given;      /* its conditioning set: nodes */
	size_t given_count, rows; /* rows of this test */
	/* share of splits in which both halves have this edge; NaN without subsamples */
	double frequency;
	double frequency_forward, frequency_backward; /* the same for from -> to and to -> from */
	int32_t few_rows;                             /* 1: fewer than option min-rows */
	/* 2: kept by the score although p > alpha; 1: marked as doubtful in the file it was read from
	 */
	int32_t doubtful;
	double sign, sign_error; /* as in mixmi_profile, given `given` */
	/* mixmi_shape of one end as a function of the other, node `shape_along`; `where` as in
	 * mixmi_profile */
	int32_t shape;
	/* 1: of mixmi_graph_undecided(): every test was undecided, ignore the estimate */
	int32_t undecided;
	size_t shape_along;
	double where;
	/* 1: both ends carry the same information, such as copies or recodings of each other. Nothing
	 * was tested, the direction is undetermined, and only one of the two has further edges */
	int32_t same;
	/* 1: from a part of a sum to its total, see mixmi_graph_total(); nothing was tested */
	int32_t of_sum;
	/* of an arrowhead: the share of arrowheads of its kind that were right on real tables with
	 * known answers (experiments/DIRECTIONS.md), 1 by background knowledge; the smaller one if
	 * there are two; NaN without an arrowhead or its kind */
	double certainty;
	/* mixmi_arrow of the arrowhead at `to` and, if there are two, at `from` */
	int32_t kind, kind_from;
	double strength; /* Linfoot's sqrt(1 - exp(-2 estimate)); 1 for `same` */
	/* share of node `to` that the edge explains beyond `given`: the estimate divided by the entropy
	 * of `to` if it has labels, else 1 - exp(-2 estimate), the share of the remaining variance for
	 * Gaussian columns */
	double share;
	/* estimated probability that the mark at this end is right, that is that the true CPDAG or PAG
	 * has the edge with the same mark here: an arrow at `to`, also a possible one, or a tail. 1 if
	 * background knowledge determines it; NaN with v-rule standard and, with latent variables, for
	 * all marks but the arrows that the score has too. It assumes that there are no unmeasured
	 * common causes, and is too high on tables of people (experiments/DIRECTIONS.md) */
	double probability_from, probability_to;
	double mark_probability; /* the smaller of the two; NaN if both are */
	/* the rest of the answer that `estimate` and `p` are of, given `given`: the interval of level
	 * 1 - alpha of the graph, NaN if the test has none, and its mixmi_verdict. An edge that the
	 * score keeps can be "not detected" (`doubtful` is 2) */
	double lower, upper;
	int32_t verdict;
	int32_t size_kind; /* as in mixmi_profile, with the node `size_of` as the response */
	size_t size_of;
	double size, size_lower, size_upper, size_per;
} mixmi_edge;

/* A pair without an edge, and the test that separated it. */
typedef struct mixmi_separation {
	size_t a, b;         /* nodes, in ascending order */
	const size_t *given; /* the set that separated them */
	size_t given_count;
	/* `estimate` is NaN if the test decided without computing it */
	double estimate, p;
	size_t rows;
	double frequency;  /* share of splits in which both halves have an edge here; or NaN */
	int32_t forbidden; /* 1: by background knowledge, without a test */
	int32_t few_rows;
	double upper;               /* as in mixmi_answer; NaN if the test has none */
	int32_t doubtful, reserved; /* 1: p <= 0.05, or `upper` > 0.1 */
} mixmi_separation;

/* One edge; there are mixmi_graph_info.edges. */
MIXMI_API mixmi_status mixmi_graph_edge(mixmi_edge *out, size_t size, const mixmi_graph *graph,
                                        size_t edge);

/* All edges into out[edges]. */
MIXMI_API mixmi_status mixmi_graph_edges(mixmi_edge *out, size_t size, const mixmi_graph *graph);

/* One of mixmi_graph_info.undecided: a pair that no test could decide, for example because the set
 * determines one of the two. It is no edge of the graph, directs nothing and has no marks. */
MIXMI_API mixmi_status mixmi_graph_undecided(mixmi_edge *out, size_t size, const mixmi_graph *graph,
                                             size_t index);

/* One separated pair; there are mixmi_graph_info.separated. */
MIXMI_API mixmi_status mixmi_graph_separation(mixmi_separation *out, size_t size,
                                              const mixmi_graph *graph, size_t index);

/* All separated pairs into out[separated]. */
MIXMI_API mixmi_status mixmi_graph_separations(mixmi_separation *out, size_t size,
                                               const mixmi_graph *graph);

/* Conflict `index` as one sentence, or NULL past the end: v-structures that contradict each other
 * or the background knowledge, or a triple that the conservative or majority rule left ambiguous.
 */
MIXMI_API const char *mixmi_graph_conflict(const mixmi_graph *graph, size_t index);

/* One of mixmi_graph_info.determined: a node whose values are a function of those of node `by`,
 * such as the year of a date. Functions that could arise by chance are not listed. */
MIXMI_API mixmi_status mixmi_graph_determined(size_t *node, size_t *by, const mixmi_graph *graph,
                                              size_t index);

/* A column that is nearly exactly a sum of others, in their own units: constant (0 if negligible) +
 * the sum of coefficients times parts; or a product, if the same is true of the logarithms of all
 * columns. The arrays are borrowed. */
typedef struct mixmi_total {
	size_t total;
	const size_t *parts; /* nodes */
	const double *coefficients;
	size_t count;
	double constant;
	int32_t logarithms;
} mixmi_total;

/* One of mixmi_graph_info.totals. The total is left out of the search, because given some of the
 * others nothing can be tested about the rest; possible arrows join its parts to it. */
MIXMI_API mixmi_status mixmi_graph_total(mixmi_total *out, size_t size, const mixmi_graph *graph,
                                         size_t index);

/* One of mixmi_graph_info.suggested_roots: a node that probably no other column can cause, and by
 * which background knowledge (mixmi_knowledge_root()) would direct edges. *why, unless NULL, is
 * "name" (such as age, sex, a randomised arm), "dates" or "years" (its values). It is never applied
 * unasked. */
MIXMI_API mixmi_status mixmi_graph_suggested_root(size_t *node, const char **why,
                                                  const mixmi_graph *graph, size_t index);

/* Writes a graph in a format: "text" ("text-all": with every separated pair), "json", "dot",
 * "graphml", "csv" (edge list), "lines" (A -> B). Lagged nodes without an edge are in text and JSON
 * only. The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_graph_write(char **text, const mixmi_graph *graph, const char *format);

/* Name of format `index`, or NULL past the end. */
MIXMI_API const char *mixmi_graph_format(size_t index);

/* Comparison of a learnt graph with the true one. */
typedef struct mixmi_comparison {
	size_t true_edges, learnt_edges, common_edges;
	/* of the skeleton; precision is 1 if the learnt graph has no edges */
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

/* The PAG of a directed acyclic graph over the named nodes; all other nodes are latent. `knowledge`
 * adds marks, and may be NULL. */
MIXMI_API mixmi_status mixmi_graph_pag(mixmi_graph **out, const mixmi_graph *dag,
                                       const char *const *names, size_t count,
                                       const mixmi_knowledge *knowledge);

/* ---------------------------------------------------------------------- columns for a target */

/* Columns selected for a target, with the test that decided about each. */
typedef struct mixmi_choice mixmi_choice;

/* The role of a column. */
typedef enum mixmi_role {
	MIXMI_DISCARDED = 0, /* `given` separates it from the target */
	MIXMI_NEIGHBOUR = 1, /* parent or child of the target: no set separates it */
	/* another cause of an effect of the target; its test conditions on that effect */
	MIXMI_SPOUSE = 2,
	MIXMI_CHOSEN = 3 /* by mixmi_select() */
} mixmi_role;

/* Finds the Markov blanket of a target: given its columns, the others carry no further information
 * about the target. The local search (max-min parents and children, Tsamardinos et al. 2003, then
 * those of each neighbour) needs far fewer tests than a graph of all columns. `columns`, cancelling
 * and checkpoints are as in mixmi_graph_learn(); the target may be among the columns. Option
 * max-cond -1 means 2 here. At the end every discarded column is tested given all members, and
 * joins them if it is dependent, and every member is tested given the others (mixmi_chosen.check).
 * The result lists neighbours, then spouses, then discarded columns, each in descending order of
 * dependence. */
MIXMI_API mixmi_status mixmi_blanket(mixmi_choice **out, const mixmi_table *table, size_t target,
                                     const size_t *columns, size_t column_count,
                                     const mixmi_options *options);

/* Forward selection of up to k columns. Each step adds the column with the most information about
 * the target given those selected before, and the selection ends when the test finds no further
 * dependence at a level for the number of columns left, as in mixmi_blanket(). Each step estimates
 * every column, from the second step on at most 1000. */
MIXMI_API mixmi_status mixmi_select(mixmi_choice **out, const mixmi_table *table, size_t target,
                                    const size_t *columns, size_t column_count, size_t k,
                                    const mixmi_options *options);

/* Releases a choice. NULL is allowed. */
MIXMI_API void mixmi_choice_free(mixmi_choice *choice);

/* Description of a choice. */
typedef struct mixmi_choice_info {
	size_t target;    /* column */
	size_t members;   /* number of selected columns, which come first */
	size_t discarded; /* number of discarded columns, which follow */
	uint64_t tests, tests_reused;
	const char *test;
	double alpha;
	int32_t complete; /* 0: cancelled before the end */
	/* selection: columns left out at the end because their test was undecided */
	int32_t undecided;
} mixmi_choice_info;

/* A column of a choice, and the test that decided about it. */
typedef struct mixmi_chosen {
	size_t column;
	int32_t role; /* mixmi_role */
	int32_t few_rows;
	/* from the test that decided: the weakest that kept it, or the one that separated it */
	double estimate, corrected, p;
	/* selection: sum of the estimates up to this column, in nats; else NaN */
	double total;
	const size_t *given; /* columns */
	size_t given_count, rows;
	/* mixmi_verdict (a blanket keeps undecided columns); open: 1 if cancelled before a decision */
	int32_t verdict, open;
	/* the level that p was compared with: alpha, adjusted for the number of rows and, for tests
	 * without a conditioning set, for the number of columns; or NaN */
	double level;
	/* spouse: the effect that it shares with the target, which decides instead of p; else
	 * SIZE_MAX */
	size_t over;
	/* 1: discarded by control of the false discovery rate, used with more than 100 columns */
	int32_t by_rate, reserved;
	/* blanket: p-value given all members together, for a member given the others; NaN: not tested
	 */
	double check;
} mixmi_chosen;

/* Describes a choice. */
MIXMI_API void mixmi_choice_describe(mixmi_choice_info *out, size_t size,
                                     const mixmi_choice *choice);

/* Column `index` of a choice, of members + discarded. */
MIXMI_API mixmi_status mixmi_choice_at(mixmi_chosen *out, size_t size, const mixmi_choice *choice,
                                       size_t index);

/* ---------------------------------------------------------------------- what a graph implies */

/* Structural intervention distance (Peters and Buehlmann 2015) of a learnt DAG or CPDAG from the
 * true DAG: the number of ordered pairs (i, j) for which adjusting for the learnt parents of i
 * gives a wrong effect of i on j. Nodes are matched by name. For a DAG both bounds are equal; for
 * a CPDAG they are the smallest and the largest distance over its DAGs (MIXMI_ERROR_LIMIT if these
 * are too many to list). Other graphs are MIXMI_ERROR_DATA, and the bounds are SIZE_MAX. O(nodes^2
 * (nodes + edges)); for a CPDAG, this is multiplied by the DAGs of each undirected component. */
MIXMI_API mixmi_status mixmi_graph_sid(size_t *lower, size_t *upper, const mixmi_graph *learnt,
                                       const mixmi_graph *truth);

/* A check of a graph against data: tests of the independencies that the graph implies, and of each
 * edge given the smallest set that would separate its ends without the edge. Nodes are columns of
 * the table with the same names. */
typedef struct mixmi_check mixmi_check;

/* Checks a DAG, CPDAG, MAG or PAG (recognised by its marks) with the test of the options, which
 * must give p-values. By default each node is tested against all its non-descendants together
 * given its parents (the local Markov property); if a test rejects, the single columns are tested
 * too. For a MAG or PAG, or with `all_pairs`, every pair of nodes without an edge is tested given
 * a smallest separating set. With `permuted` > 0 the check is repeated for this number of graphs
 * with randomly permuted node names (option seed). Cost: that of the tests, times 1 + permuted.
 * MIXMI_ERROR_DATA if the graph is of no such kind, a node has no column, or a column is constant.
 */
MIXMI_API mixmi_status mixmi_graph_check(mixmi_check **out, const mixmi_table *table,
                                         const mixmi_graph *graph, bool all_pairs, size_t permuted,
                                         const mixmi_options *options);

/* Releases a check. NULL is allowed. */
MIXMI_API void mixmi_check_free(mixmi_check *check);

/* The lists of a check. */
typedef enum mixmi_check_list {
	MIXMI_CLAIMS = 0, /* independencies that the graph implies, the smallest p first */
	/* edges to add: dependent pairs of nodes from rejected claims, the smallest p first */
	MIXMI_MISSING = 1,
	MIXMI_EDGES = 2 /* edges of the graph, the largest p (least support) first */
} mixmi_check_list;

/* Description of a check. */
typedef struct mixmi_check_info {
	const char *kind; /* "dag", "cpdag", "mag" or "pag" */
	const char *test;
	double alpha;
	/* p-value of all claims together: twice the smaller of Bonferroni's p and e ln(claims) times
	 * the harmonic mean of the p-values, which is valid for any dependence between tests (Vovk and
	 * Wang 2020); NaN without claims */
	double p;
	size_t nodes, claims; /* rows of MIXMI_CLAIMS */
	size_t rejected;     /* rejected claims by Holm's procedure at alpha (family-wise error rate) */
	size_t rejected_fdr; /* the same by Benjamini and Hochberg (false discovery rate) */
	size_t undecided;    /* claims whose test was undecided */
	size_t missing;      /* rows of MIXMI_MISSING */
	size_t edges;        /* rows of MIXMI_EDGES */
	size_t unsupported;  /* of these, with p > alpha: the data do not support the edge */
	size_t permuted;     /* graphs with permuted names; 0 without claims */
	double violations;   /* share of claims with p at most alpha */
	/* share of the permuted graphs with at most as many violations; NaN without any */
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

/* Sets of nodes to adjust for when estimating the effect of one node on another, by the generalised
 * adjustment criterion (Perkovic et al. 2018), which is complete for DAGs, CPDAGs, MAGs and PAGs.
 * With option latent, a graph of arrows alone is a MAG. */
typedef struct mixmi_adjustment mixmi_adjustment;

/* Sets *out to true if adjusting for the set of nodes gives the effect of x on y in every graph of
 * the class; else mixmi_error_message() says why it does not. O(nodes^3). */
MIXMI_API mixmi_status mixmi_graph_adjusts(bool *out, const mixmi_graph *graph, size_t x, size_t y,
                                           const size_t *set, size_t count,
                                           const mixmi_options *options);

/* Kinds of sets. */
typedef enum mixmi_set_kind {
	MIXMI_SET_MINIMAL = 0, /* no proper subset can be adjusted for; the smallest first */
	/* DAG or CPDAG: smallest variance (Henckel, Perkovic and Maathuis 2022); at most one */
	MIXMI_SET_OPTIMAL = 1,
	MIXMI_SET_LARGEST = 2, /* all ancestors of x and y that may be adjusted for; at most one */
	/* DAG without an adjustment set: an instrument, followed by its conditioning set */
	MIXMI_SET_INSTRUMENT = 3,
	/* DAG without an adjustment set: mediators for the front-door criterion; at most one */
	MIXMI_SET_FRONT_DOOR = 4,
	/* DAG or CPDAG: parents of x in a DAG of the class; if y is one of them, x has no effect */
	MIXMI_SET_PARENTS = 5,
	MIXMI_SETS = 6 /* number of kinds */
} mixmi_set_kind;

/* Description of an adjustment. */
typedef struct mixmi_adjustment_info {
	const char *kind;   /* "dag", "cpdag", "mag" or "pag" */
	const char *reason; /* why no set can be adjusted for; "" if there is one */
	int32_t identified; /* 1: there is an adjustment set of measured nodes */
	/* 0: no possibly directed path leads from x to y, so x has no effect on y */
	int32_t affects;
	size_t sets[6];       /* number of sets of each mixmi_set_kind */
	int32_t more;         /* 1: there are more minimal sets than were asked for */
	int32_t more_parents; /* 1: the same for sets of parents */
	/* number of possible arrows (mixmi_arrow) that the answer rests on, and the first of them, as
	 * "a -?> b, c -?> d and 2 more"; "" if there are none */
	size_t possible;
	const char *rests_on;
} mixmi_adjustment_info;

/* Finds adjustment sets without the `unmeasured` nodes, at most `most` of them minimal, or the
 * reason why there are none. MIXMI_ERROR_DATA for a graph of another kind; MIXMI_ERROR_USAGE if x
 * or y is not a node, is unmeasured, or both are the same. O(nodes^3) per minimal set. */
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

/* The effect of setting a treatment X on an outcome Y: the mean of Y, or the risk of each of its
 * labels, at values of X, standardised over an adjustment set Z: E[E[Y | X = x, Z]]. This is the
 * causal effect if the set satisfies the adjustment criterion (mixmi_graph_adjusts) in the true
 * graph, which the data alone cannot show. */
typedef struct mixmi_effect mixmi_effect;

/* Whom means are about. The three others weight the rows, and are for levels only. */
typedef enum mixmi_population {
	MIXMI_POPULATION_ALL = 0,
	MIXMI_POPULATION_TREATED = 1,   /* rows that are not at the reference level */
	MIXMI_POPULATION_UNTREATED = 2, /* rows at the reference level */
	/* rows that could have had any level: weights 1 / (sum over levels of 1 / probability), by Li
	 * and Li (2019). Where levels lack support, the population that the data are about */
	MIXMI_POPULATION_OVERLAP = 3
} mixmi_population;

/* Estimates the effect of x on y with the columns of `set` as the adjustment set. If X has labels
 * or two distinct numbers, these are its levels, and the method is cross-fitted augmented inverse
 * probability weighting. For other numbers the result is a curve by the g-formula, with a
 * regression on X, Z and the prediction of X from Z; at most 10 of them are doses, each a point.
 * `reference` is the value of X that others are compared with; NULL means the first level, the
 * most frequent dose, or the median. Option confidence is the level of the intervals (0.95 if it
 * is 0); the simultaneous intervals use random numbers from option seed. Rows without X or a
 * column of the set are left out; rows without Y take part by weighting. Rows of one cluster stay
 * together in cross-fitting, and standard errors allow for their dependence. If Y is a censored
 * time, its outcomes are the mean up to option horizon and the risk by it, from pseudo-
 * observations within levels: censoring may depend on X. MIXMI_ERROR_DATA if there are fewer than
 * 30 rows or X or Y is constant, MIXMI_ERROR_LIMIT if X has more than 50 levels or Y more than 50
 * labels. O(rows functions^2 + functions^3), with up to some hundred functions. */
MIXMI_API mixmi_status mixmi_effect_adjusted(mixmi_effect **out, const mixmi_table *table, size_t x,
                                             size_t y, const size_t *set, size_t count,
                                             const char *reference, const mixmi_options *options);

/* Estimates the effect of column x on column y with the adjustment set of a graph whose nodes are
 * columns of the table with the same names: the optimal set or, if there is none, the first minimal
 * one. Nodes without a column are unmeasured. If a CPDAG does not identify the effect, there is one
 * estimate for each possible set of parents of x (IDA, Maathuis, Kalisch and Buehlmann 2009), at
 * most `most`. If nothing is identified or the graph implies that x has no effect, there is no set,
 * and the description says why. */
MIXMI_API mixmi_status mixmi_graph_effect(mixmi_effect **out, const mixmi_table *table,
                                          const mixmi_graph *graph, size_t x, size_t y, size_t most,
                                          const char *reference, const mixmi_options *options);

/* Releases an effect. NULL is allowed. */
MIXMI_API void mixmi_effect_free(mixmi_effect *effect);

/* Description of an effect. */
typedef struct mixmi_effect_info {
	const char *kind; /* "dag", "cpdag", "mag" or "pag"; "" without a graph */
	/* why no set can be adjusted for, with the first instrument and the front-door set if there are
	 * any; "" if there is an adjustment set */
	const char *reason;
	int32_t identified; /* 1: by one set; 0: not, or by a different set for each DAG of a CPDAG */
	int32_t affects;    /* 0: the graph implies that x has no effect on y */
	size_t x, y;        /* columns */
	int32_t curve;      /* 1: x is numeric and points are values of it; 0: points are levels */
	int32_t labels;     /* 1: outcomes are labels of y, means are risks; 0: the mean of y */
	size_t sets, outcomes, points;
	size_t reference;  /* point that others are compared with */
	int32_t more_sets; /* 1: there are more sets of parents */
	int32_t reserved;
	double confidence;
	size_t possible; /* these two as in mixmi_adjustment_info */
	const char *rests_on;
	mixmi_population population;
	int32_t randomised; /* 1: nothing was adjusted for to remove confounding */
	/* censored times: outcome 0 is the mean time up to this, outcome 1 the risk by it; else NaN */
	double horizon;
} mixmi_effect_info;

/* Describes an effect. */
MIXMI_API void mixmi_effect_describe(mixmi_effect_info *out, size_t size,
                                     const mixmi_effect *effect);

/* An adjustment set and its summary. */
typedef struct mixmi_effect_set {
	const size_t *columns;
	size_t count;
	size_t rows, dropped;
	int32_t none, reserved; /* 1: y is a parent of x here, so x has no effect on it */
	/* interventional mutual information of X and Y in nats, with X distributed as in the data and
	 * Y as if X were set; a numeric Y is cut into up to 6 classes of equal frequency, which makes
	 * it a lower bound. NaN if fewer than two values of X have a mean */
	double information, information_lower, information_upper;
	size_t unobserved; /* rows among these without an outcome, which take part by weighting */
	size_t groups; /* of rows that depend on each other: clusters, or blocks of a series; 0: none */
	/* why nothing can be said, such as a column that distinguishes nearly all rows: all means are
	 * NaN; "" otherwise */
	const char *undecided;
} mixmi_effect_set;

/* Set `index`. */
MIXMI_API mixmi_status mixmi_effect_set_at(mixmi_effect_set *out, size_t size,
                                           const mixmi_effect *effect, size_t index);

/* An outcome under one adjustment set. */
typedef struct mixmi_effect_outcome {
	const char *label; /* NULL: the mean of y */
	/* curve: slope per unit of x by least squares over the points with support, and the same
	 * without adjustment; else NaN */
	double slope, slope_lower, slope_upper, crude_slope;
	/* p-value of the test that all points have the same mean; NaN if it cannot be computed */
	double p;
} mixmi_effect_outcome;

/* Outcome `outcome` with set `set`. */
MIXMI_API mixmi_status mixmi_effect_outcome_at(mixmi_effect_outcome *out, size_t size,
                                               const mixmi_effect *effect, size_t set,
                                               size_t outcome);

/* A value of the treatment. Numbers are NaN without support, that is if fewer than half of the rows
 * could have had this value. */
typedef struct mixmi_effect_point {
	const char *label; /* level of x if it has labels; else NULL */
	double value;      /* value of x; NaN if it has labels */
	size_t rows;       /* rows with this level; 0 in a curve */
	double crude;      /* mean or risk without adjustment */
	double mean, error, lower, upper;
	double band_lower, band_upper; /* simultaneous over the points */
	double difference, difference_error, difference_lower, difference_upper; /* to the reference */
	double support; /* share of rows whose adjustment set makes the value possible */
	double size;    /* effective sample size of the weights */
	/* where the other rows are, such as "age from 60 on"; "" if they are less than 5% */
	const char *lacking;
	/* the difference in the population where all levels are likely; NaN: a curve */
	double overlap_difference, overlap_difference_lower, overlap_difference_upper;
	/* The share of the residual variance of both treatment and outcome that an unmeasured cause
	 * would have to explain to bring the difference to 0, or its interval to 0 (Cinelli and Hazlett
	 * 2020; Chernozhukov et al. 2022); what the strongest column that is adjusted for is worth in
	 * this measure, and its name ("" if there is none). */
	double robustness, robustness_interval, strongest;
	const char *strongest_name;
	/* risks: the risk ratio that such a cause would need with both, and the same for the end of the
	 * interval (VanderWeele and Ding 2017); else NaN */
	double e_value, e_value_interval;
} mixmi_effect_point;

/* Point `point` of outcome `outcome` with set `set`. */
MIXMI_API mixmi_status mixmi_effect_point_at(mixmi_effect_point *out, size_t size,
                                             const mixmi_effect *effect, size_t set, size_t outcome,
                                             size_t point);

#ifdef __cplusplus
}
#endif

#endif
