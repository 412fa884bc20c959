/* src/base/work: every piece is done once, the lowest failure is reported, and cancelling stops pieces that have not
 * started; the same holds if the pieces are shared between processes. */
#include <pthread.h>
#include <sched.h>

#include "base/error.h"
#include "base/hand_out.h"
#include "base/work.h"
#include "unit.h"

enum { PIECES = 400 };

static mixmi_options threads_of(int64_t threads)
{
	mixmi_options options;
	init_options(&options);
	options.threads = threads;
	return options;
}

/* ------------------------------------------------------------------------------------------------------- doing all */

typedef struct marks {
	atomic_int done[PIECES];
	size_t threads;
	atomic_int strange;
} marks;

static mixmi_status mark(void *context, size_t index, base_worker *worker)
{
	marks *m = context;
	m->done[index]++;
	m->strange += worker->thread >= m->threads || worker->index != index;
	return MIXMI_OK;
}

static void every_piece_is_done_once(void **state)
{
	(void)state;
	for (int64_t threads = 1; threads <= 5; threads++)
		for (size_t chunk = 0; chunk < 9; chunk++) {
			mixmi_options options = threads_of(threads);
			size_t count = PIECES - chunk;
			base_work work = { .options = &options, .count = count, .chunk = chunk };
			marks m = { .threads = (size_t)base_work_threads(&work) };
			assert_ok(base_work_run(&work, mark, &m));
			assert_int_equal(m.strange, 0);
			for (size_t i = 0; i < PIECES; i++)
				assert_int_equal(m.done[i], i < count);
		}
}

static void no_piece_is_no_work(void **state)
{
	(void)state;
	mixmi_options options = threads_of(3);
	base_work work = { .options = &options, .count = 0 };
	marks m = { .threads = 1 };
	assert_int_equal(base_work_threads(&work), 1);
	assert_ok(base_work_run(&work, mark, &m));
	assert_int_equal(m.done[0], 0);
}

static void there_are_no_more_threads_than_pieces(void **state)
{
	(void)state;
	mixmi_options options = threads_of(8);
	base_work work = { .options = &options, .count = 3 };
	assert_int_equal(base_work_threads(&work), 3);
	work.threads = 2;
	assert_int_equal(base_work_threads(&work), 2);
}

/* ---------------------------------------------------------------------------------------------------------- failing */

typedef struct trap {
	const bool *fails; /* [PIECES] */
	atomic_int done;
} trap;

/* Checks for failures of others now and then, as long pieces do. */
static mixmi_status fall(void *context, size_t index, base_worker *worker)
{
	trap *t = context;
	for (int i = 0; i < 20 && base_work_goes_on(worker); i++)
		;
	t->done++;
	return t->fails[index] ? base_error(MIXMI_ERROR_LIMIT, "piece %zu", index) : MIXMI_OK;
}

static void the_lowest_failure_is_reported_for_any_threads(void **state)
{
	(void)state;
	uint64_t seed = 20;
	print_message("seed %llu\n", (unsigned long long)seed);
	for (int repetition = 0; repetition < 60; repetition++) {
		bool fails[PIECES] = { false };
		size_t lowest = PIECES;
		for (size_t i = 0; i < 30; i++) {
			size_t index = test_below(&seed, PIECES);
			fails[index] = true;
			lowest = index < lowest ? index : lowest;
		}
		char message[32];
		snprintf(message, sizeof message, "piece %zu", lowest);
		for (int64_t threads = 1; threads <= 4; threads++)
			for (size_t chunk = 1; chunk <= 7; chunk += 3) {
				mixmi_options options = threads_of(threads);
				base_work work = { .options = &options, .count = PIECES, .chunk = chunk };
				trap t = { .fails = fails };
				assert_int_equal(base_work_run(&work, fall, &t), MIXMI_ERROR_LIMIT);
				assert_string_equal(mixmi_error_message(), message);
				assert_true(threads > 1 || (size_t)t.done == lowest + 1);
			}
	}
}

