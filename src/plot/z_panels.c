/* Groups the cells of a histogram by the bins of Z. Invariant: panels are in the order of these bins, with the first
 * column of Z varying slowest. If there are too many, the fullest are kept. */
#include "plot/z_panels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

/* A cell with its sort key. */
typedef struct sorted_cell {
	const plot_panels *panels;
	const uint32_t *bins;
	size_t cell;
} sorted_cell;

static int compare_z(const plot_panels *panels, const uint32_t *a, const uint32_t *b)
{
	for (size_t i = 0; i < panels->z_count; i++) {
		uint32_t x = a[panels->z[i]], y = b[panels->z[i]];
		if (x != y)
			return x > y ? 1 : -1;
	}
	return 0;
}

static int compare_cells(const void *left, const void *right)
{
	const sorted_cell *a = left, *b = right;
	int z = compare_z(a->panels, a->bins, b->bins);
	return z != 0 ? z : (a->cell > b->cell) - (a->cell < b->cell);
}

static const uint32_t *bins_of(const plot_panels *panels, const plot_panel *panel)
{
	return panels->bins + panels->order[panel->first] * panels->columns;
}

static mixmi_status sort_cells(plot_panels *panels)
{
	sorted_cell *sorted = base_array(panels->cells, sizeof *sorted);
	if (sorted == NULL)
		return base_error_memory();
	for (size_t i = 0; i < panels->cells; i++)
		sorted[i] = (sorted_cell){ panels, panels->bins + i * panels->columns, i };
	qsort(sorted, panels->cells, sizeof *sorted, compare_cells);
	for (size_t i = 0; i < panels->cells; i++)
		panels->order[i] = sorted[i].cell;
	free(sorted);
	return MIXMI_OK;
}

static void find_panels(plot_panels *panels)
{
	for (size_t i = 0; i < panels->cells; i++) {
		const uint32_t *bins = panels->bins + panels->order[i] * panels->columns;
		plot_panel *last = panels->count > 0 ? &panels->panels[panels->count - 1] : NULL;
		if (last == NULL || compare_z(panels, bins_of(panels, last), bins) != 0) {
			last = &panels->panels[panels->count++];
			*last = (plot_panel){ .first = i };
		}
		last->count++;
		last->rows += panels->counts[panels->order[i]];
	}
	panels->found = panels->count;
}

/* Removes the emptiest panels; in case of a tie the last. */
static void keep_fullest(plot_panels *panels)
{
	while (panels->count > PLOT_MOST_PANELS) {
		size_t least = 0;
		for (size_t i = 1; i < panels->count; i++)
			if (panels->panels[i].rows <= panels->panels[least].rows)
				least = i;
		memmove(panels->panels + least, panels->panels + least + 1,
		        (panels->count - least - 1) * sizeof *panels->panels);
		panels->count--;
	}
}

/* sum c/n ln(c n / (c_x c_y)) over the cells of a panel. The margins have one element per bin of X and of Y, and are 0
 * before and after. */
static void measure(plot_panel *panel, const plot_panels *panels, double *margin_x, double *margin_y)
{
	double n = (double)panel->rows, sum = 0;
	for (int pass = 0; pass < 3; pass++)
		for (size_t i = panel->first; i < panel->first + panel->count; i++) {
			const uint32_t *bins = panels->bins + panels->order[i] * panels->columns;
			double *x = &margin_x[bins[panels->x]], *y = &margin_y[bins[panels->y]];
			double count = (double)panels->counts[panels->order[i]];
			if (pass == 1)
				sum += count / n * log(count * n / (*x * *y));
			*x = pass == 0 ? *x + count : pass == 1 ? *x : 0;
			*y = pass == 0 ? *y + count : pass == 1 ? *y : 0;
		}
	panel->information = fmax(0, sum);
}

static mixmi_status measure_all(plot_panels *panels, const mixmi_histogram *histogram)
{
	mixmi_histogram_column x = { 0 }, y = { 0 };
	mixmi_histogram_get_column(&x, sizeof x, histogram, panels->x);
	mixmi_histogram_get_column(&y, sizeof y, histogram, panels->y);
	double *margin_x = base_array_zero(x.bins, sizeof *margin_x), *margin_y = base_array_zero(y.bins, sizeof *margin_y);
	bool done = margin_x != NULL && margin_y != NULL;
	for (size_t i = 0; done && i < panels->count; i++)
		measure(&panels->panels[i], panels, margin_x, margin_y);
	free(margin_x);
	free(margin_y);
	return done ? MIXMI_OK : base_error_memory();
}

mixmi_status plot_panels_init(plot_panels *panels, const mixmi_histogram *histogram, size_t x, size_t y,
                              const size_t *z, size_t z_count)
{
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	*panels = (plot_panels){ .columns = info.columns, .x = x, .y = y, .z = z, .z_count = z_count, .cells = info.cells };
	panels->bins = base_array(info.cells, info.columns * sizeof *panels->bins);
	panels->counts = base_array(info.cells, sizeof *panels->counts);
	panels->order = base_array(info.cells, sizeof *panels->order);
	panels->panels = base_array(info.cells, sizeof *panels->panels);
	if (panels->bins == NULL || panels->counts == NULL || panels->order == NULL || panels->panels == NULL)
		return base_error_memory();
	mixmi_status status = mixmi_histogram_cells(panels->bins, panels->counts, NULL, histogram);
	if (status == MIXMI_OK)
		status = sort_cells(panels);
	if (status != MIXMI_OK)
		return status;
	find_panels(panels);
	keep_fullest(panels);
	return measure_all(panels, histogram);
}

void plot_panels_clear(plot_panels *panels)
{
	free(panels->bins);
	free(panels->counts);
	free(panels->order);
	free(panels->panels);
	*panels = (plot_panels){ 0 };
}

size_t plot_panels_find(const plot_panels *panels, const uint32_t *bins)
{
	for (size_t i = 0; i < panels->count; i++)
		if (compare_z(panels, bins_of(panels, &panels->panels[i]), bins) == 0)
			return i;
	return panels->count;
}
