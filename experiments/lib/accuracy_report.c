/* Methods are listed in the order of their first line in the table. */
#include "accuracy_report.h"

#include <math.h>
#include <string.h>

#include "accuracy_summary.h"

enum { METHODS = 32 };

typedef struct methods {
	const char *names[METHODS];
	size_t count;
} methods;

static methods list_methods(const accuracy_table *table)
{
	methods m = { { NULL }, 0 };
	for (size_t i = 0; i < table->count; i++) {
		size_t j = 0;
		while (j < m.count && strcmp(m.names[j], table->rows[i].method) != 0)
			j++;
		if (j == m.count && m.count < METHODS)
			m.names[m.count++] = table->rows[i].method;
	}
	return m;
}

/* NULL also for a method that does not accept the question. */
static const accuracy_row *figure(const accuracy_table *table, const char *name, size_t rows, const char *method)
{
	const accuracy_row *row = accuracy_find(table, name, rows, method);
	return row != NULL && row->draws > 0 ? row : NULL;
}

static double mse_of(const accuracy_table *table, const char *name, size_t rows, const char *method)
{
	const accuracy_row *row = figure(table, name, rows, method);
	return row != NULL ? row->mse : INFINITY;
}

static double least_mse(const accuracy_table *table, const accuracy_row *cell, const methods *m)
{
	double least = INFINITY;
	for (size_t i = 0; i < m->count; i++)
		least = fmin(least, mse_of(table, cell->mechanism, cell->rows, m->names[i]));
	return least;
}

/* Whether line `index` is the first of its mechanism and number of rows. */
static bool opens_cell(const accuracy_table *table, size_t index)
{
	const accuracy_row *row = &table->rows[index];
	for (size_t i = 0; i < index; i++)
		if (table->rows[i].rows == row->rows && strcmp(table->rows[i].mechanism, row->mechanism) == 0)
			return false;
	return true;
}

static void print_line(FILE *file, const accuracy_table *table, const accuracy_row *cell, const methods *m, bool times)
{
	double least = least_mse(table, cell, m);
	fprintf(file, "%-14s %5zu %7.4f", cell->mechanism, cell->rows, cell->truth);
	for (size_t i = 0; i < m->count; i++) {
		const accuracy_row *row = figure(table, cell->mechanism, cell->rows, m->names[i]);
		if (row == NULL)
			fprintf(file, " | %8s  %7s%s", "", "", times ? "        " : "");
		else
			fprintf(file, " | %8.5f%c %+7.4f", row->mse, row->mse == least ? '*' : ' ', row->bias);
		if (row != NULL && times)
			fprintf(file, " %7.2f", 1e3 * row->seconds);
	}
	fputc('\n', file);
}

void accuracy_print(FILE *file, const accuracy_table *table, bool times)
{
	methods m = list_methods(table);
	fprintf(file, "%-14s %5s %7s", "mechanism", "n", "truth");
	for (size_t i = 0; i < m.count; i++)
		fprintf(file, " | %-*s", times ? 25 : 17, m.names[i]);
	fprintf(file, "\n%-14s %5s %7s", "", "", "");
	for (size_t i = 0; i < m.count; i++)
		fprintf(file, " | %8s  %7s%s", "MSE", "bias", times ? "      ms" : "");
	fputc('\n', file);
	for (size_t i = 0; i < table->count; i++)
		if (opens_cell(table, i))
			print_line(file, table, &table->rows[i], &m, times);
}

/* ---------------------------------------------------------------------------------------------------- the 20 cells */

enum { CELLS = 20 };

bool accuracy_score_cell(const char **name, size_t *rows, size_t index)
{
	static const char *const first[] = { "I", "II", "III", "IV", "V" };
	static const char *const second[] = { "VI-0", "VI-1", "VI-2", "VI-3", "VI-4" };
	static const size_t sizes[] = { 100, 300, 1000 };
	if (index >= CELLS)
		return false;
	*name = index < 15 ? first[index / 3] : second[index - 15];
	*rows = index < 15 ? sizes[index % 3] : 2000;
	return true;
}

/* The paper's own preset, and the other estimators with any options. */
static bool is_peer(const char *method)
{
	static const char *const others[] = { "ms", "miic", "mixed-ksg" };
	size_t length = strcspn(method, ":");
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (strlen(others[i]) == length && strncmp(others[i], method, length) == 0)
			return true;
	return strcmp(method, "paper") == 0;
}

static const char *best_peer(const accuracy_table *table, const methods *m, const char *name, size_t rows)
{
	const char *best = NULL;
	double least = INFINITY;
	for (size_t i = 0; i < m->count; i++) {
		double mse = is_peer(m->names[i]) ? mse_of(table, name, rows, m->names[i]) : INFINITY;
		if (mse < least) {
			least = mse;
			best = m->names[i];
		}
	}
	return best;
}