/* Piece 0 fails only after piece 1 has failed, whichever threads run them. */
static mixmi_status fall_in_turn(void *context, size_t index, base_worker *worker)
{
	atomic_bool *fallen = context;
	(void)worker;
	if (index == 0)
		while (!*fallen)
			sched_yield();
	*fallen = true;
	return base_error(MIXMI_ERROR_LIMIT, "piece %zu", index);
}

static void a_lower_piece_that_fails_later_is_the_one_reported(void **state)
{
	(void)state;
	mixmi_options options = threads_of(2);
	base_work work = { .options = &options, .count = 2 };
	for (int repetition = 0; repetition < 20; repetition++) {
		atomic_bool fallen = false;
		assert_int_equal(base_work_run(&work, fall_in_turn, &fallen), MIXMI_ERROR_LIMIT);
		assert_string_equal(mixmi_error_message(), "piece 0");
	}
}

/* ------------------------------------------------------------------------------------------------------- cancelling */

typedef struct brake {
	pthread_t caller;
	int left;
	size_t calls;
	bool elsewhere;
} brake;

static bool press(void *context, const mixmi_progress *progress)
{
	brake *b = context;
	assert_string_equal(progress->stage, "braking");
	assert_true(progress->done <= progress->total);
	b->calls++;
	b->elsewhere = b->elsewhere || !pthread_equal(pthread_self(), b->caller);
	return b->left-- > 0;
}

static void cancelling_leaves_out_what_has_not_begun(void **state)
{
	(void)state;
	for (int64_t threads = 1; threads <= 4; threads++) {
		brake b = { .caller = pthread_self(), .left = 5 };
		mixmi_options options = threads_of(threads);
		options.progress = press;
		options.progress_context = &b;
		base_work work = { .options = &options, .count = PIECES, .stage = "braking" };
		marks m = { .threads = 4 };
		mixmi_status status = base_work_run(&work, mark, &m);
		size_t done = 0;
		for (size_t i = 0; i < PIECES; i++)
			done += (size_t)m.done[i];
		assert_false(b.elsewhere);
		if (threads == 1)
			assert_true(status == MIXMI_ERROR_CANCELLED && done == 5 && b.calls == 6);
		else /* the others may have been through before the caller's sixth look */
			assert_true(status == MIXMI_ERROR_CANCELLED || (status == MIXMI_OK && done == PIECES));
	}
}

/* The caller's piece ends at once; the other runs until it is cancelled, which only the caller can do. */
static mixmi_status endless(void *context, size_t index, base_worker *worker)
{
	(void)context;
	(void)index;
	while (!worker->is_caller && base_work_goes_on(worker))
		;
	return MIXMI_OK;
}

static void the_caller_can_cancel_while_others_work(void **state)
{
	(void)state;
	brake b = { .caller = pthread_self(), .left = 10 };
	mixmi_options options = threads_of(2);
	options.progress = press;
	options.progress_context = &b;
	base_work work = { .options = &options, .count = 1000000000, .stage = "braking" };
	assert_fails(base_work_run(&work, endless, NULL), MIXMI_ERROR_CANCELLED, "cancelled while braking");
	assert_false(b.elsewhere);
}

/* --------------------------------------------------------------------------------------------------------- nesting */

typedef struct nest {
	const mixmi_options *options;
	atomic_int inner;
	atomic_int strange;
} nest;

static mixmi_status inner_piece(void *context, size_t index, base_worker *worker)
{
	nest *n = context;
	(void)index;
	n->inner++;
	n->strange += worker->thread != 0;
	return MIXMI_OK;
}

static mixmi_status outer_piece(void *context, size_t index, base_worker *worker)
{
	nest *n = context;
	(void)index;
	mixmi_options options = base_work_options(worker, n->options);
	options.threads = 4; /* asks for threads all the same */
	base_work work = { .options = &options, .count = 10, .stage = "inner" };
	n->strange += base_work_threads(&work) != 1;
	return base_work_run(&work, inner_piece, n);
}

