/* The part of mixmi/method.h that needs no table: under the public names, what the library itself works with. */
#include "mixmi/method.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/permutations.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/special.h"
#include "base/work.h"

size_t mixmi_threads(const mixmi_options *options)
{
	mixmi_options settled;
	base_options_settle(&settled, options);
	return (size_t)base_threads(&settled);
}

typedef struct own_loop {
	mixmi_piece *piece;
	void *context;
} own_loop;

static mixmi_status own_piece(void *context, size_t index, base_worker *worker)
{
	const own_loop *loop = context;
	return loop->piece(loop->context, index, worker->thread);
}

mixmi_status mixmi_parallel(const mixmi_options *options, const char *stage, size_t count, mixmi_piece *piece,
                            void *context)
{
	mixmi_options settled;
	own_loop loop = { piece, context };
	base_options_settle(&settled, options);
	const base_work work = { .options = &settled, .count = count, .stage = stage };
	return base_work_run(&work, own_piece, &loop);
}

bool mixmi_report_progress(const mixmi_options *options, const char *stage, uint64_t done, uint64_t total)
{
	return options == NULL || base_progress(options, stage, done, total);
}

void mixmi_random_init(mixmi_random *random, uint64_t seed, uint64_t key, uint64_t stream)
{
	base_random_init(random, seed, key, stream);
}

uint64_t mixmi_random_bits(mixmi_random *random)
{
	return base_random_bits(random);
}

uint64_t mixmi_random_below(mixmi_random *random, uint64_t count)
{
	return base_random_below(random, count);
}

mixmi_status mixmi_permutations(size_t *most, const mixmi_options *options)
{
	mixmi_options settled;
	base_options_settle(&settled, options);
	*most = base_permutations(&settled);
	return base_permutations_check(&settled);
}

void *mixmi_allocate(size_t count, size_t size)
{
	return base_array(count, size);
}

void *mixmi_allocate_zero(size_t count, size_t size)
{
	return base_array_zero(count, size);
}

mixmi_status mixmi_error(mixmi_status status, const char *format, ...)
{
	char message[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	for (char *c = message; *c != '\0'; c++) /* names may hold line breaks, but a message is one line */
		*c = (unsigned char)*c < ' ' ? ' ' : *c;
	return base_error(status, "%s", message);
}

mixmi_status mixmi_error_memory(void)
{
	return base_error_memory();
}

double mixmi_chi2_tail(double x, double df)
{
	return base_chi2_tail(x, df);
}