typedef struct tally {
	size_t cells, close, best;
} tally;

static void print_standing(FILE *file, tally *t, double mse, double peer)
{
	bool close = mse <= 1.2 * peer || mse <= peer + 0.0002, best = mse < peer;
	t->cells++;
	t->close += close;
	t->best += best;
	if (peer > 0)
		fprintf(file, " %8.2f %-5s", mse / peer, best ? "best" : close ? "close" : "-");
	else
		fprintf(file, " %8s %-5s", mse > 0 ? "inf" : "1.00", close ? "close" : "-");
}

static void print_score_line(FILE *file, const accuracy_table *table, const methods *m, tally *tallies, size_t index)
{
	const char *name;
	size_t rows;
	accuracy_score_cell(&name, &rows, index);
	const char *peer = best_peer(table, m, name, rows);
	fprintf(file, "%-6s %5zu", name, rows);
	for (size_t i = 0; i < m->count; i++) {
		if (figure(table, name, rows, m->names[i]) == NULL)
			fprintf(file, " %10s", "");
		else
			fprintf(file, " %10.6f", mse_of(table, name, rows, m->names[i]));
	}
	fprintf(file, "  %-9s", peer != NULL ? peer : "");
	for (size_t i = 0; i < m->count; i++)
		if (!is_peer(m->names[i]) && peer != NULL && figure(table, name, rows, m->names[i]) != NULL)
			print_standing(file, &tallies[i], mse_of(table, name, rows, m->names[i]), mse_of(table, name, rows, peer));
	fputc('\n', file);
}

void accuracy_print_score(FILE *file, const accuracy_table *table)
{
	methods m = list_methods(table);
	tally tallies[METHODS] = { { 0, 0, 0 } };
	fprintf(file, "%-6s %5s", "cell", "n");
	for (size_t i = 0; i < m.count; i++)
		fprintf(file, " %10.10s", m.names[i]);
	fprintf(file, "  %-9s", "best peer");
	for (size_t i = 0; i < m.count; i++)
		if (!is_peer(m.names[i]))
			fprintf(file, " %14.14s", m.names[i]);
	fputc('\n', file);
	for (size_t i = 0; i < CELLS; i++)
		print_score_line(file, table, &m, tallies, i);
	for (size_t i = 0; i < m.count; i++)
		if (tallies[i].cells > 0)
			fprintf(file,
			        "%s: within 1.2 times or 0.0002 of the best peer in %zu of %zu cells, the best outright in %zu\n",
			        m.names[i], tallies[i].close, tallies[i].cells, tallies[i].best);
}

/* Targets: an MSE below the limit, or a bias within it. */
typedef struct target {
	const char *name;
	size_t rows;
	double limit;
	bool bias;
} target;

static const target targets[] = {
	{ "I", 1000, 0.001, false },     { "II", 1000, 0.001, false },        { "III", 1000, 0.001, false },
	{ "IV", 1000, 0.0003, false },   { "V", 1000, 0.001, false },         { "VI-0", 2000, 0.0005, false },
	{ "VI-1", 2000, 0.0005, false }, { "VI-2", 2000, 0.0005, false },     { "VI-3", 2000, 0.0005, false },
	{ "VI-4", 2000, 0.0005, false }, { "checkerboard", 300, 0.08, true }, { "lognormal", 1000, 0.001, false },
};

enum { TARGETS = sizeof targets / sizeof targets[0] };

bool accuracy_target_cell(const char **name, size_t *rows, size_t index)
{
	if (index >= TARGETS)
		return false;
	*name = targets[index].name;
	*rows = targets[index].rows;
	return true;
}

void accuracy_print_targets(FILE *file, const accuracy_table *table)
{
	methods m = list_methods(table);
	fprintf(file, "%-12s %5s %-12s", "target", "n", "");
	for (size_t i = 0; i < m.count; i++)
		fprintf(file, " %12.12s", m.names[i]);
	fputc('\n', file);
	for (size_t i = 0; i < TARGETS; i++) {
		const target *t = &targets[i];
		fprintf(file, "%-12s %5zu %s < %-6g", t->name, t->rows, t->bias ? "bias" : "MSE ", t->limit);
		for (size_t j = 0; j < m.count; j++) {
			const accuracy_row *row = figure(table, t->name, t->rows, m.names[j]);
			double value = row == NULL ? NAN : t->bias ? fabs(row->bias) : row->mse;
			if (row == NULL)
				fprintf(file, " %12s", "");
			else
				fprintf(file, " %9.5f%3s", value, value < t->limit ? " ok" : " -");
		}
		fputc('\n', file);
	}
}

