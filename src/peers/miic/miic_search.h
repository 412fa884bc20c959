/* The state of a search for bins, and the two searches: without and with conditioning columns. */
#ifndef MIIC_MIIC_SEARCH_H
#define MIIC_MIIC_SEARCH_H

#include "peers/miic/cut.h"

enum { MIIC_X = 0, MIIC_Y = 1, MIIC_Z = 2 }; /* positions of columns in the sample; all from MIIC_Z on are Z */
#define MIIC_NONE SIZE_MAX

typedef struct miic_search {
	const miic_sample *sample;
	miic_cost cost;
	miic_bins *bins;  /* [columns] current */
	miic_bins *next;  /* [columns] for the next round */
	miic_cells given; /* scratch */
	miic_cells joint;
	miic_numbering numbering;
} miic_search;

bool miic_search_init(miic_search *search, const miic_sample *sample);
void miic_search_clear(miic_search *search);

/* Information in bits, and its penalty. */
typedef struct miic_score {
	double information;
	double complexity;
} miic_score;

/* I(a; partner and Z) for the current bins, with the complexity of each cell of (partner, Z); `partner` may be
 * MIIC_NONE. */
bool miic_search_score(miic_score *score, miic_search *search, size_t a, size_t partner);

/* I(X;Y|Z): half the sum of I(a; partner and Z) - I(a; Z) over both assignments of X and Y to a and partner. */
bool miic_search_conditional(miic_score *score, miic_search *search);

/* Stores in search->next the bins of a continuous column that are best for I(a; column, partner and Z). A column with
 * one bin keeps it. */
bool miic_search_cut(miic_search *search, size_t column, size_t a, size_t partner);

/* Code length of the cuts of column X or Y, in bits. */
double miic_search_cut_bits(const miic_search *search, size_t column);

/* Equal-frequency bins in the columns first .. last-1. */
void miic_search_equal(miic_search *search, size_t first, size_t last, size_t wanted);

/* Initial numbers of bins from 2 to one less than this are tried. */
size_t miic_search_trials(const miic_search *search);

/* Scores of the rounds of a search. It has converged if a score recurs (within 1e-5 nats). The result is then the mean
 * over the rounds since that score, because a search may also be periodic. */
enum { MIIC_ROUNDS = 50 };

typedef struct miic_trace {
	size_t rounds;
	miic_score scores[MIIC_ROUNDS];
	miic_score result;
} miic_trace;

/* Records the score of a round; returns true if the search has converged. */
bool miic_trace_add(miic_trace *trace, miic_score score);

/* I(X;Y) and I(X;Y|Z) for the best bins. False if memory runs out. */
bool miic_search_pair(miic_score *score, miic_search *search);
bool miic_search_given(miic_score *score, miic_search *search);

#endif
