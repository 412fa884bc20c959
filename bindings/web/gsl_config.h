/* The result of GSL's configure under emscripten, as far as its special functions need it. */
#define HAVE_DECL_ISINF 1
#define HAVE_DECL_ISFINITE 1
#define HAVE_DECL_FINITE 0
#define HAVE_DECL_ISNAN 1
#define HAVE_DECL_EXPM1 1
#define HAVE_DECL_LOG1P 1
#define HAVE_DECL_HYPOT 1
#define HAVE_DECL_ACOSH 1
#define HAVE_DECL_ASINH 1
#define HAVE_DECL_ATANH 1
#define HAVE_DECL_LDEXP 1
#define HAVE_DECL_FREXP 1
#define HAVE_DECL_FEENABLEEXCEPT 0
#define HAVE_DECL_FESETTRAPENABLE 0
#define HAVE_IEEE_COMPARISONS 1
#define HAVE_IEEE_DENORMALS 1
#define HAVE_C99_INLINE 1
#define HAVE_INLINE 1
#define STDC_HEADERS 1
#define PACKAGE "gsl"
#define VERSION "2.7.1"
#define GSL_COERCE_DBL(x) (x)
#define RETURN_IF_NULL(x)                                                                                              \
	if (!x) {                                                                                                          \
		return;                                                                                                        \
	}
#define GSL_DISABLE_DEPRECATED 1
