/* Cases for independence tests: tables with columns x, y, z1, z2, ... drawn so that X and Y are independent given Z (nulls)
 * or not (alternatives). In a null, Y is drawn from Z and its own noise alone, by the types of the functions below: that
 * makes the independence true by construction, and lets a test draw Y again given Z. */
#ifndef EXPERIMENTS_LEVELS_H
#define EXPERIMENTS_LEVELS_H

#include <stdbool.h>

#include "ask.h"
#include "draw.h"

enum { LEVEL_COLUMNS = 24, LEVEL_PARAMETERS = 24 };

typedef enum level_class {
	LEVEL_ADDITIVE,    /* Z acts by a sum of functions of one column each */
	LEVEL_DISCRETE,    /* discrete, ordinal, count or mixture X and Y, 1 to 8 Z */
	LEVEL_SCALE,       /* Z acts on the spread or on the shape */
	LEVEL_LEVELS,      /* discrete Z of many levels */
	LEVEL_GROUPS,      /* group codes given as numbers */
	LEVEL_INTERACTION, /* Z acts by interactions of two or three columns */
	LEVEL_UNLEARNABLE, /* nobody can learn from the rows how Z acts */
	LEVEL_NO_Z,
	LEVEL_IRRELEVANT, /* Z is there and does nothing, or acts on one side only */
	LEVEL_MCMIKNN,    /* the design of the mCMIkNN paper */
	LEVEL_LABELS,     /* labels of many levels beside numbers */
	LEVEL_WAVES,      /* waves and calendars */
	LEVEL_SUMS,       /* sums of squares or kinks */
	LEVEL_SURFACES,   /* a surface over two numbers */
	LEVEL_WEAK,       /* from here on alternatives: weak linear dependence */
	LEVEL_SHAPE,      /* without Z, of some shape */
	LEVEL_GIVEN,      /* left over once Z is known */
	LEVEL_COLLIDER,   /* made by conditioning on a common effect */
	LEVEL_CLASSES
} level_class;

typedef struct level_case level_case;

/* One data set while it is being drawn. */
typedef struct level_draw {
	draw stream;
	const level_case *c;
	size_t index, rows;                  /* number of the row that is drawn, and how many there will be */
	size_t z_count;                      /* columns of Z */
	char types[LEVEL_COLUMNS + 1];       /* as in ask_table(); a case of the mCMIkNN design picks them anew */
	double parameters[LEVEL_PARAMETERS]; /* what the case drew once for the data set */
} level_draw;

typedef void level_begin(level_draw *d);
typedef void level_z(double *z, level_draw *d);
/* The signal of Z in a side, with mean 0 and variance 1 if Z is Gaussian or as the sampler gives it. It may draw random
 * numbers, separately for each side. */
typedef double level_signal(const double *z, level_draw *d);
/* A value from the signal and a standard normal; `share` is the signal's share of the latent variance, or its strength. */
typedef double level_kind(double signal, double noise, double share, level_draw *d);
typedef void level_row(double *row, level_draw *d);

typedef struct level_side {
	level_signal *signal;
	level_kind *kind;
	double share;
} level_side;

struct level_case {
	const char *name;
	const char *what;  /* one line in words */
	const char *types; /* of x, y, z1, ...: see ask_table() */
	level_class class;
	level_z *z;
	level_side x, y;
	double rho;         /* correlation of the two noises: 0 in a null */
	level_row *row;     /* draws a whole row by itself instead; NULL in a null */
	level_begin *begin; /* draws what holds for the whole data set, or NULL */
	size_t rows;        /* the only number of rows it is asked with; 0: any */
};

/* Number `index` of the suite (nulls first) and of the hold-out set, or NULL beyond the end; by name from either, or NULL. */
const level_case *level_at(size_t index);
const level_case *level_holdout_at(size_t index);
const level_case *level_find(const char *name);

bool level_is_null(const level_case *c);
const char *level_class_name(level_class class);

/* Starts draw `number` under `seed`; rows follow one by one. */
void level_start(level_draw *d, const level_case *c, size_t rows, uint64_t seed, uint64_t number);
void level_next(double *row, level_draw *d);
/* Y of a null drawn again for the same Z. */
double level_response(const double *z, level_draw *d);

ask_shape level_shape(const level_case *c);
mixmi_status level_table(mixmi_table **out, level_draw *d, const level_case *c, size_t rows, uint64_t seed,
                         uint64_t number);

#endif
