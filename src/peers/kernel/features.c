/* Feature k is sqrt(2) cos(w x + b), where w is Gaussian with the inverse bandwidth as standard deviation and b is
 * uniform on the circle. The bandwidth is the median distance between at most 500 rows, as in the authors' package.
 * There they are the first 500 rows of the table; here they are drawn at random, because rows are sorted by their
 * values. */
#include "peers/kernel/features.h"

enum { BANDWIDTH_ROWS = 500, BANDWIDTH_STREAM = 0 };

static const double two_pi = 6.28318530717958647692528676656;
static const double root_2 = 1.41421356237309504880168872421;

/* ------------------------------------------------------------------------------------------------- inputs */

/* Marks the codes that occur in the used rows; returns their number. */
static size_t mark_codes(bool *marks, const mixmi_sample_column *column, size_t rows)
{
	size_t distinct = 0;
	for (size_t i = 0; i < rows; i++) {
		distinct += !marks[column->codes[i]];
		marks[column->codes[i]] = true;
	}
	return distinct;
}

static void write_numbers(double *out, const mixmi_sample_column *column, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		out[i] = column->numbers != NULL ? column->numbers[column->codes[i]] : (double)column->codes[i];
}

static void write_indicators(double *out, const mixmi_sample_column *column, size_t rows, const bool *marks)
{
	for (uint32_t code = 0; code < column->distinct; code++) {
		if (!marks[code])
			continue;
		for (size_t i = 0; i < rows; i++)
			out[i] = column->codes[i] == code;
		out += rows;
	}
}

/* Numeric representation of one column of the table; 0 columns if it is constant. Written to `out` unless that is
 * NULL. */
static bool expand(size_t *columns, double *out, const kernel_source *source, size_t place)
{
	const mixmi_sample_column *column = &source->sample->columns[place];
	size_t rows = source->sample->rows;
	bool *marks = mixmi_allocate_zero(column->distinct, sizeof *marks);
	if (marks == NULL)
		return false;
	bool expanded = source->one_hot && column->type == MIXMI_DISCRETE;
	size_t distinct = mark_codes(marks, column, rows);
	*columns = distinct < 2 ? 0 : expanded ? distinct : 1;
	if (out != NULL && *columns > 0 && expanded)
		write_indicators(out, column, rows, marks);
	else if (out != NULL && *columns > 0)
		write_numbers(out, column, rows);
	mixmi_free(marks);
	return true;
}

static mixmi_status count_inputs(size_t *total, const kernel_source *source, const size_t *places, size_t count)
{
	*total = 0;
	for (size_t k = 0; k < count; k++) {
		size_t columns;
		if (!expand(&columns, NULL, source, places[k]))
			return mixmi_error_memory();
		*total += columns;
	}
	if (source->one_hot && *total > KERNEL_MAX_LEVELS)
		return mixmi_error(MIXMI_ERROR_LIMIT, "one-hot coding gives %zu columns; at most %d are allowed", *total,
		                   (int)KERNEL_MAX_LEVELS);
	return MIXMI_OK;
}

mixmi_status kernel_inputs(kernel_matrix *inputs, const kernel_source *source, const size_t *places, size_t count)
{
	*inputs = (kernel_matrix){ 0, 0, NULL };
	size_t total, next = 0;
	mixmi_status status = count_inputs(&total, source, places, count);
	if (status != MIXMI_OK)
		return status;
	bool done = kernel_matrix_init(inputs, source->sample->rows, total);
	for (size_t k = 0; done && k < count; k++) {
		size_t columns = 0;
		done = expand(&columns, kernel_column(inputs, next), source, places[k]);
		next += columns;
	}
	if (!done) {
		kernel_matrix_clear(inputs);
		return mixmi_error_memory();
	}
	kernel_standardise(inputs, source->options);
	return MIXMI_OK;
}

/* ---------------------------------------------------------------------------------------------- bandwidth */

/* The first `count` rows of a random permutation. */
static uint32_t *draw_rows(const kernel_source *source, size_t count)
{
	size_t rows = source->sample->rows;
	uint32_t *drawn = mixmi_allocate(rows, sizeof *drawn);
	if (drawn == NULL)
		return NULL;
	mixmi_random random;
	mixmi_random_init(&random, source->seed, source->sample->key, BANDWIDTH_STREAM);
	for (size_t i = 0; i < rows; i++)
		drawn[i] = (uint32_t)i;
	for (size_t i = 0; count < rows && i < count; i++) {
		size_t other = i + (size_t)mixmi_random_below(&random, rows - i);
		uint32_t swap = drawn[i];
		drawn[i] = drawn[other];
		drawn[other] = swap;
	}
	return drawn;
}

