/* Each row that lacks the value counts 1 less the share of such rows, each other row minus that share. The best part of a
 * column has the largest sum; for numbers it is an interval, for labels those with a sum above 0. */
#include "effect/lacking.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MOST_LABELS = 3 }; /* that are named */

/* A part of a column. */
typedef struct part {
	const effect_column *column;
	const double *sums; /* [levels] */
	size_t first, last; /* levels */
	double sum;
} part;

static part part_of(base_arena *arena, const effect_column *column, const unsigned char *lack, double share)
{
	const question_values *v = column->values;
	double *sums = base_arena_take_zero(arena, v->levels, sizeof *sums), run = 0;
	part best = { .column = column, .sums = sums };
	for (size_t i = 0; i < v->rows; i++)
		sums[v->codes[i]] += lack[i] - share;
	for (size_t k = 0, first = 0; k < v->levels; k++) {
		bool labels = v->labels;
		if (!labels && run <= 0)
			first = k;
		run = labels ? run + (sums[k] > 0 ? sums[k] : 0) : (run > 0 ? run : 0) + sums[k];
		if (run > best.sum) {
			best.sum = run;
			best.first = first;
			best.last = k;
		}
	}
	return best;
}

/* The table's code of a level. */
static uint32_t code_of(const effect_column *c, size_t level)
{
	size_t row = 0;
	while (c->values->codes[row] != level)
		row++;
	return c->codes[row];
}

static void add(char *out, const char *text)
{
	size_t used = strlen(out);
	snprintf(out + used, EFFECT_LACKING_ROOM - used, "%s", text);
}

static void add_value(char *out, const data_column *source, uint32_t code)
{
	char shown[BASE_TEXT_SHOWN], number[MIXMI_SHOWN];
	if (source->labels != NULL) {
		add(out, base_text_show(shown, source->labels[code], strlen(source->labels[code])));
		return;
	}
	mixmi_show_value(number, source->values[code], (int32_t)source->unit);
	add(out, number);
}

static void describe_labels(char *out, const part *p, const data_column *source)
{
	size_t named = 0, others = 0;
	add(out, ": ");
	for (size_t k = 0; k < p->column->values->levels; k++) {
		if (!(p->sums[k] > 0))
			continue;
		others += named == MOST_LABELS;
		if (named == MOST_LABELS)
			continue;
		add(out, named++ > 0 ? ", " : "");
		add_value(out, source, code_of(p->column, k));
	}
	if (others > 0)
		add(out, " and others");
}

static void describe_interval(char *out, const part *p, const data_column *source)
{
	size_t levels = p->column->values->levels;
	if (p->first == p->last) {
		add(out, " ");
		add_value(out, source, code_of(p->column, p->first));
		return;
	}
	if (p->first > 0) {
		add(out, " from ");
		add_value(out, source, code_of(p->column, p->first));
	}
	if (p->last + 1 < levels) {
		add(out, p->first > 0 ? " to " : " up to ");
		add_value(out, source, code_of(p->column, p->last));
	} else
		add(out, p->first > 0 ? " on" : " everywhere");
}

void effect_describe_lacking(char out[EFFECT_LACKING_ROOM], base_arena *arena, const effect_sample *s,
                             const mixmi_table *table, const unsigned char *lack)
{
	base_arena_mark mark = base_arena_here(arena);
	double share = 0;
	part best = { 0 };
	char shown[BASE_TEXT_SHOWN];
	out[0] = '\0';
	for (size_t i = 0; i < s->rows; i++)
		share += lack[i] / (double)s->rows;
	for (size_t j = 0; j < s->z_count; j++) {
		part p = part_of(arena, &s->z[j], lack, share);
		best = p.sum > best.sum ? p : best;
	}
	if (best.column != NULL) {
		const data_column *source = &table->columns[best.column->source];
		add(out, base_text_show(shown, source->name, strlen(source->name)));
		if (best.column->values->labels || source->labels != NULL)
			describe_labels(out, &best, source);
		else
			describe_interval(out, &best, source);
	}
	base_arena_back(arena, mark);
}
