/* LAPACK through the symbols that Fortran compilers give it. All three routines run on level-1 and level-2 kernels that
 * OpenBLAS never spreads over threads, so their bits do not depend on how many it has. The table of addresses is written
 * once, under pthread_once(), and only read afterwards. */
#include "kernel/lapack.h"

#include <stdint.h>

#include "base/error.h"

/* The last arguments are the lengths of the texts, which Fortran passes unseen. */
typedef void factorise_routine(const char *triangle, const int32_t *size, double *packed, int32_t *info, size_t);
typedef void solve_routine(const char *triangle, const int32_t *size, const int32_t *count, const double *packed,
                           double *sides, const int32_t *stride, int32_t *info, size_t);
typedef void eigen_routine(const char *what, const int32_t *size, double *diagonal, double *beside, double *vectors,
                           const int32_t *stride, double *work, int32_t *info, size_t);

#ifdef MIXMI_LAPACK_LINKED

factorise_routine dpptrf_;
solve_routine dpptrs_;
eigen_routine dstev_;

static bool load(void)
{
	return true;
}

static factorise_routine *find_factorise(void)
{
	return dpptrf_;
}

static solve_routine *find_solve(void)
{
	return dpptrs_;
}

static eigen_routine *find_eigen(void)
{
	return dstev_;
}

#else

#include <pthread.h>

#include "base/library.h"

enum { FACTORISE, SOLVE, EIGEN, ROUTINES };

static base_symbol routines[ROUTINES] = { { "dpptrf_", NULL }, { "dpptrs_", NULL }, { "dstev_", NULL } };
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load_once(void)
{
	static const char *const names[] = { "libopenblas.so.0", "liblapack.so.3", "libopenblas.dylib", "liblapack.dylib",
		                                 NULL };
	(void)base_library_load(routines, ROUTINES, names);
}

static bool load(void)
{
	return pthread_once(&once, load_once) == 0 && routines[0].address != NULL;
}

static factorise_routine *find_factorise(void)
{
	return (factorise_routine *)routines[FACTORISE].address;
}

static solve_routine *find_solve(void)
{
	return (solve_routine *)routines[SOLVE].address;
}

static eigen_routine *find_eigen(void)
{
	return (eigen_routine *)routines[EIGEN].address;
}

#endif

mixmi_status kernel_lapack_load(void)
{
	if (load())
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_LIMIT,
	                  "kernel tests need LAPACK, and neither libopenblas.so.0 nor liblapack.so.3 could "
	                  "be loaded: install OpenBLAS (Debian's package libopenblas0)");
}

bool kernel_cholesky(double *packed, size_t size)
{
	int32_t order = (int32_t)size, info = -1;
	if (load())
		find_factorise()("U", &order, packed, &info, 1);
	return info == 0;
}

void kernel_solve(double *sides, size_t count, const double *packed, size_t size)
{
	int32_t order = (int32_t)size, columns = (int32_t)count, info;
	if (load())
		find_solve()("U", &order, &columns, packed, sides, &order, &info, 1);
}

bool kernel_eigen(double *diagonal, double *beside, double *vectors, size_t size, double *work)
{
	int32_t order = (int32_t)size, info = -1;
	if (load())
		find_eigen()("V", &order, diagonal, beside, vectors, &order, work, &info, 1);
	return info == 0;
}
