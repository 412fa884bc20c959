/* The invariant: a part's values are a function of its cell, its draws and the seed. Results therefore do not depend on the
 * order of parts, the number of threads, or how often the program was restarted. */
#include "run.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

static size_t parts_of(const cell *c)
{
	return (c->draws + c->per_part - 1) / c->per_part;
}

bool results_make(results *out, const plan *p)
{
	size_t values = 0, parts = 0;
	*out = (results){ .plan = p,
		              .starts = malloc((p->count + 1) * sizeof(size_t)),
		              .seconds = calloc(p->count + 1, sizeof(double)),
		              .first_part = malloc((p->count + 1) * sizeof(size_t)) };
	if (out->starts == NULL || out->seconds == NULL || out->first_part == NULL) {
		results_free(out);
		return false;
	}
	for (size_t i = 0; i < p->count; i++) {
		out->starts[i] = values;
		out->first_part[i] = parts;
		values += p->cells[i].draws * p->cells[i].kind->values;
		parts += parts_of(&p->cells[i]);
	}
	out->parts = parts;
	out->values = malloc((values + 1) * sizeof *out->values);
	out->done = calloc(parts + 1, sizeof *out->done);
	if (out->values == NULL || out->done == NULL) {
		results_free(out);
		return false;
	}
	return true;
}

void results_free(results *r)
{
	free(r->starts);
	free(r->values);
	free(r->done);
	free(r->seconds);
	free(r->first_part);
	*r = (results){ 0 };
}

/* ------------------------------------------------------------------------------------------------- one part */

typedef struct part {
	size_t cell;
	size_t number; /* within the cell */
	double seconds;
} part;

static size_t first_draw(const cell *c, size_t number)
{
	return number * c->per_part;
}

static size_t draws_in(const cell *c, size_t number)
{
	size_t left = c->draws - first_draw(c, number);
	return left < c->per_part ? left : c->per_part;
}

bool results_take(void *context, const checkpoint_record *record)
{
	results *r = context;
	for (size_t i = 0; i < r->plan->count; i++) {
		const cell *c = &r->plan->cells[i];
		char key[CELL_KEY];
		cell_key(key, c);
		if (strcmp(key, record->key) != 0)
			continue;
		size_t number = record->first / c->per_part;
		if (record->first % c->per_part != 0 || number >= parts_of(c) || record->count != draws_in(c, number) ||
		    record->value_count != record->count * c->kind->values)
			return false;
		memcpy(r->values + r->starts[i] + record->first * c->kind->values, record->values,
		       record->value_count * sizeof(double));
		if (!r->done[r->first_part[i] + number])
			r->seconds[i] += record->seconds;
		r->done[r->first_part[i] + number] = true;
		return true;
	}
	return true; /* of an experiment that --only leaves out */
}

static bool compute(results *r, const part *p, uint64_t seed, double *seconds)
{
	const cell *c = &r->plan->cells[p->cell];
	size_t first = first_draw(c, p->number), width = c->kind->values;
	double start = progress_clock();
	for (size_t i = 0; i < draws_in(c, p->number); i++) {
		double *values = r->values + r->starts[p->cell] + (first + i) * width;
		if (c->kind->run(values, c, seed, first + i) != MIXMI_OK) {
			char key[CELL_KEY];
			cell_key(key, c);
			fprintf(stderr, "reproduce: %s, draw %zu: %s\n", key, first + i, mixmi_error_message());
			return false;
		}
	}
	*seconds = progress_clock() - start;
	return true;
}

static bool record(results *r, checkpoint *to, const part *p, double seconds)
{
	const cell *c = &r->plan->cells[p->cell];
	char key[CELL_KEY];
	cell_key(key, c);
	checkpoint_record line = {
		.key = key, .first = first_draw(c, p->number), .count = draws_in(c, p->number), .seconds = seconds
	};
	line.value_count = line.count * c->kind->values;
	line.values = r->values + r->starts[p->cell] + line.first * c->kind->values;
	r->seconds[p->cell] += seconds;
	r->done[r->first_part[p->cell] + p->number] = true;
	return checkpoint_add(to, &line);
}

/* ------------------------------------------------------------------------------------------------- all parts */

/* Cheap cells first, so that most results are available early; timed cells last. The rest of the order
 * keeps parts of one cell together. */
static int compare_parts(const void *a, const void *b)
{
	const part *x = a, *y = b;
	if (x->seconds < y->seconds || x->seconds > y->seconds)
		return x->seconds < y->seconds ? -1 : 1;
	if (x->cell != y->cell)
		return x->cell < y->cell ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* The remaining parts of cells that are timed, or of those that are not, cheap ones first. */
static part *parts_left(const results *r, bool timed, size_t *count)
{
	part *parts = malloc((r->parts + 1) * sizeof *parts);
	*count = 0;
	for (size_t i = 0; parts != NULL && i < r->plan->count; i++) {
		const cell *c = &r->plan->cells[i];
		for (size_t j = 0; c->kind->timed == timed && j < parts_of(c); j++)
			if (!r->done[r->first_part[i] + j])
				parts[(*count)++] = (part){ i, j, c->seconds * (double)draws_in(c, j) };
	}
	if (parts != NULL)
		qsort(parts, *count, sizeof *parts, compare_parts);
	return parts;
}

/* Expected seconds of the work done and of all work. */
static void expected(const results *r, double *done, double *all, size_t *parts)
{
	*done = *all = 0;
	*parts = 0;
	for (size_t i = 0; i < r->plan->count; i++) {
		const cell *c = &r->plan->cells[i];
		for (size_t j = 0; j < parts_of(c); j++) {
			double seconds = c->seconds * (double)draws_in(c, j);
			*all += seconds;
			if (r->done[r->first_part[i] + j]) {
				*done += seconds;
				++*parts;
			}
		}
	}
}

typedef struct progress_state {
	double done, all; /* expected seconds */
	size_t parts;
	bool failed;
} progress_state;

static void run_parts(results *r, checkpoint *to, uint64_t seed, int threads, bool timed, progress_state *state)
{
	size_t count;
	part *parts = parts_left(r, timed, &count);
	if (parts == NULL) {
		state->failed = true;
		return;
	}
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
	for (size_t i = 0; i < count; i++) {
		bool stop;
#pragma omp atomic read
		stop = state->failed;
		if (stop || progress_stopped())
			continue;
		double seconds = 0;
		bool computed = compute(r, &parts[i], seed, &seconds);
#pragma omp critical
		{
			bool recorded = computed && record(r, to, &parts[i], seconds);
			if (computed && !recorded)
				fprintf(stderr, "reproduce: could not write the checkpoint\n");
			if (!recorded) {
#pragma omp atomic write
				state->failed = true;
			}
			char key[CELL_KEY];
			cell_key(key, &r->plan->cells[parts[i].cell]);
			state->done += parts[i].seconds;
			progress_show(state->done / state->all, ++state->parts, r->parts, key);
		}
	}
	free(parts);
}

run_status run_all(results *r, checkpoint *to, uint64_t seed, int threads)
{
	progress_state state = { 0 };
	expected(r, &state.done, &state.all, &state.parts);
	if (state.parts > 0)
		fprintf(stderr, "reproduce: %zu of %zu parts are in the checkpoint\n", state.parts, r->parts);
	progress_start(state.done / state.all);
	run_parts(r, to, seed, threads, false, &state);
	if (!state.failed && !progress_stopped())
		run_parts(r, to, seed, 1, true, &state);
	progress_end();
	if (state.failed)
		return RUN_FAILED;
	return state.parts < r->parts ? RUN_STOPPED : RUN_DONE;
}
