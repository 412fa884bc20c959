/* An explanation: the answer of the option "estimator", the grid behind it, what its cells contribute, the profile, and what
 * the groups of Z say. Invariant: complete once handed over; nothing in it changes after that. */
#include <stdlib.h>
#include <string.h>

#include "answers/ask.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/work.h"
#include "explain/by_z.h"
#include "explain/contributions.h"
#include "explain/profile.h"
#include "explain/words.h"

struct mixmi_explanation {
	mixmi_answer answer;
	mixmi_profile profile;
	mixmi_histogram *histogram;
	explain_cells cells;
	explain_groups groups;
	question_ready question; /* its columns are those of the histogram */
};

static mixmi_status build(mixmi_explanation *e, const mixmi_table *table, const mixmi_question *question, bool by_z,
                          const mixmi_options *options)
{
	const ask_context alone = { 0 };
	e->profile = explain_no_profile(MIXMI_SHAPE_NONE);
	mixmi_status status = question_init(&e->question, table, question);
	if (status == MIXMI_OK)
		status = answers_ask_estimate(&e->answer, &e->histogram, table, question, options, &alone);
	if (status == MIXMI_OK && e->histogram == NULL)
		status = base_error(MIXMI_ERROR_USAGE, "estimator %s has no grid to explain: use hist", e->answer.method);
	if (status == MIXMI_OK && e->answer.estimate.value > 0)
		status = explain_profile(&e->profile, table, question);
	if (status == MIXMI_OK)
		status = explain_cells_init(&e->cells, e->histogram, &e->question.places);
	if (status == MIXMI_OK && by_z && question->z_count > 0)
		status = explain_groups_init(&e->groups, table, question, &e->question, e->histogram, false, options);
	return status;
}

mixmi_status mixmi_explain(mixmi_explanation **out, const mixmi_table *table, const mixmi_question *question, bool by_z,
                           const mixmi_options *options)
{
	mixmi_options settled;
	base_watch watch;
	mixmi_explanation *e = base_array_zero(1, sizeof *e);
	*out = NULL;
	if (e == NULL)
		return base_error_memory();
	base_watch_settle(&watch, &settled, options);
	mixmi_status status = build(e, table, question, by_z, &settled);
	if (status == MIXMI_OK)
		*out = e;
	else
		mixmi_explanation_free(e);
	return status;
}

void mixmi_explanation_free(mixmi_explanation *explanation)
{
	if (explanation == NULL)
		return;
	mixmi_histogram_free(explanation->histogram);
	explain_cells_clear(&explanation->cells);
	explain_groups_clear(&explanation->groups);
	question_clear(&explanation->question);
	free(explanation);
}

/* ------------------------------------------------------------------------------------------------ what is in it */

const mixmi_answer *mixmi_explanation_answer(const mixmi_explanation *explanation)
{
	return &explanation->answer;
}

const mixmi_profile *mixmi_explanation_profile(const mixmi_explanation *explanation)
{
	return &explanation->profile;
}

const mixmi_histogram *mixmi_explanation_histogram(const mixmi_explanation *explanation)
{
	return explanation->histogram;
}

const mixmi_explained_cell *mixmi_explanation_cell(const mixmi_explanation *explanation, size_t index)
{
	return index < explanation->cells.count ? &explanation->cells.cells[index] : NULL;
}

const mixmi_explained_group *mixmi_explanation_group(const mixmi_explanation *explanation, size_t index)
{
	return index < explanation->groups.count ? &explanation->groups.groups[index].shown : NULL;
}

mixmi_status mixmi_explanation_words(char **text, const mixmi_explanation *explanation, size_t index)
{
	explain_text words = { 0 };
	*text = NULL;
	if (index >= explanation->cells.count)
		return base_error(MIXMI_ERROR_USAGE, "no cell %zu: the explanation has %zu", index, explanation->cells.count);
	explain_add_cell(&words, explanation->histogram, explanation->question.places.x, explanation->question.count,
	                 explanation->cells.cells[index].bins);
	return explain_text_finish(text, &words);
}
