/* A histogram as JSON. A histogram that is read can be queried, written, and read and written again as the same text; a
 * text that is refused leaves an error and no histogram. */
#include <string.h>

#include "fuzz/target.h"

static void ask(const mixmi_histogram *histogram)
{
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	for (size_t column = 0; column < info.columns; column++) {
		double entropy;
		FUZZ_CHECK(mixmi_histogram_entropy(&entropy, histogram, &column, 1, true) == MIXMI_OK);
		FUZZ_CHECK(entropy > -1e-9);
		mixmi_histogram_column about;
		FUZZ_CHECK(mixmi_histogram_get_column(&about, sizeof about, histogram, column) == MIXMI_OK);
		for (size_t bin = 0; bin < about.bins; bin++) {
			mixmi_bin value;
			FUZZ_CHECK(mixmi_histogram_get_bin(&value, sizeof value, histogram, column, bin) == MIXMI_OK);
		}
	}
	if (info.columns >= 2) {
		mixmi_answer cmi;
		const size_t x = 0, y = 1;
		const mixmi_question question = { &x, 1, &y, 1, NULL, 0 };
		FUZZ_CHECK(mixmi_histogram_cmi(&cmi, sizeof cmi, histogram, &question, NULL) == MIXMI_OK);
		FUZZ_CHECK(cmi.estimate >= 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	mixmi_histogram *histogram, *back;
	char *text, *again;
	mixmi_status status = mixmi_histogram_from_json(&histogram, (const char *)bytes, count);
	if (status != MIXMI_OK) {
		FUZZ_CHECK(histogram == NULL);
		fuzz_check_failure(status);
		return 0;
	}
	ask(histogram);
	FUZZ_CHECK(mixmi_histogram_to_json(&text, histogram) == MIXMI_OK);
	FUZZ_CHECK(mixmi_histogram_from_json(&back, text, strlen(text)) == MIXMI_OK);
	FUZZ_CHECK(mixmi_histogram_to_json(&again, back) == MIXMI_OK);
	FUZZ_CHECK(strcmp(text, again) == 0);
	mixmi_free(text);
	mixmi_free(again);
	mixmi_histogram_free(back);
	mixmi_histogram_free(histogram);
	return 0;
}