/* -------------------------------------------------------------------------------------------------------- the page */

static void print_page_mechanisms(FILE *file)
{
	fputs("## Mechanisms\n\nI(X;Y|Z) in nats. Types: n numeric, d discrete, t and T texts, in the order of the "
	      "columns.\n\n"
	      "| name | what | columns | types | truth | known by |\n|---|---|---|---|---|---|\n",
	      file);
	for (size_t i = 0; suite_at(i) != NULL; i++) {
		const mechanism *m = suite_at(i);
		fprintf(file, "| %s | %s | %s | %s | %.7f | %s |\n", m->name, m->what, m->columns, m->discrete, m->truth,
		        suite_truth_source(m->name));
	}
}

static void print_page_line(FILE *file, const accuracy_table *table, const accuracy_row *cell, const methods *m)
{
	double least = least_mse(table, cell, m);
	fprintf(file, "| %s | %zu |", cell->mechanism, cell->rows);
	for (size_t i = 0; i < m->count; i++) {
		const accuracy_row *row = figure(table, cell->mechanism, cell->rows, m->names[i]);
		const char *mark = row != NULL && row->mse == least ? "**" : "";
		if (row == NULL)
			fputs(" |", file);
		else
			fprintf(file, " %s%.5f%s (%+.3f) |", mark, row->mse, mark, row->bias);
	}
	fputc('\n', file);
}

void accuracy_print_page(FILE *file, const accuracy_table *table)
{
	methods m = list_methods(table);
	fputs(
		"# Accuracy\n\n"
		"How far estimates are from the truth, on mechanisms whose truth is known. This page and `accuracy.csv` are\n"
		"written by `make accuracy` (minutes). To look at less, or at other methods:\n\n"
		"    cmake --build build --target experiment_accuracy\n"
		"    build/experiments/accuracy --method paper,ms:neighbours=5 --mechanism I,ring --n 100,300 --times\n"
		"    build/experiments/accuracy --score          # the paper's experiments against the best peer\n"
		"    build/experiments/accuracy --holdout --intervals --n 300,1000 --update figures.csv --resume --summary\n"
		"    build/experiments/accuracy --help\n\n"
		"- The draws are a function of seed, mechanism and number, so the same code gives the same figures.\n"
		"- `accuracy.csv`: mechanism, n (rows), method, draws, truth, mean, bias, mse, se_mse (standard error of the\n"
		"  MSE), and the MSE and its standard error over the first 10 draws (quick_mse, quick_se_mse); in newer lines\n"
		"  also the estimates' deviation, the share of exact zeros, and coverage and mean width of the interval. What "
		"a\n"
		"  method cannot be asked has no line: mixed-ksg takes no Z.\n"
		"- A figure may get better freely. The tests `accuracy` (unit: the first 10 draws up to n = 300; long:\n"
		"  everything) fail when an MSE exceeds the recorded one by more than 3 of its standard errors and by more\n"
		"  than 0.0001. After an intended change, `make accuracy` records the new figures: look at the difference.\n\n",
		file);
	print_page_mechanisms(file);
	fputs("\n## Figures\n\nMSE, and bias in brackets; the least MSE of a line is bold.\n\n| mechanism | n |", file);
	for (size_t i = 0; i < m.count; i++)
		fprintf(file, " %s |", m.names[i]);
	fputs("\n|---|---|", file);
	for (size_t i = 0; i < m.count; i++)
		fputs("---|", file);
	fputc('\n', file);
	for (size_t i = 0; i < table->count; i++)
		if (opens_cell(table, i))
			print_page_line(file, table, &table->rows[i], &m);
	fputs("\n## Against all peers, zeros and intervals\n\n"
	      "RMSE against the best of ms, ksg, mixed-ksg, miic and paper, by number of rows; ranks are among the methods "
	      "of\n"
	      "a cell. Zeros and intervals (level .95) where they were measured: coverage for mechanisms with a truth up "
	      "to 2,\n"
	      "width against that of an interval that knew the spread over draws.\n\n",
	      file);
	accuracy_print_summary(file, table);
	fputs("\n## Against the best peer\n\n"
	      "The 20 cells of the paper's experiments; the last columns are the ratio to the best of paper, ms, miic and\n"
	      "mixed-ksg, and whether that is the best outright, or close (1.2 times, or 0.0002 more).\n\n```\n",
	      file);
	accuracy_print_score(file, table);
	fputs("```\n\n## What a default is to reach\n\n```\n", file);
	accuracy_print_targets(file, table);
	fputs("```\n", file);
}
