/* Explanations as text, CSV and JSON. Names and labels are escaped as the format requires; information is in the units
 * of the options. */
#include "explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "layout.h"
#include "report.h"
#include "verdict.h"

enum { SHOWN_CELLS = 10, JSON_CELLS = 1000 };

const char *cli_strength_word(double strength)
{
	return strength >= 0.8   ? "very strong"
	       : strength >= 0.5 ? "strong"
	       : strength >= 0.3 ? "moderate"
	       : strength >= 0.1 ? "weak"
	                         : "very weak";
}

/* ------------------------------------------------------------------------------------------------ text */

/* The shape in words; NULL: a failure that has been reported. */
static char *shape_words(const cli_question *q, const mixmi_profile *profile)
{
	char *words;
	const mixmi_question asked = cli_question_asked(q);
	mixmi_status status = mixmi_profile_words(&words, profile, q->fit.table, &asked);
	if (status != MIXMI_OK)
		cli_fail_library(q->fit.args->command->name, NULL, status);
	return words;
}

int cli_explain_print_shape(const cli_question *q, const mixmi_explanation *explanation, FILE *stream)
{
	const mixmi_profile *profile = mixmi_explanation_profile(explanation);
	char *words = shape_words(q, profile);
	if (words == NULL)
		return CLI_LIMIT;
	cli_text line = { 0 };
	cli_text_add_shown(&line, words);
	mixmi_free(words);
	if (isfinite(profile->sign))
		cli_text_addf(&line, "; rank correlation %.3g%s, standard error %.2g", profile->sign,
		              q->counts[2] > 0 ? " given Z" : "", profile->sign_error);
	if (!line.failed)
		fprintf(stream, "shape     %s\n", line.bytes);
	int code = line.failed ? cli_fail_memory() : CLI_OK;
	cli_text_clear(&line);
	return code;
}

static bool add_cell(cli_layout *layout, const mixmi_explanation *explanation, size_t i)
{
	const mixmi_explained_cell *cell = mixmi_explanation_cell(explanation, i);
	char *words;
	if (mixmi_explanation_words(&words, explanation, i) != MIXMI_OK)
		return false;
	cli_layout_addf(layout, "%.1f%%", 100 * cell->share);
	cli_layout_addf(layout, "%.0f", cell->observed);
	cli_layout_addf(layout, "%.1f", cell->expected);
	cli_layout_add(layout, cell->observed > cell->expected ? "more" : "fewer");
	cli_layout_add(layout, words);
	mixmi_free(words);
	return true;
}

int cli_explain_print_cells(const cli_question *q, const mixmi_explanation *explanation, FILE *stream)
{
	cli_layout layout = { .align = "rrrll" };
	size_t count = 0;
	(void)q;
	cli_layout_heads(&layout, "share,rows,expected,,cell");
	while (count < SHOWN_CELLS && mixmi_explanation_cell(explanation, count) != NULL &&
	       mixmi_explanation_cell(explanation, count)->contribution > 0)
		layout.failed |= !add_cell(&layout, explanation, count++);
	if (count > 0 && !layout.failed)
		fputs("\nCells of the grid by their share of the estimate, with the rows expected under independence\n",
		      stream);
	layout.failed |= count == 0; /* print nothing, only free */
	bool printed = cli_layout_print(&layout, stream, 0);
	return printed || count == 0 ? CLI_OK : cli_fail_memory();
}

enum { REMARK = 64 };

/* "undecided: fewer than 40 rows" and the like; "" for a group with a dependence. */
static const char *group_remark(char out[REMARK], const mixmi_explained_group *group)
{
	const mixmi_answer *answer = group->answer;
	bool few = answer->verdict == MIXMI_UNDECIDED && group->rows < MIXMI_GROUP_ROWS;
	*out = '\0';
	if (few)
		snprintf(out, REMARK, "undecided: fewer than %d rows", MIXMI_GROUP_ROWS);
	else if (!cli_verdict_found(answer))
		snprintf(out, REMARK, "%s", cli_verdict_name(answer->verdict));
	return out;
}

static void add_group(cli_layout *layout, const cli_question *q, const mixmi_explained_group *group)
{
	char remark[REMARK];
	bool found = *group_remark(remark, group) == '\0';
	layout->style = found ? CLI_PLAIN : CLI_DIM;
	cli_layout_add(layout, group->words);
	cli_layout_addf(layout, "%llu", (unsigned long long)group->rows);
	cli_layout_number(layout, cli_fit_units(&q->fit, group->answer->estimate));
	cli_layout_number(layout, cli_fit_units(&q->fit, group->answer->lower));
	cli_layout_number(layout, cli_fit_units(&q->fit, group->answer->upper));
	cli_layout_p(layout, group->answer->p);
	cli_layout_number(layout, group->profile->sign);
	cli_layout_add(layout, found ? group->profile->word : remark);
}

/* Explains why the result for all rows may differ from those of groups: groups have fewer rows, and a group can differ
 * from the rest. */
static void print_difference(bool overall, size_t found, FILE *stream)
{
	if (overall && found == 0)
		fputs("\nThe dependence is detected in all rows together, but in no single group: the groups are too small.\n",
		      stream);
	else if (!overall && found > 0)
		fputs("\nThe dependence is detected in a single group, but is too rare or too weak to be detected in all rows "
		      "together.\n",
		      stream);
}

