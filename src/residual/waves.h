/* Sines and cosines of multiples of places: sqrt(2) sin(k pi u) for odd k and sqrt(2) cos(k pi u) for even k, with u
 * from -1/2 to 1/2. They are computed by turning, which costs a few multiplications each and loses one digit of sixteen
 * at k = 128. */
#ifndef RESIDUAL_WAVES_H
#define RESIDUAL_WAVES_H

#include <stddef.h>

#include "base/arena.h"

/* cos(pi u) into c and sin(pi u) into s, of u[count]. */
void residual_turns(double *c, double *s, const double *u, size_t count);

/* The waves first, ..., last of angles with these cosines and sines, into out[last - first + 1][stride]. */
void residual_waves(double *out, size_t stride, base_arena *scratch, const double *c, const double *s, size_t count,
                    size_t first, size_t last);

#endif
