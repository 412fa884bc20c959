#include "base/error.h"
#include "mixmi.h"
static const mixmi_test_info one = { "chi2", "", true };
const mixmi_test_info *mixmi_test_at(size_t index)
{
	return index == 0 ? &one : NULL;
}
mixmi_status mixmi_test(mixmi_answer *out, mixmi_histogram **h, const mixmi_table *t, const mixmi_question *q,
                        const mixmi_options *o)
{
	(void)h;
	if (o->custom_test)
		return o->custom_test(out, o->custom_context, t, q, o);
	mixmi_cmi r;
	mixmi_status s = mixmi_estimate_cmi(&r, NULL, t, q->x, 1, q->y, 1, q->z, q->z_count, o);
	if (s == MIXMI_OK) {
		*out = (mixmi_answer){ .test = "chi2",
			                   .estimate = r.estimate,
			                   .corrected = r.chi2.value,
			                   .p = r.p,
			                   .independent = r.p > o->alpha,
			                   .rows = t ? mixmi_table_rows(t) : 0 };
	}
	return s;
}
