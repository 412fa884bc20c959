/* Keys and their meaning: docs/reference/json.md. Uses only the public header and jansson, because the bindings include
 * it. */
#include "effect_json.h"

#include <math.h>
#include <string.h>

#include "text.h"

/* Output and its destination. */
typedef struct writing {
	cli_json *json;
	const mixmi_effect *effect;
	const mixmi_table *table;
	const mixmi_options *options;
	mixmi_effect_info info;
} writing;

static void put_number(const writing *w, json_t *object, const char *key, double number)
{
	cli_json_put(w->json, object, key, cli_json_number(number));
}

static json_t *column_json(const writing *w, size_t column)
{
	return cli_json_text(mixmi_table_name(w->table, column));
}

/* Callers of this and the following functions pass valid indices. */
static mixmi_effect_point point_of(const writing *w, size_t set, size_t outcome, size_t point)
{
	mixmi_effect_point out;
	(void)mixmi_effect_point_at(&out, sizeof out, w->effect, set, outcome, point);
	return out;
}

static json_t *point_json(const writing *w, size_t set, size_t outcome, size_t index)
{
	mixmi_effect_point p = point_of(w, set, outcome, index);
	json_t *object = json_object();
	cli_json_put(w->json, object, "x", p.label != NULL ? cli_json_text(p.label) : cli_json_number(p.value));
	if (!w->info.curve)
		cli_json_put(w->json, object, "rows", cli_json_count(p.rows));
	put_number(w, object, "unadjusted", p.crude);
	put_number(w, object, "mean", p.mean);
	put_number(w, object, "error", p.error);
	put_number(w, object, "lower", p.lower);
	put_number(w, object, "upper", p.upper);
	put_number(w, object, "band_lower", p.band_lower);
	put_number(w, object, "band_upper", p.band_upper);
	put_number(w, object, "difference", p.difference);
	put_number(w, object, "difference_error", p.difference_error);
	put_number(w, object, "difference_lower", p.difference_lower);
	put_number(w, object, "difference_upper", p.difference_upper);
	put_number(w, object, "support", p.support);
	put_number(w, object, "effective_rows", p.size);
	cli_json_put(w->json, object, "lacking", *p.lacking != '\0' ? cli_json_text(p.lacking) : json_null());
	put_number(w, object, "overlap_difference", p.overlap_difference);
	put_number(w, object, "overlap_difference_lower", p.overlap_difference_lower);
	put_number(w, object, "overlap_difference_upper", p.overlap_difference_upper);
	put_number(w, object, "robustness", p.robustness);
	put_number(w, object, "robustness_interval", p.robustness_interval);
	put_number(w, object, "strongest", p.strongest);
	cli_json_put(w->json, object, "strongest_column",
	             *p.strongest_name != '\0' ? cli_json_text(p.strongest_name) : json_null());
	put_number(w, object, "e_value", p.e_value);
	put_number(w, object, "e_value_interval", p.e_value_interval);
	return object;
}

static json_t *outcome_json(const writing *w, size_t set, size_t outcome)
{
	mixmi_effect_outcome o;
	(void)mixmi_effect_outcome_at(&o, sizeof o, w->effect, set, outcome);
	json_t *object = json_object(), *points = json_array();
	cli_json_put(w->json, object, "label", o.label != NULL ? cli_json_text(o.label) : json_null());
	put_number(w, object, "p", o.p);
	put_number(w, object, "slope", o.slope);
	put_number(w, object, "slope_lower", o.slope_lower);
	put_number(w, object, "slope_upper", o.slope_upper);
	put_number(w, object, "slope_unadjusted", o.crude_slope);
	for (size_t g = 0; g < w->info.points; g++)
		cli_json_push(w->json, points, point_json(w, set, outcome, g));
	cli_json_put(w->json, object, "points", points);
	return object;
}

