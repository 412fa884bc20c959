/* Effects: adjustment sets from a graph or as given, and what is estimated with each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sized.h"
#include "base/text.h"
#include "effect/effect.h"
#include "graph/model/graph.h"

/* ------------------------------------------------------------------------------------------------------- a graph */

/* Nodes as columns: columns[node], SIZE_MAX if there is none. Nodes of the treatment and the outcome. */
typedef struct placed {
	size_t *columns, *unmeasured, unmeasured_count, x, y;
} placed;

static mixmi_status place_nodes(placed *p, const mixmi_table *table, const mixmi_graph *graph, size_t x, size_t y)
{
	char shown[BASE_TEXT_SHOWN];
	p->columns = base_array(graph->nodes, sizeof *p->columns);
	p->unmeasured = base_array(graph->nodes, sizeof *p->unmeasured);
	if (p->columns == NULL || p->unmeasured == NULL)
		return base_error_memory();
	p->x = p->y = SIZE_MAX;
	for (size_t v = 0; v < graph->nodes; v++) {
		size_t column = 0;
		while (column < table->column_count && strcmp(table->columns[column].name, graph->names[v]) != 0)
			column++;
		p->columns[v] = column < table->column_count ? column : SIZE_MAX;
		if (p->columns[v] == SIZE_MAX)
			p->unmeasured[p->unmeasured_count++] = v;
		p->x = column == x ? v : p->x;
		p->y = column == y ? v : p->y;
	}
	if (p->x == SIZE_MAX || p->y == SIZE_MAX) {
		const char *name = table->columns[p->x == SIZE_MAX ? x : y].name;
		return base_error(MIXMI_ERROR_DATA, "the graph has no node '%s'", base_text_show(shown, name, strlen(name)));
	}
	return MIXMI_OK;
}

/* Adds set `index` of a given kind. */
static mixmi_status add_nodes(mixmi_effect *e, const mixmi_table *table, const placed *p, const mixmi_adjustment *found,
                              mixmi_set_kind kind, size_t index)
{
	const size_t *nodes;
	size_t count, kept = 0;
	bool none = false;
	mixmi_status status = mixmi_adjustment_set(&nodes, &count, found, kind, index);
	size_t *columns = base_array(count, sizeof *columns);
	if (status == MIXMI_OK && columns == NULL)
		status = base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < count; i++) {
		none = none || nodes[i] == p->y;
		if (p->columns[nodes[i]] == SIZE_MAX)
			status = base_error(MIXMI_ERROR_DATA, "a parent of the treatment is not a column of the table");
		else if (nodes[i] != p->y)
			columns[kept++] = p->columns[nodes[i]];
	}
	if (status == MIXMI_OK)
		status = effect_add_set(e, table, columns, kept, none);
	free(columns);
	return status;
}

static void add_reason(mixmi_effect *e, const char *text)
{
	size_t used = strlen(e->reason);
	snprintf(e->reason + used, sizeof e->reason - used, "%s", text);
}

/* Adds the first set of a kind to the reason why there is no adjustment set. */
static void name_nodes(mixmi_effect *e, const mixmi_graph *graph, const mixmi_adjustment *found, mixmi_set_kind kind,
                       const char *text)
{
	const size_t *nodes;
	size_t count;
	char shown[BASE_TEXT_SHOWN];
	if (mixmi_adjustment_set(&nodes, &count, found, kind, 0) != MIXMI_OK)
		return;
	add_reason(e, text);
	for (size_t i = 0; i < count; i++) {
		bool given = kind == MIXMI_SET_INSTRUMENT && i == 1;
		add_reason(e, i == 0 ? "" : given ? " given " : ", ");
		add_reason(e, base_text_show(shown, graph->names[nodes[i]], strlen(graph->names[nodes[i]])));
	}
}

static mixmi_status add_sets(mixmi_effect *e, const mixmi_table *table, const mixmi_graph *graph, const placed *p,
                             const mixmi_adjustment *found)
{
	mixmi_adjustment_info info;
	mixmi_adjustment_describe(&info, sizeof info, found);
	bool class = strcmp(info.kind, "cpdag") == 0 && !info.identified;
	mixmi_set_kind kind = class                              ? MIXMI_SET_PARENTS
	                      : info.sets[MIXMI_SET_OPTIMAL] > 0 ? MIXMI_SET_OPTIMAL
	                                                         : MIXMI_SET_MINIMAL;
	size_t count = !info.affects ? 0 : class ? info.sets[kind] : info.identified ? 1 : 0;
	e->info.kind = info.kind;
	e->info.identified = info.identified;
	e->info.affects = info.affects;
	e->info.possible = info.possible;
	snprintf(e->rests_on, sizeof e->rests_on, "%s", info.rests_on);
	e->info.more_sets = class && info.more_parents;
	add_reason(e, info.reason);
	if (info.sets[MIXMI_SET_INSTRUMENT] > 0)
		name_nodes(e, graph, found, MIXMI_SET_INSTRUMENT, "; instrument: ");
	if (info.sets[MIXMI_SET_FRONT_DOOR] > 0)
		name_nodes(e, graph, found, MIXMI_SET_FRONT_DOOR, "; front-door set: ");
	e->sets = base_array_zero(count, sizeof *e->sets);
	mixmi_status status = e->sets != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		status = add_nodes(e, table, p, found, kind, i);
	return status;
}

