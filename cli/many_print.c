/* Many answers as an aligned table, as CSV and as JSON. All three show the same numbers, listed below; a missing number
 * is "-", an empty field, or null. */
#include <math.h>
#include <string.h>

#include "csv.h"
#include "layout.h"
#include "many.h"
#include "methods.h"
#include "report.h"
#include "size.h"
#include "verdict.h"

enum {
	ESTIMATE,
	LOWER,
	UPPER,
	CORRECTED,
	STRENGTH,
	SIGN,
	STATISTIC,
	DF,
	P,
	P_HOLM,
	P_BH,
	ROWS,
	DROPPED,
	COMPARABLE,
	PERMUTATIONS,
	BINS_X,
	BINS_Y,
	BINS_Z,
	NUMBERS
};

static const struct {
	const char *key;   /* in CSV */
	const char *title; /* in the table; NULL: not shown there */
} shown[NUMBERS] = {
	{ "estimate", "estimate" },
	{ "lower", "lower" },
	{ "upper", "upper" },
	{ "corrected", "corrected" },
	{ "strength", "strength" },
	{ "sign", "sign" },
	{ "statistic", NULL },
	{ "df", NULL },
	{ "p", "p" },
	{ "p_holm", "p Holm" },
	{ "p_bh", "p BH" },
	{ "rows", "rows" },
	{ "rows_dropped", NULL },
	{ "comparable", NULL },
	{ "permutations", NULL },
	{ "bins_x", NULL },
	{ "bins_y", NULL },
	{ "bins_z", NULL },
};

/* True if answers can have this number. */
static bool has_number(const cli_many *many, int number)
{
	return (many->holm != NULL || (number != P_HOLM && number != P_BH)) && (number != SIGN || many->profiles != NULL);
}

static void take_numbers(double out[NUMBERS], const cli_many *many, size_t i)
{
	const mixmi_answer found = cli_many_answer(many, i), *a = &found;
	const mixmi_options *units = many->args->options;
	bool answered = a->status == MIXMI_OK,
		 permuted = answered && (strcmp(a->method, "perm") == 0 || a->permutations > 0);
	out[ESTIMATE] = cli_in_units(a->estimate, units);
	out[LOWER] = cli_in_units(a->lower, units);
	out[UPPER] = cli_in_units(a->upper, units);
	out[CORRECTED] = cli_in_units(a->corrected, units);
	out[STRENGTH] = a->strength;
	out[SIGN] = many->profiles != NULL ? many->profiles[i].sign : NAN;
	out[STATISTIC] = a->statistic;
	out[DF] = a->df;
	out[P] = a->p;
	out[P_HOLM] = many->holm != NULL ? many->holm[i] : NAN;
	out[P_BH] = many->bh != NULL ? many->bh[i] : NAN;
	out[ROWS] = answered ? (double)a->rows : NAN;
	out[DROPPED] = answered ? (double)a->rows_dropped : NAN;
	out[COMPARABLE] = answered ? (double)a->comparable : NAN;
	out[PERMUTATIONS] = permuted ? (double)a->permutations : NAN;
	out[BINS_X] = a->bins_x;
	out[BINS_Y] = a->bins_y;
	out[BINS_Z] = a->bins_z;
}

static const char *units_name(const cli_many *many)
{
	return cli_args_option(many->args, "units");
}

static const char *test_name(const cli_many *many)
{
	return cli_args_option(many->args, "test");
}

/* ----------------------------------------------------------------------------------------------- table */

/* Answers with a dependence by these p-values; NULL: by the verdict. */
static size_t count_found(const cli_many *many, const double *p)
{
	size_t found = 0;
	for (size_t i = 0; i < many->count; i++) {
		const mixmi_answer a = cli_many_answer(many, i);
		found += p != NULL ? p[i] < a.alpha : a.verdict == MIXMI_DETECTED;
	}
	return found;
}

void cli_many_add_facts(cli_text *text, const cli_many *many)
{
	double alpha = cli_args_number(many->args, "alpha");
	cli_text_addf(text, ", test %s at alpha %g", test_name(many), alpha);
	if (cli_many_estimates(many))
		cli_text_addf(text, ", estimates in %s", units_name(many));
	cli_text_addf(text, ";\ndependence detected in %zu", count_found(many, NULL));
	if (many->holm != NULL && many->count > 1)
		cli_text_addf(text, ", adjusted for their number in %zu (Holm) and %zu (Benjamini-Hochberg)",
		              count_found(many, many->holm), count_found(many, many->bh));
}

