/* Which blocks the columns of a set have. Simple blocks come first; others are added by cost, all of one cost at once,
 * while there are not too many functions. */
#include "residual/constants.h"
#include "residual/surface.h"

enum {
	END_Z_PRODUCTS = 40, /* of so many columns products of two functions are too many, ... */
	END_Z_TRIPLES = 16,  /* of three */
	TRIPLE_COST = 8,
	MOST_PARTS = 5,           /* blocks of a surface, and effects */
	FIRST_POINTS = 16,        /* functions of a surface that enter first */
	MOST_SLOPES = 3,          /* columns with a slope in each level */
	MOST_LEVEL_FUNCTIONS = 6, /* functions of absorbed labels are at most a third of all, of two columns */
};

/* A block that may be in the set: `made`, or described, to be made in a list. */
typedef struct candidate {
	residual_block *made;
	residual_block described;
	residual_block **list;
} candidate;

typedef struct choice {
	residual_shared *shared;
	residual_functions *set;
	candidate *candidates;
	size_t count, room;
	size_t most; /* functions */
	size_t wide; /* functions of one block */
	residual_basis **bases;
	size_t basis_count;
} choice;

static void consider(choice *c, const candidate *one)
{
	if (c->count == c->room) {
		size_t room = 2 * c->room + 64;
		candidate *grown = base_arena_take(c->shared->scratch, room, sizeof *grown);
		for (size_t i = 0; i < c->count; i++)
			grown[i] = c->candidates[i];
		c->candidates = grown;
		c->room = room;
	}
	c->candidates[c->count++] = *one;
}

static const residual_block *described(const candidate *one)
{
	return one->made != NULL ? one->made : &one->described;
}

static void consider_product(choice *c, residual_block *const factors[3], size_t cost)
{
	size_t size = 1;
	for (size_t k = 0; k < 3 && factors[k] != NULL; k++)
		size *= factors[k]->size;
	if (size > c->wide)
		return;
	consider(c, &(candidate){ .list = &factors[0]->of[0]->derived,
	                          .described = { .kind = RESIDUAL_PRODUCTS,
	                                         .factors = { factors[0], factors[1], factors[2] },
	                                         .size = size,
	                                         .cost = cost } });
}

static void consider_products(choice *c, const residual_basis *a, const residual_basis *b)
{
	for (residual_block *f = a->single; f != NULL; f = f->next)
		for (residual_block *g = b->single; g != NULL; g = g->next)
			if (f->product_cost > 0 && g->product_cost > 0)
				consider_product(c, (residual_block *const[3]){ f, g, NULL }, f->product_cost * g->product_cost);
}

static void consider_triples(choice *c, size_t i, size_t j)
{
	for (size_t k = j + 1; k < c->basis_count; k++)
		consider_product(c, (residual_block *const[3]){ c->bases[i]->single, c->bases[j]->single, c->bases[k]->single },
		                 TRIPLE_COST);
}

static void consider_all(choice *c)
{
	for (size_t i = 0; i < c->basis_count; i++)
		for (residual_block *b = c->bases[i]->single; b != NULL; b = b->next)
			consider(c, &(candidate){ .made = b });
	for (size_t i = 0; i < c->basis_count && c->set->columns < END_Z_PRODUCTS; i++)
		for (size_t j = i + 1; j < c->basis_count; j++) {
			consider_products(c, c->bases[i], c->bases[j]);
			if (c->set->columns < END_Z_TRIPLES)
				consider_triples(c, i, j);
		}
}

static void add_block(choice *c, residual_block *block)
{
	c->set->blocks[c->set->count++] = block;
}

static void add(choice *c, candidate *one)
{
	add_block(c, one->made != NULL ? one->made : residual_block_in(one->list, c->shared, &one->described));
}

static bool may_enter(const choice *c, const candidate *one)
{
	return described(one)->cost > RESIDUAL_SIMPLE && described(one)->size <= c->wide;
}

/* The smallest cost above `cost`, and how many functions have it. */
static size_t next_cost(size_t *functions, const choice *c, size_t cost)
{
	size_t next = SIZE_MAX;
	*functions = 0;
	for (size_t i = 0; i < c->count; i++) {
		const residual_block *b = described(&c->candidates[i]);
		if (!may_enter(c, &c->candidates[i]) || b->cost <= cost || b->cost > next)
			continue;
		*functions = b->cost < next ? b->size : *functions + b->size;
		next = b->cost;
	}
	return next;
}

