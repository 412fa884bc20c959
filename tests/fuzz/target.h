/* What the targets of the fuzzers share. A target defines LLVMFuzzerTestOneInput(): libFuzzer calls it with inputs that it
 * makes up (scripts/fuzz.sh), and replay.c with those that are kept in tests/fuzz/corpus, in one archive per
 * target (replay.sh unpacks it). A broken promise aborts. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mixmi.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* Prints what is wrong and aborts. */
_Noreturn void fuzz_fail(const char *why);
#define FUZZ_CHECK(holds) ((holds) ? (void)0 : fuzz_fail(#holds))

/* Puts the bytes into a file of this process and returns its path; the next call replaces it. It is gone at the end. */
const char *fuzz_file(const void *bytes, size_t count);

/* Asks a table for all that it has: names, labels, kinds, remarks, cells. */
void fuzz_look_at(const mixmi_table *table);

/* After a call that failed: the status is no surprise and the message is one line of text. */
void fuzz_check_failure(mixmi_status status);

/* Options with these settings: pairs of name and value, ended by NULL. A setting that is refused is passed over. The
 * caller frees them. */
mixmi_options *fuzz_options(const char *const *settings);

/* The next byte of an input, as a number below `bound` (at most 256); 0 once the input has ended. */
typedef struct fuzz_input {
	const uint8_t *bytes;
	size_t count;
} fuzz_input;
size_t fuzz_below(fuzz_input *input, size_t bound);

#endif