static void add_names(cli_layout *layout, const cli_many *many, const size_t *set, size_t count)
{
	cli_text names = { 0 };
	for (size_t i = 0; i < count; i++) {
		cli_text_add(&names, i == 0 ? "" : ", ");
		cli_text_add(&names, many->names[set[i]]);
	}
	layout->failed |= names.failed;
	cli_layout_add(layout, names.bytes == NULL ? "-" : names.bytes);
	cli_text_clear(&names);
}

static void add_number(cli_layout *layout, int number, double value)
{
	if (number == P || number == P_HOLM || number == P_BH)
		cli_layout_p(layout, value);
	else
		cli_layout_number(layout, value);
}

/* Contents of a table, besides names and shapes: columns that are empty or repeat another are omitted. */
typedef struct plan {
	bool ranked;       /* as in cli_many_print_table() */
	bool remarks;      /* some answer has a remark */
	bool shapes;       /* some answer has a shape */
	bool verdicts;     /* some answer has no p-value to compare with alpha, which is in the heading */
	bool has[NUMBERS]; /* some answer has this number */
	char align[NUMBERS + 8];
} plan;

static const char *remark_of(const cli_many *many, size_t i)
{
	const char *remark = mixmi_answers_message(many->answers, i);
	bool undecided = cli_many_verdict(many, i) == MIXMI_UNDECIDED;
	return remark != NULL ? remark : undecided ? cli_verdict_name(MIXMI_UNDECIDED) : "";
}

/* True if the corrected estimate adds nothing to the estimate and p. */
static bool repeats(const double numbers[NUMBERS])
{
	return numbers[CORRECTED] == numbers[ESTIMATE] || (numbers[CORRECTED] == 0 && !isnan(numbers[P]));
}

/* Decides what to show. */
static plan plan_table(const cli_many *many, bool ranked)
{
	plan p = { .ranked = ranked };
	for (size_t place = 0; place < many->shown; place++) {
		size_t i = many->order[place];
		int32_t verdict = cli_many_verdict(many, i);
		double numbers[NUMBERS];
		take_numbers(numbers, many, i);
		for (int n = 0; n < NUMBERS; n++)
			p.has[n] |= !isnan(numbers[n]) && (n != CORRECTED || !repeats(numbers));
		p.remarks |= *remark_of(many, i) != '\0';
		p.shapes |= many->profiles != NULL && many->profiles[i].shape != MIXMI_SHAPE_NONE;
		p.verdicts |= isnan(numbers[P]) && (verdict == MIXMI_NOT_DETECTED || verdict == MIXMI_DETECTED);
	}
	p.has[ROWS] &= !ranked;
	p.has[P_HOLM] &= many->count > 1;
	p.has[P_BH] &= many->count > 1;
	return p;
}

static bool in_table(const plan *p, const cli_many *many, int number)
{
	return shown[number].title != NULL && has_number(many, number) && p->has[number];
}

static void align_columns(plan *p, const cli_many *many)
{
	size_t used = (size_t)snprintf(p->align, sizeof p->align, "%s", p->ranked ? "rll" : "rlll");
	for (int n = 0; n < NUMBERS; n++)
		if (in_table(p, many, n))
			p->align[used++] = 'r';
	for (int i = 0; i < p->shapes; i++)
		p->align[used++] = 'r';
	for (int i = 0; i < p->shapes + p->verdicts + p->remarks; i++)
		p->align[used++] = 'l';
}

static void add_heads(cli_layout *layout, const plan *p, const cli_many *many)
{
	cli_layout_heads(layout, p->ranked ? "rank,x,y" : "no,x,y,z");
	for (int n = 0; n < NUMBERS; n++)
		if (in_table(p, many, n))
			cli_layout_heads(layout, shown[n].title);
	if (p->shapes)
		cli_layout_heads(layout, "size,shape");
	if (p->verdicts)
		cli_layout_heads(layout, "dependence");
	if (p->remarks)
		cli_layout_heads(layout, "remark");
}

static const char *shape_name(const cli_many *many, size_t i)
{
	return many->profiles[i].shape == MIXMI_SHAPE_NONE ? "-" : many->profiles[i].word;
}

