/*
 * mixmi - dependence in mixed data.
 *
 * Estimates conditional mutual information, tests conditional independence, describes the shape of
 * a dependence, and learns causal graphs, from tables whose columns are discrete, continuous, or
 * both at once. docs/METHOD.md describes the default estimate and test; other methods are chosen by
 * name.
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
 * This header includes all others. Conventions of all functions:
 *  - A function that can fail returns a mixmi_status. Output arguments come first. After a failure,
 *    output handles and arrays are NULL, output numbers are NaN, nothing leaks, and
 *    mixmi_error_message() says what was wrong and where.
 *  - A handle or array that is returned through a pointer to a pointer belongs to the caller, who
 *    releases it with the matching _free (arrays and strings: mixmi_free). A pointer that is a
 *    return value or a field of a struct is borrowed: it is valid as long as the handle that it
 *    came from. A _describe function fills in the _info struct of its handle.
 *  - Options may be NULL everywhere, which means the defaults.
 *  - Information is in nats, code lengths (scores) are in bits. Columns, nodes and bins are
 *    numbered from 0.
 *  - The calling thread needs a stack of at least 64 KB.
 *  - Tables, histograms and answers are immutable once built, so any number of threads may use one
 *    at the same time.
 *  - Results are the same to the last bit for any number of threads and any order of rows.
 *  - The library never prints, exits or handles signals. Its only state is the error message of
 *    each thread.
 *  - Costs that are not stated are linear in input and output, up to a logarithm. For the cost of
 *    an estimate or test see mixmi_method.details.
 *
 * Compatibility: from the first tagged release on, a program compiled with this header runs with
 * every later library, which stays libmixmi.so.0. Handles are opaque. A struct that the library
 * fills in is passed with its size (`sizeof answer`), which is also the stride of an array of them.
 * Fields are only added at the end of such structs, or in place of `reserved`; the library fills in
 * what fits and zeroes what it does not know. The tables of options, methods and capabilities and
 * mixmi_progress are read through pointers and grow in the same way. mixmi_question,
 * mixmi_questions and mixmi_pair_set never change.
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
#include "mixmi/many.h"
#include "mixmi/report.h"
#include "mixmi/table.h"

#endif
