#include <stdlib.h>
static inline double knob(const char *n, double d) { const char *v = getenv(n); return v ? atof(v) : d; }
