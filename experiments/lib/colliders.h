/* The structures of the paper's supplement, "Detecting Collider and Non-Collider Structures": three columns, one
 * question. The text says tangent but the authors' code has tanh, so the mechanisms with that function exist with
 * either. */
#ifndef EXPERIMENTS_COLLIDERS_H
#define EXPERIMENTS_COLLIDERS_H

#include "draw.h"
#include "mixmi.h"

/* Are x and y (columns 0 and 1) independent given z (column 2)? */
typedef struct collider {
	const char *name;     /* such as "sign-binary" */
	const char *what;     /* one line in words */
	const char *discrete; /* of x, y, z: d (declared discrete) or n (numeric) */
	bool dependent;       /* the true answer: yes for colliders, no for the rest */
	bool continuous;      /* which of the paper's two groups it is in: continuous or mixed */
	int number;           /* in the paper's list, from 1; variants of one mechanism share it */
	bool tanh;            /* the variant with tanh: not what the text says */
	/* Fills the columns x, y, z, each `rows` long, with one data set. */
	void (*fill)(double *columns[3], size_t rows, draw *d, const struct collider *c);
} collider;

/* The structure with this name, or NULL; and number `index`, or NULL past the end: colliders come first. */
const collider *collider_find(const char *name);
const collider *collider_at(size_t index);

/* Draw number `number` of the structure under `seed`: columns named x, y, z. What the paper chooses at random for each
 * data set (distributions, functions, parameters) is chosen again for every number. */
mixmi_status collider_table(mixmi_table **out, const collider *c, size_t rows, uint64_t seed, uint64_t number);

#endif
