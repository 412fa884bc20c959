/* Figures are compared as root mean squared errors, in nats. */
#include "accuracy_summary.h"

#include <math.h>
#include <string.h>

bool accuracy_is_rival(const char *method)
{
	static const char *const rivals[] = { "ms", "ksg", "mixed-ksg", "miic", "paper" };
	size_t length = strcspn(method, ":");
	for (size_t i = 0; i < sizeof rivals / sizeof rivals[0]; i++)
		if (strlen(rivals[i]) == length && strncmp(rivals[i], method, length) == 0)
			return true;
	return false;
}

/* One method relative to the others in one cell. */
typedef struct standing {
	double best_rival;   /* least RMSE of a peer that is not the method itself; infinite without any */
	size_t better, same; /* other methods with a lesser and with the same RMSE */
} standing;

static standing stand(const accuracy_table *table, const accuracy_row *row)
{
	standing s = { INFINITY, 0, 0 };
	for (size_t i = 0; i < table->count; i++) {
		const accuracy_row *other = &table->rows[i];
		if (other == row || other->draws == 0 || other->rows != row->rows ||
		    strcmp(other->mechanism, row->mechanism) != 0)
			continue;
		s.better += other->mse < row->mse;
		s.same += other->mse == row->mse;
		if (accuracy_is_rival(other->method))
			s.best_rival = fmin(s.best_rival, sqrt(other->mse));
	}
	return s;
}

static void add_interval(accuracy_summary *s, const accuracy_row *row)
{
	double ideal = accuracy_ideal_width(row);
	if (isnan(row->covered) || row->truth <= 0 || row->truth > 2)
		return;
	s->intervals++;
	s->uncovered += row->covered < 0.9;
	s->wide += row->width > 3 * ideal;
	s->coverage += row->covered;
	s->width_ratio += ideal > 0 ? row->width / ideal : 0;
}

static void add_cell(accuracy_summary *s, const accuracy_table *table, const accuracy_row *row)
{
	standing at = stand(table, row);
	if (isinf(at.best_rival))
		return;
	s->cells++;
	s->above += sqrt(row->mse) > 1.5 * at.best_rival + 0.01;
	s->best += at.better == 0 && at.same == 0;
	s->rank += (double)at.better + 1;
	if (row->truth == 0) {
		s->null_cells++;
		s->null_zeros += row->zeros;
	} else {
		s->other_zeros = fmax(s->other_zeros, row->zeros);
	}
	add_interval(s, row);
}

accuracy_summary accuracy_sum_up(const accuracy_table *table, const char *method, size_t rows, bool holdout)
{
	accuracy_summary s = { .other_zeros = NAN };
	for (size_t i = 0; (holdout ? suite_holdout_at(i) : suite_at(i)) != NULL; i++) {
		const char *name = (holdout ? suite_holdout_at(i) : suite_at(i))->name;
		const accuracy_row *row = accuracy_find(table, name, rows, method);
		if (row != NULL && row->draws > 0)
			add_cell(&s, table, row);
	}
	s.rank /= (double)s.cells;
	s.null_zeros /= (double)s.null_cells;
	s.coverage /= (double)s.intervals;
	s.width_ratio /= (double)s.intervals;
	return s;
}

/* Whether line `index` is the first of its method and number of rows. */
static bool opens_group(const accuracy_table *table, size_t index)
{
	const accuracy_row *row = &table->rows[index];
	for (size_t i = 0; i < index; i++)
		if (table->rows[i].rows == row->rows && strcmp(table->rows[i].method, row->method) == 0)
			return false;
	return true;
}

/* Empty for a share that was not measured. */
static void print_share(FILE *file, double share)
{
	if (isnan(share))
		fputs(" |", file);
	else
		fprintf(file, " %.3f |", share);
}

static void print_sum(FILE *file, const accuracy_table *table, const accuracy_row *row, bool holdout)
{
	accuracy_summary s = accuracy_sum_up(table, row->method, row->rows, holdout);
	if (s.cells == 0)
		return;
	double n = (double)s.cells;
	fprintf(file, "| %s | %zu | %s | %zu | %.3f | %.3f | %.2f |", holdout ? "hold-out" : "suite", row->rows,
	        row->method, s.cells, (double)s.above / n, (double)s.best / n, s.rank);
	print_share(file, s.null_zeros);
	print_share(file, s.other_zeros);
	if (s.intervals > 0)
		fprintf(file, " %zu of %zu | %.3f | %zu | %.2f |\n", s.uncovered, s.intervals, s.coverage, s.wide,
		        s.width_ratio);
	else
		fputs(" | | | |\n", file);
}

void accuracy_print_summary(FILE *file, const accuracy_table *table)
{
	fputs("| set | n | method | cells | above 1.5 best peer + .01 | best outright | mean rank | zeros under nulls | "
	      "most zeros elsewhere | coverage below .90 | mean coverage | width above 3 ideal | mean width / ideal |\n"
	      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
	      file);
	for (int holdout = 0; holdout < 2; holdout++)
		for (size_t i = 0; i < table->count; i++)
			if (opens_group(table, i))
				print_sum(file, table, &table->rows[i], holdout == 1);
}

void accuracy_print_spread(FILE *file, const accuracy_table *table)
{
	fputs("| mechanism | n | method | RMSE | bias | deviation | zeros | coverage | width | ideal width |\n"
	      "|---|---|---|---|---|---|---|---|---|---|\n",
	      file);
	for (size_t i = 0; i < table->count; i++) {
		const accuracy_row *r = &table->rows[i];
		if (r->draws == 0 || isnan(r->sd))
			continue;
		fprintf(file, "| %s | %zu | %s | %.4f | %+.4f | %.4f | %.2f |", r->mechanism, r->rows, r->method, sqrt(r->mse),
		        r->bias, r->sd, r->zeros);
		if (isnan(r->covered))
			fputs(" | | |\n", file);
		else
			fprintf(file, " %.2f | %.4f | %.4f |\n", r->covered, r->width, accuracy_ideal_width(r));
	}
}
