/* The allocator that fails on demand. Invariant: `live` holds exactly the blocks that came from here and were not released
 * yet; a block from elsewhere (getline, strdup inside libc) is passed on to the real free without being counted. */
#include "faults/faults.h"

#include "share.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <jansson.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

enum { SLOTS = 1 << 16 }; /* of the hash table of live blocks; the scenarios keep far fewer alive */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t live[SLOTS];
static size_t live_count;
static size_t allocations; /* made since the current run began */
static size_t failing;     /* which of them fails, from 1; 0: none */
static bool failing_on;    /* ... and all after it */
static char broken[256];   /* the first broken promise of the current run */

static size_t slot_of(uintptr_t block)
{
	return (size_t)((block >> 4) * 0x9E3779B97F4A7C15u >> 48) % SLOTS;
}

/* Linear probing: the slot that holds `block`, or the empty one where its search ends. */
static size_t find_slot(uintptr_t block)
{
	size_t slot = slot_of(block);
	while (live[slot] != 0 && live[slot] != block)
		slot = (slot + 1) % SLOTS;
	return slot;
}

static void remember(void *block)
{
	if (block == NULL)
		return;
	if (live_count >= SLOTS / 2)
		abort(); /* the scenario is too large for the harness */
	live[find_slot((uintptr_t)block)] = (uintptr_t)block;
	live_count++;
}

/* Removal without marks: what follows in the same run of slots is put in again. */
static void forget(void *block)
{
	size_t slot = find_slot((uintptr_t)block);
	if (block == NULL || live[slot] == 0)
		return;
	live[slot] = 0;
	live_count--;
	for (slot = (slot + 1) % SLOTS; live[slot] != 0; slot = (slot + 1) % SLOTS) {
		uintptr_t moved = live[slot];
		live[slot] = 0;
		live[find_slot(moved)] = moved;
	}
}

static bool must_fail(void)
{
	allocations++;
	return failing != 0 && (failing_on ? allocations >= failing : allocations == failing);
}

void *__wrap_malloc(size_t size)
{
	pthread_mutex_lock(&lock);
	void *block = must_fail() ? NULL : __real_malloc(size);
	remember(block);
	pthread_mutex_unlock(&lock);
	return block;
}

void *__wrap_calloc(size_t count, size_t size)
{
	pthread_mutex_lock(&lock);
	void *block = must_fail() ? NULL : __real_calloc(count, size);
	remember(block);
	pthread_mutex_unlock(&lock);
	return block;
}

void *__wrap_realloc(void *block, size_t size)
{
	pthread_mutex_lock(&lock);
	void *moved = NULL;
	if (!must_fail()) {
		forget(block);
		moved = __real_realloc(block, size);
		remember(moved != NULL ? moved : block);
	}
	pthread_mutex_unlock(&lock);
	return moved;
}

void __wrap_free(void *block)
{
	pthread_mutex_lock(&lock);
	forget(block);
	pthread_mutex_unlock(&lock);
	__real_free(block);
}

void faults_include_jansson(void)
{
	json_set_alloc_funcs(__wrap_malloc, __wrap_free);
}

void faults_note(const char *file, int line, const char *what)
{
	if (broken[0] == '\0')
		snprintf(broken, sizeof broken, "%s:%d: %s does not hold", file, line, what);
}

/* One run with the given failure; true if there was an allocation for it to hit. */
static bool run_once(const char *name, faults_scenario *scenario, void *context, size_t which, bool on)
{
	size_t before = live_count;
	allocations = 0;
	broken[0] = '\0';
	failing_on = on;
	failing = which;
	mixmi_status status = scenario(context);
	failing = 0;
	bool hit = allocations >= which;
	const char *mode = on ? "and later ones " : "";
	if (broken[0] != '\0')
		fail_msg("%s, allocation %zu %sfailing: %s", name, which, mode, broken);
	if (status != MIXMI_OK && (status != MIXMI_ERROR_MEMORY || !hit))
		fail_msg("%s, allocation %zu %sfailing: status %d: %s", name, which, mode, (int)status, mixmi_error_message());
	if (live_count != before)
		fail_msg("%s, allocation %zu %sfailing: %zu blocks before, %zu after", name, which, mode, before, live_count);
	return hit;
}

size_t faults_run(const char *name, faults_scenario *scenario, void *context)
{
	/* Whole first, so that what a library keeps from its first use on is not taken for a leak. */
	failing = allocations = 0;
	mixmi_status status = scenario(context);
	if (status != MIXMI_OK)
		fail_msg("%s without any failure: status %d: %s", name, (int)status, mixmi_error_message());
	size_t all = allocations, step = 100 / test_share();
	for (size_t which = 1; run_once(name, scenario, context, which, false);)
		which += step;
	for (size_t first = 1; run_once(name, scenario, context, first, true);)
		first += step;
	print_message("%s: %zu allocations, one in %zu failed alone and with all after it\n", name, all, step);
	return all;
}
