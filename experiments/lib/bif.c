/* The format: `variable NAME { type discrete [ k ] { a, b }; }` and `probability ( X | A, B ) { (a, b) p, q; ... }` or
 * `table p, q;`. Anything else within braces (properties) is skipped. Words end at blanks and at the characters of PUNCTUATION. */
#include "bif.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "draw.h"

#define PUNCTUATION "{}[]()|,;"

enum { WORD = 256, PARENTS = 16, LARGEST = 64 << 20 };

typedef struct reader {
	const char *at;
	char word[WORD];
	bif_network *out;
} reader;

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The next word or punctuation mark; false at the end. */
static bool next(reader *r)
{
	size_t length = 0;
	while (is_blank(*r->at))
		r->at++;
	if (*r->at == '\0')
		return false;
	if (strchr(PUNCTUATION, *r->at) != NULL)
		r->word[length++] = *r->at++;
	else
		while (*r->at != '\0' && !is_blank(*r->at) && strchr(PUNCTUATION, *r->at) == NULL) {
			if (length + 1 < WORD)
				r->word[length++] = *r->at;
			r->at++;
		}
	r->word[length] = '\0';
	return true;
}

static bool is(const reader *r, const char *word)
{
	return strcmp(r->word, word) == 0;
}

static bool skip_to(reader *r, const char *word)
{
	while (next(r))
		if (is(r, word))
			return true;
	return false;
}

static bool read_variable(reader *r)
{
	bif_network *b = r->out;
	bif_node *larger = realloc(b->nodes, (b->count + 1) * sizeof *larger);
	if (larger == NULL || !next(r))
		return false;
	b->nodes = larger;
	bif_node *node = &b->nodes[b->count++];
	*node = (bif_node){ .name = strdup(r->word) };
	if (!skip_to(r, "]") || !skip_to(r, "{"))
		return false;
	while (next(r) && !is(r, "}")) {
		if (is(r, ","))
			continue;
		char **states = realloc(node->states, (node->state_count + 1) * sizeof *states);
		if (states == NULL)
			return false;
		node->states = states;
		node->states[node->state_count++] = strdup(r->word);
	}
	return skip_to(r, "}"); /* of the variable */
}

static bif_node *find(const bif_network *b, const char *name)
{
	for (size_t i = 0; i < b->count; i++)
		if (strcmp(b->nodes[i].name, name) == 0)
			return &b->nodes[i];
	return NULL;
}

static bool read_parents(reader *r, bif_node *node)
{
	node->parents = malloc(PARENTS * sizeof *node->parents);
	size_t size = node->state_count;
	while (next(r) && !is(r, ")")) {
		const bif_node *parent = find(r->out, r->word);
		if (is(r, "|") || is(r, ","))
			continue;
		if (parent == NULL || node->parents == NULL || node->parent_count == PARENTS)
			return false;
		node->parents[node->parent_count++] = (size_t)(parent - r->out->nodes);
		size *= parent->state_count;
	}
	node->table = calloc(size, sizeof *node->table);
	return node->table != NULL && node->parents != NULL;
}

/* The index of a configuration "(a, b)" of the parents, after its opening parenthesis. */
static bool read_configuration(reader *r, const bif_node *node, size_t *place)
{
	size_t parent = 0;
	*place = 0;
	while (next(r) && !is(r, ")")) {
		if (is(r, ","))
			continue;
		if (parent == node->parent_count)
			return false;
		const bif_node *p = &r->out->nodes[node->parents[parent++]];
		size_t state = 0;
		while (state < p->state_count && strcmp(p->states[state], r->word) != 0)
			state++;
		if (state == p->state_count)
			return false;
		*place = *place * p->state_count + state;
	}
	return parent == node->parent_count;
}

static bool read_numbers(reader *r, double *out, size_t count)
{
	size_t read = 0;
	while (next(r) && !is(r, ";"))
		if (!is(r, ",")) {
			if (read == count)
				return false;
			out[read++] = strtod(r->word, NULL);
		}
	return read == count;
}

static bool read_probability(reader *r)
{
	if (!next(r) || !is(r, "(") || !next(r))
		return false;
	bif_node *node = find(r->out, r->word);
	if (node == NULL || node->table != NULL || !read_parents(r, node) || !skip_to(r, "{"))
		return false;
	while (next(r) && !is(r, "}")) {
		size_t place = 0;
		bool rows = is(r, "(");
		if ((!rows && !is(r, "table")) || (!rows && node->parent_count > 0) ||
		    (rows && !read_configuration(r, node, &place)) ||
		    !read_numbers(r, node->table + place * node->state_count, node->state_count))
			return false;
	}
	return is(r, "}");
}

