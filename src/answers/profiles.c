/* Profiles of questions and of lists of answers. Answers of the default method bring theirs along; those of other methods
 * are regressed here. */
#include "answers/one_answer.h"

#include "answers/answer_list.h"
#include "base/answer.h"
#include "base/arena.h"
#include "base/sized.h"
#include "base/work.h"
#include "explain/profile.h"
#include "paper/question/question.h"

typedef struct profiling {
	mixmi_profile *out;
	const mixmi_table *table;
	const mixmi_question *question;
} profiling;

static mixmi_status describe(void *context, base_arena *arena)
{
	const profiling *p = context;
	*p->out = explain_profile(arena, p->table, question_take(arena, p->table, p->question), NULL);
	return MIXMI_OK;
}

mixmi_status answers_profile(mixmi_profile *out, const mixmi_table *table, const mixmi_question *question)
{
	profiling p = { out, table, question };
	mixmi_status status = base_arena_run(describe, &p);
	if (status != MIXMI_OK)
		*out = base_no_profile(MIXMI_SHAPE_NONE);
	return status;
}

mixmi_status answers_profile_of(mixmi_profile *out, const mixmi_answer *answer, const mixmi_table *table,
                                const mixmi_question *question)
{
	*out = answer->profile;
	bool lacks = out->shape == MIXMI_SHAPE_NONE && explain_has_profile(answer);
	return lacks ? answers_profile(out, table, question) : MIXMI_OK;
}

mixmi_status mixmi_profile_of(mixmi_profile *out, size_t size, const mixmi_table *table, const mixmi_question *question)
{
	question_ready ready;
	mixmi_profile profile = base_no_profile(MIXMI_SHAPE_NONE);
	mixmi_status status = question_init(&ready, table, question);
	if (status == MIXMI_OK) {
		question_clear(&ready);
		status = answers_profile(&profile, table, question);
	}
	base_give(out, size, &profile, sizeof profile);
	return status;
}

/* ------------------------------------------------------------------------------------------------ many */

typedef struct many {
	void *out;
	size_t size;
	const mixmi_answers *answers;
	const mixmi_table *table;
} many;

static mixmi_status profile_one(void *context, size_t index, base_worker *worker)
{
	const many *p = context;
	const mixmi_answer *answer = &p->answers->answers[index];
	const mixmi_question question = answers_list_question(p->answers, index);
	mixmi_profile profile;
	(void)worker;
	mixmi_status status = answers_profile_of(&profile, answer, p->table, &question);
	base_give(base_sized_at(p->out, p->size, index), p->size, &profile, sizeof profile);
	return status == MIXMI_ERROR_DATA ? MIXMI_OK : status;
}
mixmi_status mixmi_answers_profiles(mixmi_profile *out, size_t size, const mixmi_answers *answers,
                                    const mixmi_table *table, const mixmi_options *options)
{
	mixmi_options settled;
	base_watch watch;
	base_watch_settle(&watch, &settled, options);
	many p = { out, size, answers, table };
	const base_work work = { .options = &settled, .count = answers->count, .stage = "profiles", .unit = "questions" };
	return base_work_run(&work, profile_one, &p);
}
