/* See effect_text.h: a table of points per set and label of the outcome, then sentences on support and strength. */
#include "effect_text.h"

#include <math.h>
#include <string.h>

#include "columns.h"
#include "effect_json.h"
#include "layout.h"
#include "report.h"
#include "text.h"

/* -------------------------------------------------------------------------------------------------------- reading */

/* Callers pass valid indices. */
static mixmi_effect_set set_of(const cli_effect_shown *e, size_t set)
{
	mixmi_effect_set out;
	(void)mixmi_effect_set_at(&out, sizeof out, e->effect, set);
	return out;
}

static mixmi_effect_outcome outcome_of(const cli_effect_shown *e, size_t set, size_t outcome)
{
	mixmi_effect_outcome out;
	(void)mixmi_effect_outcome_at(&out, sizeof out, e->effect, set, outcome);
	return out;
}

static mixmi_effect_point point_of(const cli_effect_shown *e, size_t set, size_t outcome, size_t point)
{
	mixmi_effect_point out;
	(void)mixmi_effect_point_at(&out, sizeof out, e->effect, set, outcome, point);
	return out;
}

static bool is_reference(const cli_effect_shown *e, size_t point)
{
	return point == e->info->reference;
}

/* ----------------------------------------------------------------------------------------------------------- text */

static void add_value(cli_text *text, const cli_effect_shown *e, const mixmi_effect_point *point)
{
	char shown[MIXMI_SHOWN];
	if (point->label != NULL)
		cli_text_add_shown(text, point->label);
	else {
		mixmi_show_value(shown, point->value, e->unit);
		cli_text_add(text, shown);
	}
}

static void add_columns(cli_text *text, const cli_effect_shown *e, const mixmi_effect_set *set)
{
	if (set->count == 0)
		cli_text_add(text, "nothing");
	for (size_t i = 0; i < set->count; i++) {
		cli_text_add(text, i > 0 ? ", " : "");
		cli_text_add_shown(text, cli_columns_name(e->table, set->columns[i]));
	}
}

static void add_interval(cli_layout *layout, double lower, double upper)
{
	char low[CLI_NUMBER], high[CLI_NUMBER];
	if (isnan(lower))
		cli_layout_add(layout, "-");
	else
		cli_layout_addf(layout, "%s to %s", cli_text_short(low, lower), cli_text_short(high, upper));
}

static void add_point(cli_layout *layout, const cli_effect_shown *e, size_t set, size_t outcome, size_t index)
{
	mixmi_effect_point p = point_of(e, set, outcome, index);
	cli_text value = { 0 };
	add_value(&value, e, &p);
	layout->failed |= value.failed;
	cli_layout_add(layout, value.bytes != NULL ? value.bytes : "");
	cli_text_clear(&value);
	if (!e->info->curve)
		cli_layout_addf(layout, "%zu", p.rows);
	cli_layout_number(layout, p.crude);
	cli_layout_number(layout, p.mean);
	add_interval(layout, p.lower, p.upper);
	if (is_reference(e, index)) {
		cli_layout_add(layout, "reference");
		cli_layout_add(layout, "");
	} else {
		cli_layout_number(layout, p.difference);
		add_interval(layout, p.difference_lower, p.difference_upper);
	}
	cli_layout_addf(layout, "%.0f", p.size);
}