static double distance(const kernel_matrix *inputs, size_t a, size_t b)
{
	double sum = 0;
	for (size_t j = 0; j < inputs->columns; j++) {
		double difference = kernel_column(inputs, j)[a] - kernel_column(inputs, j)[b];
		sum += difference * difference;
	}
	return sqrt(sum);
}

/* The value at rank `place`, by Hoare's selection; reorders the values. */
static double select_value(double *values, size_t count, size_t place)
{
	size_t low = 0, high = count - 1;
	while (low < high) {
		double pivot = values[low + (high - low) / 2];
		size_t up = low, down = high;
		for (;;) {
			while (values[up] < pivot)
				up++;
			while (pivot < values[down])
				down--;
			if (up >= down)
				break;
			double swapped = values[up];
			values[up++] = values[down];
			values[down--] = swapped;
		}
		if (place <= down)
			high = down;
		else
			low = down + 1;
	}
	return values[place];
}

static double median(double *values, size_t count)
{
	double lower = select_value(values, count, (count - 1) / 2);
	return count % 2 == 1 ? lower : 0.5 * (lower + select_value(values, count, count / 2));
}

/* Median distance between two rows; 1 if half of the pairs coincide. */
static bool find_bandwidth(double *bandwidth, const kernel_matrix *inputs, const kernel_source *source)
{
	size_t count = inputs->rows < BANDWIDTH_ROWS ? inputs->rows : BANDWIDTH_ROWS, pairs = 0;
	uint32_t *rows = draw_rows(source, count);
	double *distances = mixmi_allocate(count, (count - 1) * sizeof *distances);
	bool done = rows != NULL && distances != NULL;
	if (done) {
		for (size_t i = 1; i < count; i++)
			for (size_t k = 0; k < i; k++)
				distances[pairs++] = distance(inputs, rows[i], rows[k]);
		*bandwidth = median(distances, pairs);
		*bandwidth = *bandwidth > 0 ? *bandwidth : 1;
	}
	mixmi_free(rows);
	mixmi_free(distances);
	return done;
}

/* ----------------------------------------------------------------------------------------------- features */

/* In (0, 1]. */
static double draw_uniform(mixmi_random *random)
{
	return (double)((mixmi_random_bits(random) >> 11) + 1) * 0x1p-53;
}

static double draw_normal(mixmi_random *random)
{
	double radius = sqrt(-2 * log(draw_uniform(random)));
	return radius * cos(two_pi * draw_uniform(random));
}

static void write_feature(double *out, const kernel_matrix *inputs, double bandwidth, mixmi_random *random)
{
	double shift = two_pi * draw_uniform(random);
	for (size_t i = 0; i < inputs->rows; i++)
		out[i] = shift;
	for (size_t j = 0; j < inputs->columns; j++) {
		double weight = draw_normal(random) / bandwidth;
		const double *column = kernel_column(inputs, j);
		for (size_t i = 0; i < inputs->rows; i++)
			out[i] += weight * column[i];
	}
	for (size_t i = 0; i < inputs->rows; i++)
		out[i] = root_2 * cos(out[i]);
}

typedef struct drawing {
	kernel_matrix *features;
	const kernel_matrix *inputs;
	const kernel_source *source;
	double bandwidth;
	uint32_t stream;
} drawing;

/* Every feature has a separate random stream, so it does not matter which thread computes it. */
static mixmi_status draw_piece(void *context, size_t index, size_t thread)
{
	const drawing *d = context;
	mixmi_random random;
	(void)thread;
	mixmi_random_init(&random, d->source->seed, d->source->sample->key, (uint64_t)d->stream << 32 | index);
	write_feature(kernel_column(d->features, index), d->inputs, d->bandwidth, &random);
	return MIXMI_OK;
}

mixmi_status kernel_features(kernel_matrix *features, const kernel_matrix *inputs, size_t count,
                             const kernel_source *source, uint32_t stream)
{
	drawing d = { .features = features, .inputs = inputs, .source = source, .stream = stream };
	*features = (kernel_matrix){ 0, 0, NULL };
	if (!find_bandwidth(&d.bandwidth, inputs, source) || !kernel_matrix_init(features, inputs->rows, count))
		return mixmi_error_memory();
	double operations = (double)inputs->rows * (double)count * (double)(inputs->columns + 20);
	kernel_run(operations, source->options, count, draw_piece, &d);
	kernel_standardise(features, source->options);
	return MIXMI_OK;
}
