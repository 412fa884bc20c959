/* Stands in for OpenMP's header where R was built without OpenMP (SHLIB_OPENMP_CFLAGS is empty): one thread, so locks
 * hold by themselves. The compiler leaves out the pragmas. */
#ifndef MIXMI_R_SERIAL_OMP_H
#define MIXMI_R_SERIAL_OMP_H

typedef int omp_lock_t;

static inline void omp_init_lock(omp_lock_t *lock)
{
	*lock = 0;
}
static inline void omp_destroy_lock(omp_lock_t *lock)
{
	(void)lock;
}
static inline void omp_set_lock(omp_lock_t *lock)
{
	(void)lock;
}
static inline void omp_unset_lock(omp_lock_t *lock)
{
	(void)lock;
}
static inline int omp_in_parallel(void)
{
	return 0;
}
static inline int omp_get_max_threads(void)
{
	return 1;
}
static inline int omp_get_thread_num(void)
{
	return 0;
}
static inline int omp_get_num_threads(void)
{
	return 1;
}

#endif