/* Parents before children, otherwise in the order of the file; false: a cycle, or a node without a table. */
static bool put_in_order(bif_network *b)
{
	size_t placed = 0;
	bool *done = calloc(b->count + 1, sizeof *done), any = true;
	b->order = malloc((b->count + 1) * sizeof *b->order);
	while (done != NULL && b->order != NULL && any) {
		any = false;
		for (size_t i = 0; i < b->count; i++) {
			const bif_node *node = &b->nodes[i];
			bool ready = !done[i] && node->table != NULL;
			for (size_t j = 0; ready && j < node->parent_count; j++)
				ready = done[node->parents[j]];
			if (!ready)
				continue;
			b->order[placed++] = i;
			done[i] = any = true;
		}
	}
	free(done);
	return placed == b->count;
}

static char *read_text(const char *path)
{
	gzFile file = gzopen(path, "rb");
	char *text = file != NULL ? malloc(LARGEST + 1) : NULL;
	int length = text != NULL ? gzread(file, text, LARGEST) : -1;
	if (file != NULL)
		gzclose(file);
	if (length < 0) {
		free(text);
		return NULL;
	}
	text[length] = '\0';
	return text;
}

bool bif_read(bif_network *out, const char *path)
{
	*out = (bif_network){ 0 };
	char *text = read_text(path);
	reader r = { .at = text, .out = out };
	bool good = text != NULL;
	while (good && next(&r))
		if (is(&r, "variable"))
			good = read_variable(&r);
		else if (is(&r, "probability"))
			good = read_probability(&r);
		else
			good = is(&r, "network") && skip_to(&r, "{") && skip_to(&r, "}");
	good = good && out->count > 0 && put_in_order(out);
	free(text);
	if (!good)
		fprintf(stderr, "%s is not a network in the Bayesian Interchange Format\n", path);
	return good;
}

void bif_free(bif_network *network)
{
	for (size_t i = 0; i < network->count; i++) {
		bif_node *node = &network->nodes[i];
		for (size_t j = 0; j < node->state_count; j++)
			free(node->states[j]);
		free(node->states);
		free(node->name);
		free(node->parents);
		free(node->table);
	}
	free(network->nodes);
	free(network->order);
	*network = (bif_network){ 0 };
}

/* -------------------------------------------------------------------------------------------------------- samples */

const char *bif_variant_name(bif_variant variant)
{
	static const char *const names[] = { "own", "linear", "mixed" };
	return names[variant];
}

/* A column of a sample: states or numbers. */
typedef struct column {
	int64_t *states; /* NULL: numbers */
	double *values;  /* numbers; and in variants what children see */
	size_t levels;
} column;

static void draw_states(column *c, const bif_network *b, const column *all, const bif_node *node, size_t rows, draw *d)
{
	for (size_t i = 0; i < rows; i++) {
		size_t place = 0, state = 0;
		for (size_t j = 0; j < node->parent_count; j++)
			place = place * b->nodes[node->parents[j]].state_count + (size_t)all[node->parents[j]].states[i];
		const double *p = node->table + place * node->state_count;
		double sum = 0, u;
		for (size_t k = 0; k < node->state_count; k++)
			sum += p[k];
		for (u = draw_uniform(d) * sum; state + 1 < node->state_count && u >= p[state]; state++)
			u -= p[state];
		c->states[i] = (int64_t)state;
	}
}

static void standardise(double *v, size_t rows)
{
	double mean = 0, square = 0;
	for (size_t i = 0; i < rows; i++)
		mean += v[i] / (double)rows;
	for (size_t i = 0; i < rows; i++)
		square += (v[i] - mean) * (v[i] - mean) / (double)rows;
	for (size_t i = 0; i < rows; i++)
		v[i] = (v[i] - mean) / (square > 0 ? sqrt(square) : 1);
}

/* Signal and noise with variance 1: weights of either sign and equal size within a factor of two; the parents explain .35 to
 * .75 of the variance. */
static void draw_latent(double *v, const column *all, const bif_node *node, size_t rows, draw *d)
{
	memset(v, 0, rows * sizeof *v);
	for (size_t j = 0; j < node->parent_count; j++) {
		double weight = (0.5 + 0.5 * draw_uniform(d)) * (draw_below(d, 2) == 0 ? 1 : -1);
		for (size_t i = 0; i < rows; i++)
			v[i] += weight * all[node->parents[j]].values[i];
	}
	standardise(v, rows);
	double share = node->parent_count > 0 ? 0.35 + 0.4 * draw_uniform(d) : 0;
	for (size_t i = 0; i < rows; i++)
		v[i] = sqrt(share) * v[i] + sqrt(1 - share) * draw_normal(d);
}

/* Cuts at normal quantiles at random distances; children use the number of the level. */
static void cut(column *c, size_t rows, draw *d)
{
	double edges[4];
	c->levels = 2 + draw_below(d, 4);
	for (size_t k = 0; k + 1 < c->levels; k++)
		edges[k] = 2.4 * (((double)k + 0.3 + 0.4 * draw_uniform(d)) / (double)(c->levels - 1) - 0.5);
	for (size_t i = 0; i < rows; i++) {
		c->states[i] = 0;
		for (size_t k = 0; k + 1 < c->levels; k++)
			c->states[i] += c->values[i] > edges[k];
		c->values[i] = (double)c->states[i];
	}
}

