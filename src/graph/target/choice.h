/* Columns chosen for a target, as the public calls hand them out. */
#ifndef GRAPH_CHOICE_H
#define GRAPH_CHOICE_H

#include "base/options.h"
#include "graph/core/members.h"
#include "graph/search/search.h"

/* Room for one column: what was decided, and by which answer. Sets are nodes until the choice is finished. */
typedef struct graph_choice_item {
	size_t node;
	mixmi_role role;
	graph_answer answer;
	double total; /* information of this column and those before it; NaN in a blanket */
	size_t *given;
	size_t given_count;
	bool open;    /* the search was stopped before it had decided */
	double level; /* that the p-value was compared with; NaN: none */
	size_t over;  /* of a spouse: the neighbour that is an effect of both; else SIZE_MAX */
	bool by_rate; /* discarded by the false discovery rate, and not by the level */
} graph_choice_item;

struct mixmi_choice {
	size_t target; /* column */
	size_t count, capacity;
	graph_choice_item *items; /* after finishing: node is a column, and so are the sets */
	size_t members;           /* items that are not discarded, which come first */
	uint64_t tests, tests_reused;
	size_t min_rows;
	double alpha;
	bool complete;
	int32_t undecided; /* columns that selection left because no test could tell */
	char test[32];
};

/* A question about columns of a table and a target among them: what both searches start with. */
typedef struct graph_aim {
	graph_members members;
	graph_search search;
	graph_rules rules;
	graph_watch watch;
	base_watch progress;
	mixmi_options options;
	size_t target; /* node */
} graph_aim;

/* Puts columns and target together, the target once, and opens what is remembered. To be ended in any case. */
mixmi_status graph_aim_begin(graph_aim *aim, const mixmi_table *table, size_t target, const size_t *columns,
                             size_t column_count, const mixmi_options *options);
/* Ends it and hands the choice over, unless `status` is a failure; then the choice is released. */
mixmi_status graph_aim_end(graph_aim *aim, mixmi_choice **out, mixmi_choice *choice, mixmi_status status);

/* Adds a column with a copy of its set. False: out of memory. */
bool graph_choice_add(mixmi_choice *choice, const graph_choice_item *item);

/* Asks about two nodes in either order. */
mixmi_status graph_aim_ask(graph_answer *out, graph_aim *aim, size_t a, size_t b, const size_t *given, size_t count,
                           graph_worker *worker);

/* Does the first answer show dependence more clearly: smaller p, then larger estimate? 0: they tie. */
int graph_clearer(const graph_answer *x, const graph_answer *y);

#endif
