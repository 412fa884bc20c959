/* Each node in turn: a signal from its parents' scores, standardised over the rows; a latent value from
 * the signal and noise; a column of its kind. Children use its score: the latent value without its extremes, or an
 * effect for each category. Signals never cancel a parent: a switch leaves both parents marginally dependent. */
#include "random_network.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------------------------------------------- the network */

static void pick_parents(network_node *node, size_t index, draw *d)
{
	size_t wanted = (size_t)draw_below(d, 4); /* 0 to 3: 1.5 on average, and fewer for early nodes */
	for (size_t tries = 0; index > 0 && tries < 8 && node->parent_count < wanted; tries++) {
		size_t parent = (size_t)draw_below(d, index), i = 0;
		while (i < node->parent_count && node->parents[i] != parent)
			i++;
		if (i == node->parent_count)
			node->parents[node->parent_count++] = parent;
	}
}

static network_kind pick_kind(network_kind family, draw *d)
{
	bool own = family != NETWORK_KINDS && draw_uniform(d) < 0.7;
	return own ? family : (network_kind)draw_below(d, NETWORK_KINDS);
}

static network_node random_node(size_t index, network_kind family, draw *d)
{
	network_node node = { .kind = pick_kind(family, d), .column = index };
	pick_parents(&node, index, d);
	for (size_t i = 0; i < NETWORK_PARENTS; i++) {
		node.weights[i] = (draw_below(d, 2) == 0 ? -1 : 1) * (0.7 + 0.6 * draw_uniform(d));
		node.bends[i] = (int)draw_below(d, 3);
	}
	node.variant = (int)draw_below(d, 6);
	node.share = 0.4 + 0.3 * draw_uniform(d);
	return node;
}

static void shuffle_columns(random_network *network, draw *d)
{
	for (size_t i = network->count; i > 1; i--) {
		size_t j = (size_t)draw_below(d, i), column = network->nodes[i - 1].column;
		network->nodes[i - 1].column = network->nodes[j].column;
		network->nodes[j].column = column;
	}
}

void network_random(random_network *out, size_t nodes, network_kind family, uint64_t seed, uint64_t number)
{
	draw d;
	draw_init(&d, seed, "random network", number);
	*out = (random_network){ .count = nodes };
	for (size_t i = 0; i < nodes; i++)
		out->nodes[i] = random_node(i, family, &d);
	shuffle_columns(out, &d);
}

const char *network_family_name(network_kind family)
{
	static const char *const names[] = { "linear", "curved", "counts", "categories", "switches", "mixed", "waves" };
	return names[family];
}

/* ----------------------------------------------------------------------------------------------------- the sample */

static double bend(double score, int which)
{
	return which == 0 ? tanh(2 * score) : which == 1 ? score * score - 1 + 0.5 * score : fabs(score) + 0.4 * score;
}

/* The first parent decides how the second acts; a single parent acts by a threshold. */
static double switched(const network_node *node, const double *scores)
{
	if (node->parent_count == 1)
		return scores[0] > 0 ? 1 : 0.2 * scores[0];
	double rest = node->parent_count > 2 ? node->weights[2] * scores[2] : 0;
	return (scores[0] > 0 ? 1.5 * node->weights[1] * scores[1] + 0.8 : 0.3 * node->weights[1] * scores[1] - 0.8) + rest;
}

/* Half a wave or a whole one of every parent, each with a slope that keeps it marginally dependent. */
static double waves(const network_node *node, const double *scores)
{
	double sum = 0;
	for (size_t i = 0; i < node->parent_count; i++)
		sum += node->weights[i] * (sin((1.5 + node->bends[i]) * scores[i]) + 0.3 * scores[i]);
	return sum;
}

static double signal_of(const network_node *node, const double *scores)
{
	double sum = 0;
	if (node->kind == NETWORK_WAVES)
		return waves(node, scores);
	if (node->kind == NETWORK_SWITCHES && node->parent_count > 0)
		return switched(node, scores);
	for (size_t i = 0; i < node->parent_count; i++)
		sum += node->weights[i] * (node->kind == NETWORK_CURVED ? bend(scores[i], node->bends[i]) : scores[i]);
	return sum;
}

static void standardise(double *values, size_t rows)
{
	double mean = 0, square = 0;
	for (size_t i = 0; i < rows; i++)
		mean += values[i] / (double)rows;
	for (size_t i = 0; i < rows; i++)
		square += (values[i] - mean) * (values[i] - mean) / (double)rows;
	for (size_t i = 0; i < rows; i++)
		values[i] = square > 0 ? (values[i] - mean) / sqrt(square) : 0;
}

static double noise_of(const network_node *node, draw *d)
{
	double normal = draw_normal(d);
	return node->kind == NETWORK_LINEAR && node->variant % 3 == 0 ? normal * fabs(normal) / sqrt(3) : normal;
}