static void add_by_cost(choice *c)
{
	size_t size = 0, new_size, cost = RESIDUAL_SIMPLE;
	for (size_t i = 0; i < c->count; i++)
		if (described(&c->candidates[i])->cost <= RESIDUAL_SIMPLE) {
			add(c, &c->candidates[i]);
			size += described(&c->candidates[i])->size;
		}
	while ((cost = next_cost(&new_size, c, cost)) != SIZE_MAX && size + new_size <= c->most) {
		for (size_t i = 0; i < c->count; i++)
			if (may_enter(c, &c->candidates[i]) && described(&c->candidates[i])->cost == cost)
				add(c, &c->candidates[i]);
		size += new_size;
	}
}

/* The labels with most levels, each of which has an effect. They are X or Y, from which the other is predicted. */
static const question_values *column_of_levels(const residual_functions *set)
{
	const question_values *best = NULL;
	for (size_t j = 0; j < set->columns; j++) {
		const question_values *c = set->z[j];
		if (c->labels && !c->absorbed && c->levels > QUESTION_FEW_VALUES && (best == NULL || c->levels > best->levels))
			best = c;
	}
	return best;
}

/* A slope of a column with one function in each level of another. */
static void add_slopes(choice *c, residual_basis *levels, residual_basis *other)
{
	residual_block slopes = { .kind = RESIDUAL_SLOPES,
		                      .of = { levels },
		                      .factors = { other->single },
		                      .size = levels->column->levels,
		                      .cost = SIZE_MAX,
		                      .levels = true };
	add_block(c, residual_block_in(&levels->derived, c->shared, &slopes));
}

static void add_effects(choice *c, const question_values *column)
{
	residual_basis *basis = residual_basis_of(c->shared, column);
	residual_block effects = { .kind = RESIDUAL_EFFECTS,
		                       .of = { basis },
		                       .size = column->levels,
		                       .cost = 2,
		                       .levels = true,
		                       .start = residual_start * (double)column->levels / (double)c->shared->planned };
	add_block(c, residual_block_in(&basis->derived, c->shared, &effects));
}

/* Slopes of the first numbers in the levels of absorbed labels, if these are not too many. */
static void add_absorbed_slopes(choice *c)
{
	const residual_absorption *a = c->set->absorption;
	for (size_t k = 0; k < a->count; k++)
		for (size_t j = 0, slopes = 0; j < c->basis_count && slopes < MOST_SLOPES; j++)
			if (!c->bases[j]->column->labels && a->labels[k]->share == NULL &&
			    MOST_LEVEL_FUNCTIONS * a->labels[k]->levels <= c->most) {
				add_slopes(c, residual_basis_of(c->shared, a->labels[k]), c->bases[j]);
				slopes++;
			}
}

/* The functions of all columns of Z at once: the first ones, and as many again each time. */
static void add_surface(choice *c)
{
	bool given = c->basis_count >= 2 && c->basis_count <= RESIDUAL_DEPTH;
	for (size_t j = 0; j < c->basis_count; j++)
		given = given && c->bases[j]->column->given;
	if (!given)
		return;
	residual_surface *surface = residual_surface_of(c->shared, c->bases, c->basis_count);
	size_t size = residual_surface_size(surface);
	for (size_t first = 0, next = FIRST_POINTS; first < size; first = next, next *= 2) {
		size_t end = next < size ? next : size;
		residual_block part = { .kind = RESIDUAL_SURFACE,
			                    .surface = surface,
			                    .first = first,
			                    .last = end - 1,
			                    .size = end - first,
			                    .cost = SIZE_MAX };
		add_block(c, residual_block_in(residual_surface_blocks(surface), c->shared, &part));
	}
}

static void absorb_blocks(residual_functions *set)
{
	for (size_t k = 0; k < set->count; k++) {
		residual_block *raw = set->blocks[k];
		residual_block absorbed = { .kind = RESIDUAL_ABSORBED,
			                        .factors = { raw },
			                        .absorption = set->absorption,
			                        .size = raw->size,
			                        .cost = raw->cost,
			                        .start = raw->start,
			                        .levels = raw->levels };
		set->blocks[k] = residual_block_in(&set->absorption->blocks, set->shared, &absorbed);
	}
}