static void a_loop_within_a_piece_runs_alone_and_reports_the_outer_stage(void **state)
{
	(void)state;
	brake b = { .caller = pthread_self(), .left = 1000000 };
	mixmi_options options = threads_of(3);
	options.progress = press; /* which insists on the name of the outer stage */
	options.progress_context = &b;
	base_work work = { .options = &options, .count = 30, .stage = "braking" };
	nest n = { .options = &options };
	assert_ok(base_work_run(&work, outer_piece, &n));
	assert_int_equal(n.inner, 300);
	assert_int_equal(n.strange, 0);
	assert_false(b.elsewhere);
}

/* ---------------------------------------------------------------------------------------------------- other processes */

/* Processes that take turns with runs of 7 pieces, and exchange results through shared memory, one after the other. */
typedef struct cluster {
	size_t ranks, next, pieces;
	base_parcel store;
	size_t failed;
	mixmi_status status;
	char message[64];
} cluster;

static void prepare(void *self, size_t pieces, int threads)
{
	cluster *c = self;
	(void)threads;
	c->pieces = pieces;
}

static void deal(void *self, size_t *first, size_t *count)
{
	cluster *c = self;
	size_t run = 7, start;
#pragma omp critical(deal)
	{
		start = c->next;
		c->next += run * c->ranks;
	}
	*first = start;
	*count = start >= c->pieces ? 0 : c->pieces - start < run ? c->pieces - start : run;
}

static mixmi_status gather(void *self, base_parcel *all, const base_parcel *own, mixmi_status status, size_t failed)
{
	cluster *c = self;
	base_parcel_put(&c->store, own->bytes, own->used);
	base_parcel_put(all, c->store.bytes, c->store.used);
	if (failed < c->failed) {
		c->failed = failed;
		c->status = status;
		snprintf(c->message, sizeof c->message, "%s", mixmi_error_message());
	}
	return c->status == MIXMI_OK ? MIXMI_OK : base_error(c->status, "%s", c->message);
}

typedef struct squares {
	double *out;
	size_t fails_from; /* every piece from here on */
	atomic_size_t done;
} squares;

static void put_done(base_parcel *parcel, void *context)
{
	squares *s = context;
	base_parcel_put_number(parcel, s->done);
}

static bool take_done(base_parcel *parcel, void *context)
{
	squares *s = context;
	size_t done;
	bool taken = base_parcel_take_size(parcel, &done);
	s->done += done;
	return taken;
}

static void put_square(base_parcel *parcel, void *context, size_t index)
{
	squares *s = context;
	base_parcel_put(parcel, &s->out[index], sizeof *s->out);
}

static bool take_square(base_parcel *parcel, void *context, size_t index)
{
	squares *s = context;
	return base_parcel_take(parcel, &s->out[index], sizeof *s->out);
}

static mixmi_status square(void *context, size_t index, base_worker *worker)
{
	squares *s = context;
	(void)worker;
	if (index >= s->fails_from)
		return base_error(MIXMI_ERROR_DATA, "piece %zu", index);
	s->out[index] = (double)index * (double)index;
	s->done++;
	return MIXMI_OK;
}

/* Runs the loop as each rank in turn; the last one has all results. */
static mixmi_status run_ranks(double *out, size_t ranks, int64_t threads, size_t fails_from)
{
	static const base_outcome outcome = { put_done, take_done, put_square, take_square };
	cluster c = { .ranks = ranks, .failed = SIZE_MAX, .status = MIXMI_OK };
	mixmi_options options = threads_of(threads);
	mixmi_status status = MIXMI_OK;
	for (size_t rank = 0; rank < ranks; rank++) {
		base_executor executor = { &c, rank, ranks, prepare, deal, NULL, gather };
		memset(out, 0, PIECES * sizeof *out);
		c.next = 7 * rank;
		base_work work = { .options = &options, .count = PIECES, .executor = &executor, .outcome = &outcome };
		squares s = { .out = out, .fails_from = fails_from };
		status = base_work_run(&work, square, &s);
		if (status == MIXMI_OK && rank + 1 == ranks)
			assert_int_equal(s.done, PIECES);
	}
	base_parcel_clear(&c.store);
	return status;
}