static void add_answer(cli_layout *layout, const plan *p, const cli_many *many, size_t place)
{
	size_t i = many->order[place];
	const mixmi_question question = cli_many_question(many, i), *q = &question;
	double numbers[NUMBERS];
	take_numbers(numbers, many, i);
	layout->style = cli_many_verdict(many, i) == MIXMI_DETECTED ? CLI_PLAIN : CLI_DIM;
	cli_layout_addf(layout, "%zu", p->ranked ? place + 1 : i + 1);
	add_names(layout, many, q->x, q->x_count);
	add_names(layout, many, q->y, q->y_count);
	if (!p->ranked)
		add_names(layout, many, q->z, q->z_count);
	for (int n = 0; n < NUMBERS; n++)
		if (in_table(p, many, n))
			add_number(layout, n, numbers[n]);
	if (p->shapes) {
		char size[CLI_SIZE];
		cli_layout_add(layout, cli_size_short(size, &many->profiles[i]));
		cli_layout_add(layout, shape_name(many, i));
	}
	if (p->verdicts)
		cli_layout_add(layout, cli_verdict_name(cli_many_verdict(many, i)));
	if (p->remarks)
		cli_layout_add(layout, remark_of(many, i));
}

/* True if this is the first answer without a dependence, in a list in the order of evidence. */
static bool ends_detected(const cli_many *many, size_t place)
{
	return many->by_evidence && cli_many_verdict(many, many->order[place]) != MIXMI_DETECTED &&
	       (place == 0 || cli_many_verdict(many, many->order[place - 1]) == MIXMI_DETECTED);
}

int cli_many_print_table(const cli_many *many, bool ranked, FILE *stream)
{
	char line[64];
	snprintf(line, sizeof line, "-- not detected at alpha %g --", cli_args_number(many->args, "alpha"));
	plan p = plan_table(many, ranked);
	cli_layout layout = { .align = p.align };
	align_columns(&p, many);
	cli_layout_measure(&layout); /* there may be many thousands, so only the answers are stored */
	for (int pass = 0; pass < 2 && !layout.failed; pass++) {
		add_heads(&layout, &p, many);
		for (size_t i = 0; i < many->shown; i++) {
			if (ends_detected(many, i))
				cli_layout_line(&layout, line);
			add_answer(&layout, &p, many, i);
		}
		cli_layout_pass(&layout, stream);
	}
	return layout.failed ? cli_fail_memory() : CLI_OK;
}

/* ------------------------------------------------------------------------------------------------- CSV */

/* Names as a field of a list of questions: separated by semicolons, quoted if necessary. */
static bool print_set(const cli_many *many, const size_t *set, size_t count, FILE *stream)
{
	cli_text field = { 0 };
	for (size_t i = 0; i < count; i++) {
		const char *name = many->names[set[i]];
		bool quote = strchr(name, ';') != NULL || *name == '"' || *name == ' ' || name[strlen(name) - 1] == ' ';
		cli_text_add(&field, i == 0 ? "" : ";");
		cli_text_add(&field, quote ? "\"" : "");
		for (const char *c = name; *c != '\0'; c++)
			cli_text_add_bytes(&field, quote && *c == '"' ? "\"\"" : c, quote && *c == '"' ? 2 : 1);
		cli_text_add(&field, quote ? "\"" : "");
	}
	if (!field.failed && field.bytes != NULL)
		cli_csv_field(field.bytes, stream);
	bool good = !field.failed;
	cli_text_clear(&field);
	return good;
}

static bool print_line(const cli_many *many, size_t i, FILE *stream)
{
	const mixmi_question question = cli_many_question(many, i), *q = &question;
	const size_t *const sets[] = { q->x, q->y, q->z };
	const size_t counts[] = { q->x_count, q->y_count, q->z_count };
	bool good = true;
	if (many->numbered)
		fprintf(stream, "%zu,", i + 1);
	for (int s = 0; s < 3; s++) {
		good = good && print_set(many, sets[s], counts[s], stream);
		fputc(',', stream);
	}
	fprintf(stream, "%s,", cli_verdict_key(cli_many_verdict(many, i)));
	double numbers[NUMBERS];
	take_numbers(numbers, many, i);
	for (int n = 0; n < NUMBERS; n++) {
		char number[CLI_NUMBER];
		if (has_number(many, n))
			fprintf(stream, "%s,", isfinite(numbers[n]) ? cli_text_number(number, numbers[n]) : "");
	}
	if (many->profiles != NULL)
		fprintf(stream, "%s,", many->profiles[i].word);
	fprintf(stream, "%s,", test_name(many));
	if (mixmi_answers_message(many->answers, i) != NULL)
		cli_csv_field(mixmi_answers_message(many->answers, i), stream);
	fputc('\n', stream);
	return good;
}

