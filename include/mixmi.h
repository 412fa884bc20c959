/*
 * mixmi - dependence in mixed data.
 *
 * How much does X tell about Y once Z is known, is that more than chance, what does it look like,
 * and which causal graph fits the whole table? For tables whose columns are discrete, continuous,
 * or both at once. The default estimate and test are described in docs/METHOD.md; other methods
 * are chosen by name.
 *
 *     mixmi_table *table;
 *     if (mixmi_table_read(&table, "penguins.csv", NULL) != MIXMI_OK)
 *         fprintf(stderr, "%s\n", mixmi_error_message());
 *     size_t x = 2, y = 3, z = 0;
 *     mixmi_question question = { &x, 1, &y, 1, &z, 1 };
 *     mixmi_answer answer;
 *     if (mixmi_test(&answer, sizeof answer, NULL, table, &question, NULL) == MIXMI_OK)
 *         printf("%g nats, p = %g\n", answer.estimate, answer.p);
 *     mixmi_table_free(table);
 *
 * This header includes all others. What holds for every function:
 *  - A function that can fail returns a mixmi_status, and its outputs come first. After a failure
 *    an output handle or array is NULL, output numbers are NaN, nothing leaks, and
 *    mixmi_error_message() says what was wrong and where.
 *  - A handle or array given through a pointer to a pointer belongs to the caller, who releases it
 *    with the matching _free, which takes NULL too (arrays and strings: mixmi_free). A pointer that
 *    is returned, or that is in a struct, is borrowed: it lives as long as the handle that it came
 *    from. A _describe fills in the _info of its handle.
 *  - Options may be NULL everywhere, which stands for the defaults.
 *  - Information is in nats, code lengths (scores) are in bits. Columns, nodes and bins are
 *    numbered from 0.
 *  - A table, a histogram and answers do not change once built: any number of threads may use one
 *    at the same time.
 *  - Results are the same to the last bit for any number of threads and any order of rows.
 *  - The library never prints, exits, handles signals or keeps state beyond the message of the
 *    calling thread.
 *  - Where no cost is given it is linear in input and output, up to a logarithm. The cost of a
 *    question: mixmi_method.details.
 *
 * Compatibility: from the first tagged release on, a program compiled with this header runs with
 * every later library, which stays libmixmi.so.0. Handles are opaque. A struct that the library
 * fills in is passed with the size that the caller knows (`sizeof answer`), which is also the
 * distance between two in an array: fields are only added at its end, and the library fills in what
 * fits and zeroes what it does not know. Rows of its own tables (options, methods, capabilities)
 * and the report of progress are read through pointers and grow in the same way. mixmi_question
 * and mixmi_questions never change.
 */
#ifndef MIXMI_H
#define MIXMI_H

#define MIXMI_VERSION_MAJOR 0
#define MIXMI_VERSION_MINOR 2
#define MIXMI_VERSION_PATCH 0

#include "mixmi/ask.h"
#include "mixmi/base.h"
#include "mixmi/graph.h"
#include "mixmi/histogram.h"
#include "mixmi/report.h"
#include "mixmi/table.h"

#endif