/* Transforms a number nonlinearly; children use the transformed value, or its logarithm if it is positive with a long tail. */
static void bend(double *seen, double *v, size_t rows, draw *d)
{
	uint64_t how = draw_below(d, 4);
	for (size_t i = 0; i < rows; i++) {
		double x = v[i];
		v[i] = how == 0 ? exp(x) : how == 1 ? x * fabs(x) : how == 2 ? fabs(x) : x > 0.3 ? x - 0.3 : 0;
		seen[i] = how == 0 ? log(v[i]) : v[i];
	}
}

/* Values and states are recorded; `seen` are the standardised numbers that children use. */
static void draw_number(column *c, column *seen, const bif_node *node, bif_variant variant, size_t rows, draw *d)
{
	bool half = variant == BIF_MIXED && draw_below(d, 2) == 0;
	draw_latent(c->values, seen, node, rows, d);
	double *own = seen[c->levels].values; /* levels carries the node's number until here */
	c->levels = 0;
	if (half) {
		cut(c, rows, d);
	} else {
		free(c->states);
		c->states = NULL;
	}
	memcpy(own, c->values, rows * sizeof *own);
	if (variant == BIF_MIXED && !half)
		bend(own, c->values, rows, d);
	standardise(own, rows);
}

static bool is_constant(const column *c, size_t rows)
{
	for (size_t i = 1; i < rows; i++)
		if (c->states != NULL ? c->states[i] != c->states[0] : c->values[i] != c->values[0])
			return false;
	return true;
}

static mixmi_status add_column(mixmi_table *table, const bif_node *node, const column *c, bif_variant variant)
{
	static const char *const levels[] = { "a", "b", "c", "d", "e" };
	if (c->states == NULL)
		return mixmi_table_add_values(table, node->name, MIXMI_NUMERIC, c->values, NULL);
	return variant == BIF_OWN ? mixmi_table_add_codes(table, node->name, c->states, (const char *const *)node->states,
	                                                  node->state_count, NULL)
	                          : mixmi_table_add_codes(table, node->name, c->states, levels, c->levels, NULL);
}

/* All columns in topological order; false: out of memory. */
static bool draw_all(column *columns, column *seen, const bif_network *b, bif_variant variant, size_t rows, draw *d)
{
	for (size_t i = 0; i < b->count; i++) {
		columns[i] = (column){ malloc(rows * sizeof(int64_t)), malloc(rows * sizeof(double)), i };
		seen[i] = (column){ NULL, malloc(rows * sizeof(double)), 0 };
		if (columns[i].states == NULL || columns[i].values == NULL || seen[i].values == NULL)
			return false;
	}
	for (size_t i = 0; i < b->count; i++) {
		size_t k = b->order[i];
		if (variant == BIF_OWN)
			draw_states(&columns[k], b, columns, &b->nodes[k], rows, d);
		else
			draw_number(&columns[k], seen, &b->nodes[k], variant, rows, d);
	}
	return true;
}

mixmi_status bif_sample(mixmi_table **out, const bif_network *b, bif_variant variant, size_t rows, uint64_t seed,
                        uint64_t number)
{
	draw d;
	draw_init(&d, seed, bif_variant_name(variant), number);
	column *columns = calloc(b->count, sizeof *columns), *seen = calloc(b->count, sizeof *seen);
	mixmi_status status = mixmi_table_new(out, rows);
	if (status == MIXMI_OK && (columns == NULL || seen == NULL || !draw_all(columns, seen, b, variant, rows, &d)))
		status = MIXMI_ERROR_MEMORY;
	for (size_t i = 0; status == MIXMI_OK && i < b->count; i++)
		if (!is_constant(&columns[i], rows))
			status = add_column(*out, &b->nodes[i], &columns[i], variant);
	for (size_t i = 0; columns != NULL && seen != NULL && i < b->count; i++) {
		free(columns[i].states);
		free(columns[i].values);
		free(seen[i].values);
	}
	free(columns);
	free(seen);
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
	}
	return status;
}

static bool has_column(const mixmi_table *table, const char *name)
{
	for (size_t i = 0; i < mixmi_table_columns(table); i++)
		if (strcmp(mixmi_table_name(table, i), name) == 0)
			return true;
	return false;
}

char *bif_lines(const bif_network *b, const mixmi_table *table)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	if (file == NULL)
		return NULL;
	for (size_t i = 0; i < b->count; i++) {
		const bif_node *node = &b->nodes[i];
		if (!has_column(table, node->name))
			continue;
		fprintf(file, "%s\n", node->name);
		for (size_t j = 0; j < node->parent_count; j++)
			if (has_column(table, b->nodes[node->parents[j]].name))
				fprintf(file, "%s -> %s\n", b->nodes[node->parents[j]].name, node->name);
	}
	fclose(file);
	return text;
}