static int print_points(const cli_effect_shown *e, size_t set, size_t outcome, FILE *stream)
{
	cli_layout layout = { .align = e->info->curve ? "rrrlrlr" : "lrrrlrlr" };
	cli_layout_add(&layout, cli_columns_name(e->table, e->info->x));
	cli_layout_heads(&layout, e->info->curve ? "unadjusted,adjusted,interval,difference,interval,effective rows"
	                                         : "rows,unadjusted,adjusted,interval,difference,interval,effective rows");
	for (size_t g = 0; g < e->info->points; g++)
		add_point(&layout, e, set, outcome, g);
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

/* The values for which no mean is reported. */
static void add_unsupported(cli_text *text, const cli_effect_shown *e, size_t set)
{
	size_t count = 0;
	for (size_t g = 0; g < e->info->points; g++) {
		mixmi_effect_point p = point_of(e, set, 0, g);
		if (!isnan(p.mean))
			continue;
		cli_text_add(text, count++ == 0 ? "No support at " : ", ");
		add_value(text, e, &p);
	}
	cli_text_add(text, count > 0 ? ": too few rows could have had this value.\n" : "");
}

static void add_outcome(cli_text *text, const cli_effect_shown *e, const mixmi_effect_outcome *o)
{
	char p[CLI_NUMBER], slope[CLI_NUMBER], lower[CLI_NUMBER], upper[CLI_NUMBER], crude[CLI_NUMBER];
	if (e->info->curve && !isnan(o->slope)) {
		cli_text_addf(text, "slope %s (%s to %s) per unit of ", cli_text_short(slope, o->slope),
		              cli_text_short(lower, o->slope_lower), cli_text_short(upper, o->slope_upper));
		cli_text_add_shown(text, cli_columns_name(e->table, e->info->x));
		cli_text_addf(text, ", unadjusted %s\n", cli_text_short(crude, o->crude_slope));
	}
	cli_text_addf(text, "test of equal means: p = %s\n", cli_text_p(p, o->p));
}

/* A share as a percentage. */
static void add_percent(cli_text *text, double share)
{
	cli_text_addf(text, share < 0.01 ? "%.1f%%" : "%.0f%%", 100 * share);
}

/* Where rows could not have had a value, and what the difference is among those that could. */
static void add_lacking(cli_text *text, const cli_effect_shown *e, size_t set)
{
	char value[CLI_NUMBER], lower[CLI_NUMBER], upper[CLI_NUMBER];
	for (size_t g = 0; g < e->info->points; g++) {
		mixmi_effect_point p = point_of(e, set, 0, g);
		if (*p.lacking == '\0' || e->info->curve)
			continue;
		cli_text_add(text, "warning: ");
		add_percent(text, 1 - p.support);
		cli_text_add(text, " of the rows could hardly have had ");
		cli_text_add_shown(text, cli_columns_name(e->table, e->info->x));
		cli_text_add(text, " ");
		add_value(text, e, &p);
		cli_text_addf(text, " (%s)%s\n", p.lacking,
		              isnan(p.mean) ? "" : "; there the mean rests on the regression alone");
	}
	for (size_t r = 0; r < e->info->outcomes; r++)
		for (size_t g = 0; g < e->info->points; g++) {
			mixmi_effect_point p = point_of(e, set, r, g), reference = point_of(e, set, r, e->info->reference);
			const char *label = outcome_of(e, set, r).label;
			bool said = *p.lacking != '\0' || *reference.lacking != '\0';
			if (!said || isnan(p.overlap_difference) || is_reference(e, g))
				continue;
			cli_text_add(text, "among rows that could have had any level: ");
			cli_text_add_shown(text, label != NULL ? label : cli_columns_name(e->table, e->info->y));
			cli_text_add(text, ", ");
			add_value(text, e, &p);
			cli_text_addf(text, " %s (%s to %s)\n", cli_text_short(value, p.overlap_difference),
			              cli_text_short(lower, p.overlap_difference_lower),
			              cli_text_short(upper, p.overlap_difference_upper));
		}
}

/* The point whose difference is furthest from 0 for its interval; SIZE_MAX: none. */
static size_t clearest_point(const cli_effect_shown *e, size_t set, size_t outcome)
{
	size_t best = SIZE_MAX;
	double most = 0;
	for (size_t g = 0; g < e->info->points; g++) {
		mixmi_effect_point p = point_of(e, set, outcome, g);
		double clear = fabs(p.difference) / p.difference_error;
		if (clear > most && p.robustness > 0) {
			most = clear;
			best = g;
		}
	}
	return best;
}

/* How strong an unmeasured cause would have to be. */
static void add_strength(cli_text *text, const cli_effect_shown *e, size_t set, size_t outcome)
{
	char e_value[CLI_NUMBER], e_end[CLI_NUMBER];
	size_t g = clearest_point(e, set, outcome);
	if (g == SIZE_MAX || e->info->randomised)
		return;
	mixmi_effect_point p = point_of(e, set, outcome, g);
	cli_text_add(text, "unmeasured cause: would bring the difference ");
	if (e->info->points > 2) {
		cli_text_add(text, "at ");
		add_value(text, e, &p);
		cli_text_add(text, " ");
	}
	cli_text_add(text, "to 0 if it explained ");
	add_percent(text, p.robustness);
	cli_text_add(text, " of the residual variance of both columns");
	if (p.robustness_interval > 0) {
		cli_text_add(text, ", its interval from ");
		add_percent(text, p.robustness_interval);
		cli_text_add(text, " on");
	}
	if (*p.strongest_name != '\0') {
		cli_text_add(text, "; ");
		cli_text_add_shown(text, p.strongest_name);
		cli_text_add(text, ", the strongest that is adjusted for, is worth ");
		add_percent(text, p.strongest);
	}
	cli_text_add(text, "\n");
	if (p.e_value > 1)
		cli_text_addf(text, "E-value %s, of the interval %s\n", cli_text_short(e_value, p.e_value),
		              cli_text_short(e_end, p.e_value_interval));
}

static int print_outcome(const cli_effect_shown *e, size_t set, size_t outcome, FILE *stream)
{
	mixmi_effect_outcome o = outcome_of(e, set, outcome);
	cli_text text = { 0 };
	if (o.label != NULL) {
		cli_text_addf(&text, "%s%s", outcome > 0 ? "\n" : "", e->info->labels ? "risk of " : "");
		cli_text_add_shown(&text, o.label);
		cli_text_add(&text, "\n");
	}
	int code = text.failed ? cli_fail_memory() : CLI_OK;
	if (code == CLI_OK) {
		fputs(text.bytes != NULL ? text.bytes : "", stream);
		code = print_points(e, set, outcome, stream);
	}
	cli_text_clear(&text);
	add_outcome(&text, e, &o);
	add_strength(&text, e, set, outcome);
	if (code == CLI_OK && !text.failed)
		fputs(text.bytes, stream);
	code = text.failed ? cli_fail_memory() : code;
	cli_text_clear(&text);
	return code;
}

/* What else a reader must know about the rows. */
static void add_rows(cli_text *text, const mixmi_effect_set *s)
{
	if (s->unobserved > 0)
		cli_text_addf(text, "%zu rows without an outcome take part by weighting\n", s->unobserved);
	if (s->groups > 0)
		cli_text_addf(text, "rows in %zu groups that may depend on each other\n", s->groups);
}

static int print_set(const cli_effect_shown *e, size_t set, FILE *stream)
{
	mixmi_effect_set s = set_of(e, set);
	cli_text text = { 0 };
	int code = CLI_OK;
	if (e->info->sets > 1)
		cli_text_addf(&text, "\nset %zu of %zu: ", set + 1, e->info->sets);
	bool shown = !s.none && *s.undecided == '\0';
	if (s.none)
		cli_text_add(&text, "no effect, as the outcome is a cause of the treatment\n");
	else {
		cli_text_add(&text, "adjusted for ");
		add_columns(&text, e, &s);
		cli_text_addf(&text, " (%zu rows%s)\n", s.rows, s.dropped > 0 ? " without missing values" : "");
		add_rows(&text, &s);
		cli_text_addf(&text, shown ? "\n" : "undecided: %s\n", s.undecided);
	}
	if (!text.failed)
		fputs(text.bytes, stream);
	for (size_t r = 0; code == CLI_OK && !text.failed && shown && r < e->info->outcomes; r++)
		code = print_outcome(e, set, r, stream);
	bool failed = text.failed;
	cli_text_clear(&text);
	if (shown) {
		add_unsupported(&text, e, set);
		add_lacking(&text, e, set);
	}
	if (code == CLI_OK && text.bytes != NULL)
		fputs(text.bytes, stream);
	code = text.failed || failed ? cli_fail_memory() : code;
	cli_text_clear(&text);
	return code;
}

/* The smallest and the largest difference over the sets, at each point. */
static int print_range(const cli_effect_shown *e, FILE *stream)
{
	cli_layout layout = { .align = "llrr" };
	if (e->info->sets < 2)
		return CLI_OK;
	cli_layout_heads(&layout, "over all sets,outcome,least difference,largest difference");
	for (size_t r = 0; r < e->info->outcomes; r++)
		for (size_t g = 0; g < e->info->points; g++) {
			double least = INFINITY, largest = -INFINITY;
			mixmi_effect_point p = point_of(e, 0, r, g);
			cli_text value = { 0 };
			for (size_t set = 0; set < e->info->sets; set++) {
				double difference = point_of(e, set, r, g).difference;
				least = fmin(least, difference);
				largest = fmax(largest, difference);
			}
			if (is_reference(e, g) || isinf(least))
				continue;
			add_value(&value, e, &p);
			layout.failed |= value.failed;
			cli_layout_add(&layout, value.bytes != NULL ? value.bytes : "");
			cli_text_clear(&value);
			const char *label = outcome_of(e, 0, r).label;
			cli_layout_add(&layout, label != NULL ? label : cli_columns_name(e->table, e->info->y));
			cli_layout_number(&layout, least);
			cli_layout_number(&layout, largest);
		}
	fputc('\n', stream);
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

static const char *const populations[] = { "", " among the treated", " among the untreated",
	                                       " where all levels are likely" };

static int print_headline(const cli_effect_shown *e, FILE *stream)
{
	const mixmi_effect_info *info = e->info;
	cli_text text = { 0 };
	cli_text_add_shown(&text, cli_columns_name(e->table, info->x));
	cli_text_add(&text, " -> ");
	cli_text_add_shown(&text, cli_columns_name(e->table, info->y));
	if (!info->affects)
		cli_text_addf(&text, ": no effect%s: there is no directed path from treatment to outcome\n",
		              info->possible > 0 ? " if possible arrows are right" : "");
	else if (info->sets == 0)
		cli_text_addf(&text, ": the effect is not identified by adjustment: %s\n", info->reason);
	else if (!info->identified)
		cli_text_addf(&text, ": not identified by the CPDAG; one estimate per set of parents of the treatment%s\n",
		              info->more_sets ? " (-k for more)" : "");
	else
		cli_text_addf(&text, ": %s of the outcome%s%s, %g%% intervals\n", info->labels ? "risks" : "means",
		              info->randomised ? " in a randomised trial" : "", populations[info->population],
		              100 * info->confidence);
	if (info->possible > 0)
		cli_text_addf(&text, CLI_RESTS_ON, info->rests_on);
	int code = text.failed ? cli_fail_memory() : CLI_OK;
	if (code == CLI_OK)
		fputs(text.bytes, stream);
	cli_text_clear(&text);
	return code;
}

int cli_effect_print(const cli_effect_shown *e, FILE *stream)
{
	int code = print_headline(e, stream);
	for (size_t set = 0; code == CLI_OK && set < e->info->sets; set++)
		code = print_set(e, set, stream);
	return code == CLI_OK ? print_range(e, stream) : code;
}