int cli_many_print_csv(const cli_many *many, FILE *stream)
{
	fputs(many->numbered ? "question,x,y,z,verdict," : "x,y,z,verdict,", stream);
	for (int n = 0; n < NUMBERS; n++)
		if (has_number(many, n))
			fprintf(stream, "%s,", shown[n].key);
	fputs(many->profiles != NULL ? "shape," : "", stream);
	fputs("test,remark\n", stream);
	for (size_t i = 0; i < many->shown; i++)
		if (!print_line(many, many->order[i], stream))
			return cli_fail_memory();
	return CLI_OK;
}

/* ------------------------------------------------------------------------------------------------ JSON */

json_t *cli_many_names_json(cli_json *json, const cli_many *many, const size_t *columns, size_t count)
{
	json_t *names = json_array();
	for (size_t i = 0; i < count; i++)
		cli_json_push(json, names, cli_json_text(many->names[columns[i]]));
	return names;
}

static json_t *answer_json(cli_json *json, const cli_many *many, size_t i)
{
	const mixmi_question question = cli_many_question(many, i), *q = &question;
	json_t *object = json_object();
	cli_json_put(json, object, "x", cli_many_names_json(json, many, q->x, q->x_count));
	cli_json_put(json, object, "y", cli_many_names_json(json, many, q->y, q->y_count));
	cli_json_put(json, object, "z", cli_many_names_json(json, many, q->z, q->z_count));
	if (many->numbered)
		cli_json_put(json, object, "question", cli_json_count(i + 1));
	const mixmi_answer answer = cli_many_answer(many, i);
	cli_verdict_put(json, object, many->args->options, &answer);
	cli_json_put(json, object, "verdict", cli_verdict_json(cli_many_verdict(many, i)));
	cli_json_put(json, object, "p_holm", cli_json_number(many->holm != NULL ? many->holm[i] : NAN));
	cli_json_put(json, object, "p_bh", cli_json_number(many->bh != NULL ? many->bh[i] : NAN));
	if (many->profiles != NULL) {
		cli_json_put(json, object, "sign", cli_json_number(many->profiles[i].sign));
		cli_json_put(json, object, "sign_error", cli_json_number(many->profiles[i].sign_error));
		cli_json_put(json, object, "shape", json_string(many->profiles[i].word));
		cli_json_put(json, object, "along", json_string(many->profiles[i].along_y ? "y" : "x"));
		cli_json_put(json, object, "where", cli_json_number(many->profiles[i].where));
		cli_json_put(json, object, "size", cli_size_json(json, &many->profiles[i], many->table, q));
	}
	const char *remark = mixmi_answers_message(many->answers, i);
	cli_json_put(json, object, "remark", remark == NULL ? json_null() : cli_json_text(remark));
	return object;
}

void cli_many_json_begin(cli_json *json, const cli_many *many)
{
	cli_json_begin(json, many->args, cli_methods_fits(many->args) ? cli_args_option(many->args, "preset") : NULL);
	cli_json_put(json, json->root, "rows", cli_json_count(mixmi_table_rows(many->table)));
	cli_json_put(json, json->root, "units", json_string(units_name(many)));
	cli_json_put(json, json->root, "test", json_string(test_name(many)));
	cli_json_put(json, json->root, "alpha", cli_json_number(cli_args_number(many->args, "alpha")));
	cli_json_put(json, json->root, "seed", cli_json_option(many->args, "seed"));
	cli_json_put(json, json->root, "adjust",
	             many->deciding == NULL ? json_null() : json_string(many->deciding == many->holm ? "holm" : "bh"));
	cli_json_put(json, json->root, "count", cli_json_count(many->count));
	cli_json_put(json, json->root, "detected", cli_json_count(count_found(many, many->deciding)));
}

/* The additional notes, one per line. */
static void put_notes(cli_json *json, const cli_many *many)
{
	cli_json_notes(json, "remarks", many->table);
	const char *line = many->notes.bytes == NULL ? "" : many->notes.bytes;
	while (*line != '\0') {
		size_t size = strcspn(line, "\n");
		json_t *note = json_stringn(line, size); /* valid UTF-8: it was made for display */
		cli_json_push(json, json_object_get(json->root, "remarks"), note);
		line += size + 1;
	}
}

void cli_many_json_end(cli_json *json, const cli_many *many)
{
	json_t *answers = json_array();
	for (size_t i = 0; i < many->shown; i++)
		cli_json_push(json, answers, answer_json(json, many, many->order[i]));
	cli_json_put(json, json->root, "answers", answers);
	put_notes(json, many);
}
