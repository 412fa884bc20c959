/* Dynamic programming over the candidate bins of one column. The value of a bin from candidate s to e is
 *
 *     sum over joint cells c log2 c  -  sum over given cells ( c log2 c + log2 R(c, K) ),
 *
 * where c is the number of rows of the cell with values in the bin; terms that do not depend on the cuts are omitted.
 * For each e, s decreases from e, and each step updates only the cells of the rows in candidate s.
 *
 * When the R package traces back through its table, it loses the earlier cuts in rare cases (it checks whether the
 * candidates up to one after a cut are best undivided, instead of those up to the cut). Here all cuts are kept, as the
 * method requires: of 170 small random problems 2 differ for that reason, and the others agree to 1e-7. */
#include "peers/miic/cut.h"

#include <string.h>

static const double least_gain = 1e-5 / MIIC_LN2; /* bits, for 1e-5 nats */

typedef struct entry {
	uint32_t cell;
	uint32_t count;
} entry;

/* Occupied pairs of candidate bin and cell, and running counts of the cells. */
typedef struct ledger {
	entry *entries;
	size_t *first; /* [groups + 1] */
	uint32_t *cells;
} ledger;

typedef struct workspace {
	ledger joint, given;
	double *value;   /* [groups] of the bins with the same end, by their start */
	double *best;    /* [groups + 1] value of the best division of all earlier candidates */
	uint32_t *start; /* [groups + 1] start of its last bin */
	uint32_t *ends;  /* [groups] */
} workspace;

static bool ledger_init(ledger *l, const miic_sample *sample, const miic_column *column, const miic_cells *cells)
{
	l->entries = mixmi_allocate(sample->items, sizeof *l->entries);
	l->first = mixmi_allocate(column->groups + 1, sizeof *l->first);
	l->cells = mixmi_allocate_zero(cells->count, sizeof *l->cells);
	return l->entries != NULL && l->first != NULL && l->cells != NULL;
}

static void ledger_clear(ledger *l)
{
	mixmi_free(l->entries);
	mixmi_free(l->first);
	mixmi_free(l->cells);
}

/* Fills in the entries, candidate by candidate. */
static void collect(ledger *l, const miic_sample *sample, const miic_column *column, const miic_cells *cells)
{
	size_t kept = 0, next = 0;
	for (size_t group = 0; group < column->groups; group++) {
		size_t end_level = (group + 1) * column->coarse;
		l->first[group] = kept;
		for (; next < sample->items && column->codes[column->order[next]] < end_level; next++) {
			uint32_t item = column->order[next], cell = cells->ids[item];
			if (l->cells[cell] == 0)
				l->entries[kept++].cell = cell;
			l->cells[cell] += sample->counts[item];
		}
		for (size_t i = l->first[group]; i < kept; i++) {
			l->entries[i].count = l->cells[l->entries[i].cell];
			l->cells[l->entries[i].cell] = 0;
		}
	}
	l->first[column->groups] = kept;
}

static double extend_joint(ledger *l, size_t group, const miic_cost *cost)
{
	double change = 0;
	for (size_t i = l->first[group]; i < l->first[group + 1]; i++) {
		uint32_t *count = &l->cells[l->entries[i].cell];
		double before = miic_xlog2x(cost, *count);
		*count += l->entries[i].count;
		change += miic_xlog2x(cost, *count) - before;
	}
	return change;
}

static double extend_given(ledger *l, size_t group, const miic_cost *cost, miic_complexity *complexity)
{
	double change = 0;
	for (size_t i = l->first[group]; i < l->first[group + 1]; i++) {
		uint32_t *count = &l->cells[l->entries[i].cell];
		double before = miic_xlog2x(cost, *count) + miic_complexity_bits(complexity, *count);
		*count += l->entries[i].count;
		change += miic_xlog2x(cost, *count) + miic_complexity_bits(complexity, *count) - before;
	}
	return change;
}

/* Values of all bins that end before candidate `end`. */
static void value_bins(workspace *w, size_t end, const miic_cells *joint, const miic_cells *given,
                       const miic_cost *cost, miic_complexity *complexity)
{
	double sum = 0;
	memset(w->joint.cells, 0, joint->count * sizeof *w->joint.cells);
	memset(w->given.cells, 0, given->count * sizeof *w->given.cells);
	for (size_t start = end; start-- > 0;) {
		sum += extend_joint(&w->joint, start, cost);
		sum -= extend_given(&w->given, start, cost, complexity);
		w->value[start] = sum;
	}
}

static void choose_last_bin(workspace *w, size_t end, double penalty)
{
	w->best[end] = w->value[0];
	w->start[end] = 0;
	for (size_t start = 1; start < end; start++) {
		double value = w->best[start] + w->value[start] - penalty;
		if (value - w->best[end] > least_gain) {
			w->best[end] = value;
			w->start[end] = (uint32_t)start;
		}
	}
}

static void trace_back(miic_bins *best, workspace *w, const miic_column *column)
{
	size_t count = 1;
	for (size_t end = w->start[column->groups]; end > 0; end = w->start[end])
		count++;
	size_t bin = count;
	for (size_t end = column->groups; end > 0; end = w->start[end])
		w->ends[--bin] = (uint32_t)end;
	miic_bins_cut(best, column, w->ends, count);
}

static bool workspace_init(workspace *w, const miic_sample *sample, const miic_column *column, const miic_goal *goal)
{
	memset(w, 0, sizeof *w);
	w->value = mixmi_allocate(column->groups, sizeof *w->value);
	w->best = mixmi_allocate(column->groups + 1, sizeof *w->best);
	w->start = mixmi_allocate(column->groups + 1, sizeof *w->start);
	w->ends = mixmi_allocate(column->groups, sizeof *w->ends);
	bool joint = ledger_init(&w->joint, sample, column, goal->joint);
	bool given = ledger_init(&w->given, sample, column, goal->given);
	return joint && given && w->value != NULL && w->best != NULL && w->start != NULL && w->ends != NULL;
}

static void workspace_clear(workspace *w)
{
	ledger_clear(&w->joint);
	ledger_clear(&w->given);
	mixmi_free(w->value);
	mixmi_free(w->best);
	mixmi_free(w->start);
	mixmi_free(w->ends);
}

bool miic_cut(miic_bins *best, const miic_sample *sample, const miic_column *column, const miic_goal *goal,
              const miic_cost *cost)
{
	workspace w;
	bool done = workspace_init(&w, sample, column, goal);
	if (done) {
		collect(&w.joint, sample, column, goal->joint);
		collect(&w.given, sample, column, goal->given);
		for (size_t end = 1; end <= column->groups; end++) {
			value_bins(&w, end, goal->joint, goal->given, cost, goal->complexity);
			choose_last_bin(&w, end, goal->penalty);
		}
		trace_back(best, &w, column);
	}
	workspace_clear(&w);
	return done;
}