static void choose(residual_functions *set)
{
	residual_shared *shared = set->shared;
	base_arena_mark mark = base_arena_here(shared->scratch);
	size_t most = 2 * shared->rows < RESIDUAL_MOST_FUNCTIONS ? 2 * shared->rows : RESIDUAL_MOST_FUNCTIONS;
	choice c = { .shared = shared, .set = set, .most = most, .wide = most * 2 / 3 };
	c.bases = base_arena_take(shared->scratch, set->columns, sizeof(residual_basis *));
	const question_values *of_levels = column_of_levels(set);
	for (size_t j = 0; j < set->columns; j++)
		if (!set->z[j]->absorbed && set->z[j] != of_levels)
			c.bases[c.basis_count++] = residual_basis_of(shared, set->z[j]);
	consider_all(&c);
	size_t most_slopes = MOST_SLOPES + set->columns * set->columns;
	set->blocks = base_arena_take(shared->keep, c.count + MOST_PARTS + most_slopes, sizeof(residual_block *));
	if (of_levels != NULL)
		add_effects(&c, of_levels);
	if (set->absorption != NULL)
		add_absorbed_slopes(&c);
	add_by_cost(&c);
	add_surface(&c);
	if (set->absorption != NULL)
		absorb_blocks(set);
	base_arena_back(shared->scratch, mark);
}

residual_shared *residual_shared_new(base_arena *arena, size_t rows)
{
	residual_shared *shared = base_arena_take_zero(arena, 1, sizeof *shared);
	shared->keep = base_arena_beside(arena);
	shared->scratch = base_arena_beside(arena);
	shared->rows = rows;
	shared->planned = rows < RESIDUAL_MOST_PLANNED ? rows : RESIDUAL_MOST_PLANNED;
	uint32_t *planned = base_arena_take(shared->keep, shared->planned, sizeof *planned);
	for (size_t k = 0; k < shared->planned; k++)
		planned[k] = (uint32_t)(k * rows / shared->planned);
	shared->planned_rows = planned;
	double *ones = base_arena_take(shared->keep, rows, sizeof *ones);
	for (size_t i = 0; i < rows; i++)
		ones[i] = 1;
	shared->ones = ones;
	return shared;
}

static bool same_columns(const question_values *const *a, size_t a_count, const question_values *const *b,
                         size_t b_count)
{
	bool same = a_count == b_count;
	for (size_t j = 0; same && j < a_count; j++)
		same = a[j] == b[j];
	return same;
}

static residual_absorption *absorption_of(residual_shared *shared, const question_values *const *labels, size_t count)
{
	for (residual_absorption *a = shared->absorptions; a != NULL; a = a->next)
		if (same_columns(a->labels, a->count, labels, count))
			return a;
	residual_absorption *a = base_arena_take(shared->keep, 1, sizeof *a);
	*a = (residual_absorption){ .labels = labels, .count = count, .next = shared->absorptions };
	shared->absorptions = a;
	return a;
}

static residual_absorption *absorption_in(residual_functions *set)
{
	const question_values **labels = base_arena_take(set->shared->keep, set->columns, sizeof *labels);
	size_t count = 0;
	for (size_t j = 0; j < set->columns; j++)
		if (set->z[j]->absorbed)
			labels[count++] = set->z[j];
	return count > 0 ? absorption_of(set->shared, labels, count) : NULL;
}

residual_functions *residual_functions_of(residual_shared *shared, const question_values *const *z, size_t count)
{
	for (residual_functions *s = shared->sets; s != NULL; s = s->next)
		if (same_columns(s->z, s->columns, z, count))
			return s;
	const question_values **own = base_arena_take(shared->keep, count, sizeof *own);
	for (size_t j = 0; j < count; j++)
		own[j] = z[j];
	residual_functions *set = base_arena_take(shared->keep, 1, sizeof *set);
	*set = (residual_functions){ .shared = shared, .z = own, .columns = count, .next = shared->sets };
	shared->sets = set;
	set->absorption = absorption_in(set);
	choose(set);
	return set;
}