/* --------------------------------------------------------------------------------------------------- public calls */

static mixmi_status begin(mixmi_effect **out, const mixmi_table *table, size_t x, size_t y, const char *reference,
                          const mixmi_options *options)
{
	mixmi_options settled;
	mixmi_effect *e = base_array_zero(1, sizeof *e);
	*out = e;
	if (e == NULL)
		return base_error_memory();
	if (table->lags > 0) /* rows of a table with lags hold the same values several times */
		return base_error(MIXMI_ERROR_USAGE, "effects are not estimated for tables with lags: leave out option lags");
	base_options_settle(&settled, options);
	e->info.kind = "";
	e->info.reason = e->reason;
	e->info.rests_on = e->rests_on;
	e->info.identified = e->info.affects = 1;
	return effect_prepare(e, table, x, y, reference, &settled);
}

static mixmi_status finish(mixmi_effect **out, mixmi_status status)
{
	if (status != MIXMI_OK) {
		mixmi_effect_free(*out);
		*out = NULL;
	}
	return status;
}

mixmi_status mixmi_effect_adjusted(mixmi_effect **out, const mixmi_table *table, size_t x, size_t y, const size_t *set,
                                   size_t count, const char *reference, const mixmi_options *options)
{
	mixmi_status status = begin(out, table, x, y, reference, options);
	if (status == MIXMI_OK && ((*out)->sets = base_array_zero(1, sizeof *(*out)->sets)) == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = effect_add_set(*out, table, set, count, false);
	return finish(out, status);
}

mixmi_status mixmi_graph_effect(mixmi_effect **out, const mixmi_table *table, const mixmi_graph *graph, size_t x,
                                size_t y, size_t most, const char *reference, const mixmi_options *options)
{
	placed p = { 0 };
	mixmi_adjustment *found = NULL;
	mixmi_status status = begin(out, table, x, y, reference, options);
	if (status == MIXMI_OK)
		status = place_nodes(&p, table, graph, x, y);
	if (status == MIXMI_OK)
		status = mixmi_graph_adjust(&found, graph, p.x, p.y, p.unmeasured, p.unmeasured_count, most, options);
	if (status == MIXMI_OK)
		status = add_sets(*out, table, graph, &p, found);
	mixmi_adjustment_free(found);
	free(p.columns);
	free(p.unmeasured);
	return finish(out, status);
}

void mixmi_effect_free(mixmi_effect *e)
{
	if (e == NULL)
		return;
	for (size_t i = 0; e->sets != NULL && i < e->info.sets; i++) {
		free(e->sets[i].columns);
		free(e->sets[i].outcomes);
		free(e->sets[i].points);
		free(e->sets[i].lacking);
	}
	free(e->sets);
	free(e->codes);
	free(e->values);
	free(e->shares);
	free(e->labels);
	free(e->outcomes);
	free(e);
}

void mixmi_effect_describe(mixmi_effect_info *out, size_t size, const mixmi_effect *e)
{
	base_give(out, size, &e->info, sizeof e->info);
}

mixmi_status mixmi_effect_set_at(mixmi_effect_set *out, size_t size, const mixmi_effect *e, size_t index)
{
	static const mixmi_effect_set none;
	bool known = index < e->info.sets;
	base_give(out, size, known ? &e->sets[index].set : &none, sizeof none);
	return known ? MIXMI_OK : base_error(MIXMI_ERROR_USAGE, "the effect has no set %zu", index);
}

mixmi_status mixmi_effect_outcome_at(mixmi_effect_outcome *out, size_t size, const mixmi_effect *e, size_t set,
                                     size_t outcome)
{
	static const mixmi_effect_outcome none;
	bool known = set < e->info.sets && outcome < e->info.outcomes;
	base_give(out, size, known ? &e->sets[set].outcomes[outcome] : &none, sizeof none);
	return known ? MIXMI_OK : base_error(MIXMI_ERROR_USAGE, "the effect has no outcome %zu of set %zu", outcome, set);
}

mixmi_status mixmi_effect_point_at(mixmi_effect_point *out, size_t size, const mixmi_effect *e, size_t set,
                                   size_t outcome, size_t point)
{
	static const mixmi_effect_point none;
	bool known = set < e->info.sets && outcome < e->info.outcomes && point < e->info.points;
	base_give(out, size, known ? &e->sets[set].points[outcome * e->info.points + point] : &none, sizeof none);
	return known ? MIXMI_OK
	             : base_error(MIXMI_ERROR_USAGE, "the effect has no point %zu of outcome %zu and set %zu", point,
	                          outcome, set);
}