static void results_are_the_same_however_many_processes_share_the_pieces(void **state)
{
	(void)state;
	double out[PIECES];
	for (size_t ranks = 1; ranks <= 5; ranks++)
		for (int64_t threads = 1; threads <= 3; threads++) {
			assert_ok(run_ranks(out, ranks, threads, PIECES));
			for (size_t i = 0; i < PIECES; i++)
				assert_true(out[i] == (double)(i * i));
			assert_fails(run_ranks(out, ranks, threads, 123), MIXMI_ERROR_DATA, "piece 123");
		}
}

/* ------------------------------------------------------------------------------------------------------- handing out */

static void tickets_cover_all_pieces_once_in_chunks_that_shrink(void **state)
{
	(void)state;
	for (size_t pieces = 0; pieces < 3000; pieces = 2 * pieces + 1)
		for (size_t workers = 1; workers <= 1024; workers = 3 * workers + 1) {
			base_chunks c, later;
			size_t covered = 0, before = SIZE_MAX;
			base_chunks_start(&c, pieces, workers);
			for (size_t ticket = 0; base_chunks_seek(&c, ticket), c.count > 0; ticket++) {
				assert_true(c.first == covered && c.count <= before);
				before = c.count;
				covered += c.count;
				base_chunks_start(&later, pieces, workers); /* who skips tickets sees the same chunks */
				base_chunks_seek(&later, ticket);
				assert_true(later.first == c.first && later.count == c.count);
			}
			assert_int_equal(covered, pieces);
			assert_true(pieces == 0 || before == 1 || before <= pieces / workers + 1);
		}
}

static void parcels_give_back_what_was_put_in_and_no_more(void **state)
{
	(void)state;
	base_parcel p = { 0 };
	double value = 0.1;
	char *text, *none;
	size_t number;
	base_parcel_put_text(&p, "");
	base_parcel_put_text(&p, NULL);
	base_parcel_put_number(&p, 7);
	base_parcel_put(&p, &value, sizeof value);
	base_parcel_put_number(&p, 1000); /* a text that is not there */
	value = 0;
	assert_true(base_parcel_take_text(&p, &text) && strcmp(text, "") == 0);
	assert_true(base_parcel_take_text(&p, &none) && none == NULL);
	assert_true(base_parcel_take_size(&p, &number) && number == 7);
	assert_true(base_parcel_take(&p, &value, sizeof value) && value == 0.1);
	assert_false(base_parcel_take_text(&p, &none));
	assert_false(base_parcel_take(&p, &value, 1));
	free(text);
	base_parcel_clear(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_piece_is_done_once),
		cmocka_unit_test(no_piece_is_no_work),
		cmocka_unit_test(there_are_no_more_threads_than_pieces),
		cmocka_unit_test(the_lowest_failure_is_reported_for_any_threads),
		cmocka_unit_test(a_lower_piece_that_fails_later_is_the_one_reported),
		cmocka_unit_test(cancelling_leaves_out_what_has_not_begun),
		cmocka_unit_test(the_caller_can_cancel_while_others_work),
		cmocka_unit_test(a_loop_within_a_piece_runs_alone_and_reports_the_outer_stage),
		cmocka_unit_test(results_are_the_same_however_many_processes_share_the_pieces),
		cmocka_unit_test(tickets_cover_all_pieces_once_in_chunks_that_shrink),
		cmocka_unit_test(parcels_give_back_what_was_put_in_and_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
