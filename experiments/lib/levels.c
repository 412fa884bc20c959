/* Draws the cases of the suite row by row; in a null, Y depends only on Z and noise. */
#include "levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "levels_tables.h"

static size_t null_count(void)
{
	size_t count = 0;
	while (level_null_at(count) != NULL)
		count++;
	return count;
}

static size_t alternative_count(void)
{
	size_t count = 0;
	while (level_alternative_at(count) != NULL)
		count++;
	return count;
}

const level_case *level_at(size_t index)
{
	size_t nulls = null_count(), others = alternative_count();
	if (index < nulls)
		return level_null_at(index);
	return index < nulls + others ? level_alternative_at(index - nulls) : level_structure_at(index - nulls - others);
}

static const level_case *find_in(const level_case *(*at)(size_t), const char *name)
{
	for (size_t i = 0; at(i) != NULL; i++)
		if (strcmp(at(i)->name, name) == 0)
			return at(i);
	return NULL;
}

const level_case *level_find(const char *name)
{
	const level_case *c = find_in(level_at, name);
	return c != NULL ? c : find_in(level_holdout_at, name);
}

bool level_is_null(const level_case *c)
{
	return c->class < LEVEL_WEAK;
}

const char *level_class_name(level_class class)
{
	static const char *const names[LEVEL_CLASSES] = {
		"additive", "discrete", "scale", "levels", "groups",   "interaction", "unlearnable", "no Z",    "irrelevant",
		"mCMIkNN",  "labels",   "waves", "sums",   "surfaces", "weak",        "shape",       "given Z", "collider",
	};
	return names[class];
}

void level_start(level_draw *d, const level_case *c, size_t rows, uint64_t seed, uint64_t number)
{
	*d = (level_draw){ .c = c, .rows = rows, .z_count = strlen(c->types) - 2 };
	memcpy(d->types, c->types, strlen(c->types) + 1);
	draw_init(&d->stream, seed, c->name, number);
	if (c->begin != NULL)
		c->begin(d);
}

double level_response(const double *z, level_draw *d)
{
	const level_side *y = &d->c->y;
	double signal = y->signal(z, d), noise = draw_normal(&d->stream);
	return y->kind(signal, noise, y->share, d);
}

/* Sides whose noises are correlated: an alternative. */
static void dependent_sides(double *row, level_draw *d)
{
	const level_side *x = &d->c->x, *y = &d->c->y;
	double rho = d->c->rho, noise = draw_normal(&d->stream);
	row[0] = x->kind(x->signal(row + 2, d), noise, x->share, d);
	noise = rho * noise + sqrt(1 - rho * rho) * draw_normal(&d->stream);
	row[1] = y->kind(y->signal(row + 2, d), noise, y->share, d);
}

void level_next(double *row, level_draw *d)
{
	const level_case *c = d->c;
	if (c->row != NULL) {
		c->row(row, d);
	} else {
		c->z(row + 2, d);
		if (level_is_null(c)) {
			double signal = c->x.signal(row + 2, d), noise = draw_normal(&d->stream);
			row[0] = c->x.kind(signal, noise, c->x.share, d);
			row[1] = level_response(row + 2, d);
		} else {
			dependent_sides(row, d);
		}
	}
	d->index++;
}

ask_shape level_shape(const level_case *c)
{
	return (ask_shape){ 1, 1, strlen(c->types) - 2 };
}

mixmi_status level_table(mixmi_table **out, level_draw *d, const level_case *c, size_t rows, uint64_t seed,
                         uint64_t number)
{
	size_t columns = strlen(c->types);
	double *values = malloc(rows * columns * sizeof *values + 1);
	*out = NULL;
	if (values == NULL)
		return MIXMI_ERROR_MEMORY;
	level_start(d, c, rows, seed, number);
	for (size_t i = 0; i < rows; i++) {
		double row[LEVEL_COLUMNS];
		level_next(row, d);
		for (size_t j = 0; j < columns; j++)
			values[j * rows + i] = row[j];
	}
	mixmi_status status =
		ask_table(out, "x,y,z1,z2,z3,z4,z5,z6,z7,z8,z9,z10,z11,z12,z13,z14,z15,z16,z17,z18,z19,z20,z21,z22", d->types,
	              values, rows);
	free(values);
	return status;
}
