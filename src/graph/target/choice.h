/* Columns chosen for a target, as returned by the public functions. */
#ifndef GRAPH_CHOICE_H
#define GRAPH_CHOICE_H

#include "base/options.h"
#include "graph/model/members.h"
#include "graph/search/search.h"

/* One column: the decision, and the answer it is based on. Sets are nodes until the choice is finished. */
typedef struct graph_choice_item {
	size_t node;
	mixmi_role role;
	graph_answer answer;
	double total; /* information of this column and those before it; NaN in a blanket */
	size_t *given;
	size_t given_count;
	bool open;    /* the search was stopped before it decided */
	double level; /* significance level of the p-value; NaN: none */
	size_t over;  /* for a spouse: the neighbour that is an effect of both; otherwise SIZE_MAX */
	bool by_rate; /* discarded by the false discovery rate, and not by the level */
	double check; /* blanket: p given all members, for a member given the others; NaN: not tested */
} graph_choice_item;

struct mixmi_choice {
	size_t target; /* column */
	size_t count, capacity;
	graph_choice_item *items; /* after finishing: node is a column, and sets consist of columns */
	size_t members;           /* number of items that are not discarded; they come first */
	uint64_t tests, tests_reused;
	size_t min_rows;
	double alpha;
	bool complete;
	int32_t undecided; /* columns not selected because no test could decide */
	char test[32];
};

/* A question about columns of a table and a target among them: the start of both searches. */
typedef struct graph_aim {
	graph_members members;
	graph_search search;
	graph_rules rules;
	graph_watch watch;
	base_watch progress;
	mixmi_options options;
	size_t target; /* node */
} graph_aim;

/* Combines columns and target, the target once, and opens the stored answers. Must be ended in any case. */
mixmi_status graph_aim_begin(graph_aim *aim, const mixmi_table *table, size_t target, const size_t *columns,
                             size_t column_count, const mixmi_options *options);
/* Ends the search and returns the choice, or frees it if `status` is a failure. */
mixmi_status graph_aim_end(graph_aim *aim, mixmi_choice **out, mixmi_choice *choice, mixmi_status status);

/* Adds a column with a copy of its set. Returns false if memory runs out. */
bool graph_choice_add(mixmi_choice *choice, const graph_choice_item *item);

/* Tests two nodes, in either order. */
mixmi_status graph_aim_ask(graph_answer *out, graph_aim *aim, size_t a, size_t b, const size_t *given, size_t count,
                           graph_worker *worker);

/* Compares how clearly two answers show dependence: smaller p, then larger estimate. 0: a tie. */
int graph_clearer(const graph_answer *x, const graph_answer *y);

#endif
