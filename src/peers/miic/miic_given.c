/* The search for I(X;Y|Z) = 1/2 [ I(X;YZ) - I(X;Z) + I(Y;XZ) - I(Y;Z) ]. In each round, each of the four terms is
 * optimised separately over the bins of Z, starting from equal frequencies. Then Y is cut again for I(X;YZ) and X for
 * I(Y;XZ), for use from the next round on. If a difference of two terms is not positive, the search found better bins
 * of Z for the smaller term: these are used for both in the next round. */
#include <string.h>

#include "peers/miic/miic_search.h"

enum { Z_PASSES = 3 };

static const double no_gain = 1e-10 / MIIC_LN2; /* bits, for 1e-10 nats */

/* One of X and Y, in the role of a in I(a; partner, Z) - I(a; Z). */
typedef struct side {
	miic_bins *found; /* [columns] bins of Z that were best for I(a; Z) in the last round */
	bool reuse;       /* use them in this round */
	miic_score with, alone;
} side;

typedef struct state {
	miic_search *search;
	size_t z_start; /* initial number of bins of columns of Z */
	side sides[2];
} state;

static bool state_init(state *s, miic_search *search)
{
	const miic_sample *sample = search->sample;
	memset(s, 0, sizeof *s);
	s->search = search;
	double root = floor(pow((double)sample->rows, 1 / (double)sample->column_count) + 0.5);
	s->z_start = root < 2 ? 2 : root < 30 ? (size_t)root : 30;
	if (s->z_start > sample->most_bins)
		s->z_start = sample->most_bins;
	bool done = true;
	for (size_t a = MIIC_X; a <= MIIC_Y; a++) {
		s->sides[a].found = mixmi_allocate_zero(sample->column_count, sizeof *s->sides[a].found);
		done = done && s->sides[a].found != NULL;
		for (size_t j = MIIC_Z; done && j < sample->column_count; j++)
			done = miic_bins_init(&s->sides[a].found[j], &sample->columns[j]);
	}
	return done;
}

static void state_clear(state *s)
{
	for (size_t a = MIIC_X; a <= MIIC_Y; a++) {
		for (size_t j = MIIC_Z; s->sides[a].found != NULL && j < s->search->sample->column_count; j++)
			miic_bins_clear(&s->sides[a].found[j]);
		mixmi_free(s->sides[a].found);
	}
}

/* Initial number of equal-frequency bins for all columns: the one that is best for both larger terms. */
static bool choose_start(state *s)
{
	miic_search *search = s->search;
	size_t best = search->sample->start_bins, trials = miic_search_trials(search);
	double highest = -INFINITY;
	for (size_t wanted = 2; wanted < trials; wanted++) {
		double sum = 0;
		miic_search_equal(search, MIIC_X, search->sample->column_count, wanted);
		for (size_t a = MIIC_X; a <= MIIC_Y; a++) {
			miic_score score;
			if (!miic_search_score(&score, search, a, 1 - a))
				return false;
			sum += score.information - score.complexity;
		}
		if (sum > highest) {
			highest = sum;
			best = wanted;
		}
	}
	miic_search_equal(search, MIIC_X, MIIC_Z, best);
	return true;
}

/* The best bins of Z for I(a; partner, Z), stored in search->bins. Columns of a pass do not see each other's new
 * bins. */
static bool optimise_z(state *s, size_t a, size_t partner)
{
	miic_search *search = s->search;
	const miic_sample *sample = search->sample;
	if (s->sides[a].reuse) {
		for (size_t j = MIIC_Z; j < sample->column_count; j++)
			miic_bins_copy(&search->bins[j], &s->sides[a].found[j], &sample->columns[j]);
		return true;
	}
	miic_search_equal(search, MIIC_Z, sample->column_count, s->z_start);
	size_t passes = sample->column_count == MIIC_Z + 1 ? 1 : Z_PASSES;
	for (size_t pass = 0; pass < passes; pass++) {
		for (size_t j = MIIC_Z; j < sample->column_count; j++)
			if (sample->columns[j].continuous && !miic_search_cut(search, j, a, partner))
				return false;
		for (size_t j = MIIC_Z; j < sample->column_count; j++)
			miic_bins_exchange(&search->bins[j], &search->next[j]);
	}
	return true;
}

static bool run_side(state *s, size_t a)
{
	miic_search *search = s->search;
	const miic_sample *sample = search->sample;
	side *own = &s->sides[a];
	size_t partner = 1 - a;
	if (!optimise_z(s, a, partner) || !miic_search_score(&own->with, search, a, partner))
		return false;
	own->with.complexity += miic_search_cut_bits(search, partner);
	if (sample->columns[partner].continuous && !miic_search_cut(search, partner, a, MIIC_NONE))
		return false;
	if (!optimise_z(s, a, MIIC_NONE) || !miic_search_score(&own->alone, search, a, MIIC_NONE))
		return false;
	for (size_t j = MIIC_Z; j < sample->column_count; j++)
		miic_bins_copy(&own->found[j], &search->bins[j], &sample->columns[j]);
	return true;
}

/* Runs a round; *gained is false if a difference of terms was not positive. */
static bool run_round(miic_score *score, bool *gained, state *s)
{
	*score = (miic_score){ 0, 0 };
	bool gains[2];
	for (size_t a = MIIC_X; a <= MIIC_Y; a++) {
		if (!run_side(s, a))
			return false;
		const side *own = &s->sides[a];
		gains[a] = own->with.information - own->alone.information >= no_gain;
		score->information += 0.5 * (own->with.information - own->alone.information);
		score->complexity += 0.5 * (own->with.complexity - own->alone.complexity);
	}
	for (size_t a = MIIC_X; a <= MIIC_Y; a++) {
		miic_bins_exchange(&s->search->bins[a], &s->search->next[a]);
		s->sides[a].reuse = !gains[a] || (s->sides[a].reuse && !gains[1 - a]);
	}
	*gained = !s->sides[MIIC_X].reuse && !s->sides[MIIC_Y].reuse;
	return true;
}

/* A round without gain does not count, unless X or Y is reduced to one bin, which ends the search one round later. */
static bool run(miic_trace *trace, state *s)
{
	size_t rounds = MIIC_ROUNDS;
	const miic_bins *bins = s->search->bins;
	for (size_t round = 0; round < rounds; round++) {
		miic_score score;
		bool gained;
		if (!run_round(&score, &gained, s))
			return false;
		bool one_bin = bins[MIIC_X].count == 1 || bins[MIIC_Y].count == 1;
		if (!gained && one_bin && round + 1 < rounds)
			rounds = round + 2;
		if (!gained && !one_bin)
			trace->scores[trace->rounds++] = (miic_score){ 0, 0 };
		else if (miic_trace_add(trace, score))
			break;
	}
	return true;
}

bool miic_search_given(miic_score *score, miic_search *search)
{
	state s;
	miic_trace trace = { .rounds = 0 };
	bool done = state_init(&s, search) && choose_start(&s) && run(&trace, &s);
	state_clear(&s);
	*score = trace.result;
	return done;
}