static int categories_of(const network_node *node)
{
	return 2 + node->variant % 3;
}

/* Equal parts of a standard normal, in an arbitrary order. */
static double category(const network_node *node, double latent)
{
	int count = categories_of(node), part = (int)(count * 0.5 * erfc(-latent / sqrt(2)));
	part = part < count ? part : count - 1;
	return (double)((part * 3 + 1) % (count == 3 ? 4 : count));
}

static double value_of(const network_node *node, double latent, draw *d)
{
	switch (node->kind) {
	case NETWORK_COUNTS:
		if (node->variant % 2 == 0)
			return draw_poisson(d, exp(0.7 + 0.8 * fmin(latent, 4)));
		return latent < -0.2 ? 0 : exp(latent);
	case NETWORK_CATEGORIES:
		return category(node, latent);
	default:
		return latent;
	}
}

/* The value as children use it. */
static double score_of(const network_node *node, double value, double latent)
{
	if (node->kind == NETWORK_CATEGORIES)
		return 1.4 * value / (categories_of(node) - 1) - 0.7 + (value == 2 ? 0.8 : 0);
	if (node->kind == NETWORK_COUNTS)
		return log1p(value) - 0.9;
	return 2 * tanh(latent / 2);
}

/* Fills the values and the scores of one node from the scores of its parents. */
static void sample_node(double *values, double *scores, const random_network *network, size_t index, size_t rows,
                        draw *d)
{
	const network_node *node = &network->nodes[index];
	double *own = scores + index * rows;
	for (size_t i = 0; i < rows; i++) {
		double seen[NETWORK_PARENTS];
		for (size_t j = 0; j < node->parent_count; j++)
			seen[j] = scores[node->parents[j] * rows + i];
		own[i] = signal_of(node, seen);
	}
	standardise(own, rows);
	double share = node->parent_count > 0 ? node->share : 0;
	for (size_t i = 0; i < rows; i++) {
		double first = node->parent_count > 0 ? scores[node->parents[0] * rows + i] : 0;
		double size = node->kind == NETWORK_WAVES && node->variant % 2 == 0 ? 0.6 + 0.8 / (1 + exp(-2 * first)) : 1;
		double latent = sqrt(share) * own[i] + sqrt(1 - share) * size * noise_of(node, d);
		values[i] = value_of(node, latent, d);
		own[i] = score_of(node, values[i], latent);
	}
}

static mixmi_status add_categories(mixmi_table *table, const char *name, const double *values, size_t rows)
{
	static const char *const labels[] = { "red", "green", "blue", "grey" };
	int64_t *codes = malloc(rows * sizeof *codes + 1);
	if (codes == NULL)
		return MIXMI_ERROR_MEMORY;
	for (size_t i = 0; i < rows; i++)
		codes[i] = (int64_t)values[i];
	mixmi_status status = mixmi_table_add_codes(table, name, codes, labels, 4, NULL);
	free(codes);
	return status;
}

static mixmi_status add_columns(mixmi_table *table, const random_network *network, const double *values, size_t rows)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < network->count; i++) {
		size_t node = 0;
		while (network->nodes[node].column != i)
			node++;
		char name[32];
		snprintf(name, sizeof name, "v%zu", i);
		const double *column = values + node * rows;
		status = network->nodes[node].kind == NETWORK_CATEGORIES
		             ? add_categories(table, name, column, rows)
		             : mixmi_table_add_values(table, name, MIXMI_NUMERIC, column, NULL);
	}
	return status;
}

mixmi_status network_sample(mixmi_table **out, const random_network *network, size_t rows, uint64_t seed,
                            uint64_t number)
{
	draw d;
	draw_init(&d, seed, "sample of a random network", number);
	double *values = malloc(2 * network->count * rows * sizeof *values + 1);
	*out = NULL;
	if (values == NULL)
		return MIXMI_ERROR_MEMORY;
	for (size_t i = 0; i < network->count; i++)
		sample_node(values + i * rows, values + network->count * rows, network, i, rows, &d);
	mixmi_status status = mixmi_table_new(out, rows);
	if (status == MIXMI_OK)
		status = add_columns(*out, network, values, rows);
	free(values);
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
	}
	return status;
}

char *network_lines(const random_network *network)
{
	enum { LINE = 32 };
	size_t size = LINE * network->count * (NETWORK_PARENTS + 1) + 1, used = 0;
	char *text = malloc(size);
	if (text == NULL)
		return NULL;
	for (size_t i = 0; i < network->count; i++) {
		const network_node *node = &network->nodes[i];
		used += (size_t)snprintf(text + used, size - used, "v%zu\n", node->column);
		for (size_t j = 0; j < node->parent_count; j++)
			used += (size_t)snprintf(text + used, size - used, "v%zu -> v%zu\n",
			                         network->nodes[node->parents[j]].column, node->column);
	}
	return text;
}
