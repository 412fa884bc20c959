/* Allocation failures on purpose. The executable is linked with --wrap for malloc, calloc, realloc and free, so every
 * allocation of the static library, of the test and (through json_set_alloc_funcs) of jansson passes here; those inside
 * other shared libraries do not. Not for scenarios that run at the same time. */
#ifndef FAULTS_H
#define FAULTS_H

#include "mixmi.h"

/* Does the work under test and gives back all that it got. Checks by itself that outputs are NULL after a failure, with
 * FAULTS_CHECK; must not use cmocka's assertions, which jump out of it. */
typedef mixmi_status faults_scenario(void *context);

/* Runs the scenario with its first allocation failing, then its second, ... until none is left to fail; then again with
 * the first and all after it failing, and so on. Each run must give MIXMI_OK or MIXMI_ERROR_MEMORY, and leave as many
 * live blocks as there were. Fails the cmocka test otherwise, and returns the number of allocations that could fail. With a
 * share of the cases (share.h), of the allocations that a function makes for one caller only the first fails. */
size_t faults_run(const char *name, faults_scenario *scenario, void *context);

/* Notes a broken promise of the current run, which faults_run() then reports. */
void faults_note(const char *file, int line, const char *what);
#define FAULTS_CHECK(holds) ((holds) ? (void)0 : faults_note(__FILE__, __LINE__, #holds))

/* Routes jansson's allocations through the harness; call once, before anything else. */
void faults_include_jansson(void);

#endif