int cli_explain_print_groups(const cli_question *q, const mixmi_explanation *explanation, FILE *stream)
{
	const mixmi_explained_group *group;
	char remark[REMARK];
	size_t found = 0;
	cli_layout layout = { .align = "lrrrrrrl" };
	cli_layout_heads(&layout, "given,rows,estimate,lower,upper,p,sign,shape");
	for (size_t i = 0; (group = mixmi_explanation_group(explanation, i)) != NULL; i++) {
		found += *group_remark(remark, group) == '\0';
		add_group(&layout, q, group);
	}
	fprintf(stream, "\nFor each value or bin of Z, in %s\n", cli_fit_units_name(&q->fit));
	if (!cli_layout_print(&layout, stream, 0))
		return cli_fail_memory();
	print_difference(cli_verdict_found(mixmi_explanation_answer(explanation)), found, stream);
	return CLI_OK;
}

/* ------------------------------------------------------------------------------------------------ CSV */

int cli_explain_csv_cells(const cli_question *q, const mixmi_explanation *explanation, FILE *stream)
{
	const mixmi_explained_cell *cell;
	char *words;
	fprintf(stream, "cell,observed,expected,contribution_%s,share\n", cli_fit_units_name(&q->fit));
	for (size_t i = 0; (cell = mixmi_explanation_cell(explanation, i)) != NULL; i++) {
		mixmi_status status = mixmi_explanation_words(&words, explanation, i);
		if (status != MIXMI_OK)
			return cli_fail_library("cmi", NULL, status);
		cli_csv_field(words, stream);
		mixmi_free(words);
		cli_csv_number(cell->observed, stream);
		cli_csv_number(cell->expected, stream);
		cli_csv_number(cli_fit_units(&q->fit, cell->contribution), stream);
		cli_csv_number(cell->share, stream);
		fputc('\n', stream);
	}
	return CLI_OK;
}

int cli_explain_csv_groups(const cli_question *q, const mixmi_explanation *explanation, FILE *stream)
{
	const mixmi_explained_group *group;
	char remark[REMARK];
	fputs("given,", stream);
	cli_verdict_csv_header(stream);
	fputs(",sign,sign_error,shape,remark,units\n", stream);
	for (size_t i = 0; (group = mixmi_explanation_group(explanation, i)) != NULL; i++) {
		bool found = *group_remark(remark, group) == '\0';
		cli_csv_field(group->words, stream);
		fputc(',', stream);
		cli_verdict_csv(group->answer, q->fit.args->options, stream);
		cli_csv_number(group->profile->sign, stream);
		cli_csv_number(group->profile->sign_error, stream);
		fprintf(stream, ",%s,%s,%s\n", found ? group->profile->word : "", remark, cli_fit_units_name(&q->fit));
	}
	return CLI_OK;
}

/* ------------------------------------------------------------------------------------------------ JSON */

static void put_profile(cli_json *json, json_t *object, const mixmi_profile *profile)
{
	cli_json_put(json, object, "shape", json_string(profile->word));
	cli_json_put(json, object, "along", json_string(profile->along_y ? "y" : "x"));
	cli_json_put(json, object, "where", cli_json_number(profile->where));
	cli_json_put(json, object, "jump", cli_json_number(profile->jump));
	cli_json_put(json, object, "sign", cli_json_number(profile->sign));
	cli_json_put(json, object, "sign_error", cli_json_number(profile->sign_error));
}

static json_t *cell_json(cli_json *json, const cli_question *q, const mixmi_explanation *explanation, size_t i)
{
	const mixmi_explained_cell *cell = mixmi_explanation_cell(explanation, i);
	json_t *object = json_object(), *bins = json_array();
	char *words = NULL;
	if (mixmi_explanation_words(&words, explanation, i) != MIXMI_OK)
		json->failed = true;
	for (size_t j = 0; j < q->fit.info.columns; j++)
		cli_json_push(json, bins, json_integer(cell->bins[q->fit.places[j]]));
	cli_json_put(json, object, "words", words != NULL ? cli_json_text(words) : json_null());
	cli_json_put(json, object, "bins", bins);
	cli_json_put(json, object, "observed", cli_json_number(cell->observed));
	cli_json_put(json, object, "expected", cli_json_number(cell->expected));
	cli_json_put(json, object, "contribution", cli_json_number(cli_fit_units(&q->fit, cell->contribution)));
	cli_json_put(json, object, "share", cli_json_number(cell->share));
	mixmi_free(words);
	return object;
}

json_t *cli_explain_json(cli_json *json, const cli_question *q, const mixmi_explanation *explanation)
{
	const mixmi_profile *profile = mixmi_explanation_profile(explanation);
	json_t *object = json_object(), *cells = json_array();
	char *words = shape_words(q, profile);
	put_profile(json, object, profile);
	cli_json_put(json, object, "words", words != NULL ? cli_json_text(words) : json_null());
	mixmi_free(words);
	for (size_t i = 0; i < JSON_CELLS && mixmi_explanation_cell(explanation, i) != NULL; i++)
		cli_json_push(json, cells, cell_json(json, q, explanation, i));
	cli_json_put(json, object, "cells", cells);
	return object;
}

json_t *cli_explain_groups_json(cli_json *json, const cli_question *q, const mixmi_explanation *explanation)
{
	json_t *groups = json_array();
	const mixmi_explained_group *group;
	char remark[REMARK];
	for (size_t i = 0; (group = mixmi_explanation_group(explanation, i)) != NULL; i++) {
		json_t *object = json_object();
		cli_json_put(json, object, "words", cli_json_text(group->words));
		cli_verdict_put(json, object, q->fit.args->options, group->answer);
		put_profile(json, object, group->profile);
		cli_json_put(json, object, "remark", *group_remark(remark, group) != '\0' ? json_string(remark) : json_null());
		cli_json_push(json, groups, object);
	}
	return groups;
}