/* "ok", "no support": a value has no mean, or "undecided". */
static const char *status_of(const writing *w, size_t index, const mixmi_effect_set *s)
{
	const char *status = *s->undecided != '\0' ? "undecided" : "ok";
	for (size_t g = 0; g < w->info.points; g++)
		if (isnan(point_of(w, index, 0, g).mean) && strcmp(status, "ok") == 0)
			status = "no support";
	return status;
}

static json_t *set_json(const writing *w, size_t index)
{
	mixmi_effect_set s;
	(void)mixmi_effect_set_at(&s, sizeof s, w->effect, index);
	json_t *object = json_object(), *columns = json_array(), *outcomes = json_array();
	for (size_t i = 0; i < s.count; i++)
		cli_json_push(w->json, columns, column_json(w, s.columns[i]));
	for (size_t r = 0; r < w->info.outcomes; r++)
		cli_json_push(w->json, outcomes, outcome_json(w, index, r));
	cli_json_put(w->json, object, "adjusted_for", columns);
	cli_json_put(w->json, object, "outcome_is_cause", json_boolean(s.none));
	cli_json_put(w->json, object, "rows", cli_json_count(s.rows));
	cli_json_put(w->json, object, "dropped", cli_json_count(s.dropped));
	cli_json_put(w->json, object, "without_outcome", cli_json_count(s.unobserved));
	cli_json_put(w->json, object, "groups", cli_json_count(s.groups));
	cli_json_put(w->json, object, "status", json_string(status_of(w, index, &s)));
	cli_json_put(w->json, object, "undecided", *s.undecided != '\0' ? cli_json_text(s.undecided) : json_null());
	put_number(w, object, "information", cli_in_units(s.information, w->options));
	put_number(w, object, "information_lower", cli_in_units(s.information_lower, w->options));
	put_number(w, object, "information_upper", cli_in_units(s.information_upper, w->options));
	cli_json_put(w->json, object, "outcomes", outcomes);
	return object;
}

static json_t *reference_json(const writing *w)
{
	if (w->info.sets == 0)
		return json_null();
	mixmi_effect_point p = point_of(w, 0, 0, w->info.reference);
	return p.label != NULL ? cli_json_text(p.label) : cli_json_number(p.value);
}

void cli_effect_json(cli_json *json, json_t *object, const mixmi_effect *effect, const mixmi_table *table,
                     const mixmi_options *options)
{
	writing w = { .json = json, .effect = effect, .table = table, .options = options };
	const mixmi_effect_info *info = &w.info;
	json_t *sets = json_array();
	mixmi_effect_describe(&w.info, sizeof w.info, effect);
	cli_json_put(json, object, "kind", *info->kind != '\0' ? json_string(info->kind) : json_null());
	cli_json_put(json, object, "x", column_json(&w, info->x));
	cli_json_put(json, object, "y", column_json(&w, info->y));
	cli_json_put(json, object, "affects", json_boolean(info->affects));
	cli_json_put(json, object, "possible_arrows", cli_json_count(info->possible));
	cli_json_put(json, object, "rests_on", info->possible > 0 ? cli_json_text(info->rests_on) : json_null());
	cli_json_put(json, object, "identified", json_boolean(info->identified));
	cli_json_put(json, object, "reason", *info->reason != '\0' ? cli_json_text(info->reason) : json_null());
	put_number(&w, object, "confidence", info->confidence);
	cli_json_put(json, object, "units", json_string(mixmi_options_get(options, "units")));
	cli_json_put(json, object, "population", json_string(mixmi_options_get(options, "population")));
	cli_json_put(json, object, "randomised", json_boolean(info->randomised));
	put_number(&w, object, "horizon", info->horizon);
	cli_json_put(json, object, "curve", json_boolean(info->curve));
	cli_json_put(json, object, "risks", json_boolean(info->labels));
	cli_json_put(json, object, "reference", reference_json(&w));
	for (size_t i = 0; i < info->sets; i++)
		cli_json_push(json, sets, set_json(&w, i));
	cli_json_put(json, object, "sets", sets);
	cli_json_put(json, object, "more_sets", json_boolean(info->more_sets));
}
