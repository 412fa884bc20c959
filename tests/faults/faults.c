/* The allocator that fails on demand. Invariant: `live` holds exactly the blocks that came from here and were not released
 * yet; a block from elsewhere (getline, strdup inside libc) is passed on to the real free without being counted. */
#include "faults/faults.h"

#include "share.h"

#include <execinfo.h>
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

enum { FRAMES = 5, MOST_PLACES = 1 << 13 }; /* at least: malloc here, the library's own, a function, its caller */
static bool noting;                         /* places, in the current run */
static uint64_t places[MOST_PLACES];
static size_t first_at[MOST_PLACES], place_count; /* the first allocation of each place */

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

/* Removal without tombstones: the entries that follow in the same run of slots are inserted again. */
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

/* A call site is a function that allocates, and its caller. Inlined, so that frames are counted from the wrapper. */
__attribute__((always_inline)) static inline void note_place(void)
{
	void *frames[FRAMES];
	uint64_t place = 0;
	size_t i = 0;
	for (int k = backtrace(frames, FRAMES); k > 0; k--)
		place = (place ^ (uintptr_t)frames[k - 1]) * 0x9E3779B97F4A7C15u;
	while (i < place_count && places[i] != place)
		i++;
	if (i < place_count)
		return;
	if (place_count == MOST_PLACES)
		abort(); /* the scenario is too large for the harness */
	places[place_count] = place;
	first_at[place_count++] = allocations;
}

__attribute__((always_inline)) static inline bool must_fail(void)
{
	allocations++;
	if (noting)
		note_place();
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

/* Jansson 2.14 reads a number of more than 15 characters into a buffer of so many bytes, and asserts if it cannot have it
 * (lex_unget_unsave): nothing that its callers do can prevent that, so this allocation does not fail. */
enum { NUMBER_BUFFER = 32 };

static void *jansson_malloc(size_t size)
{
	if (size != NUMBER_BUFFER)
		return __wrap_malloc(size);
	pthread_mutex_lock(&lock);
	void *block = __real_malloc(size);
	remember(block);
	pthread_mutex_unlock(&lock);
	return block;
}

void faults_include_jansson(void)
{
	json_set_alloc_funcs(jansson_malloc, __wrap_free);
}

void faults_note(const char *file, int line, const char *what)
{
	if (broken[0] == '\0')
		snprintf(broken, sizeof broken, "%s:%d: %s does not hold", file, line, what);
}

/* One run with the given failure; true if an allocation was hit. */
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

/* All allocations, or the first of each recorded call site. Returns how many. */
static size_t fail_in_turn(const char *name, faults_scenario *scenario, void *context, bool on)
{
	size_t count = 0;
	if (place_count == 0)
		while (run_once(name, scenario, context, count + 1, on))
			count++;
	for (size_t i = 0; i < place_count; i++, count++)
		run_once(name, scenario, context, first_at[i], on);
	return count;
}

size_t faults_run(const char *name, faults_scenario *scenario, void *context)
{
	/* One complete run first, so that memory which a library keeps from its first use is not reported as a leak. */
	failing = allocations = place_count = 0;
	noting = test_share() < 100;
	mixmi_status status = scenario(context);
	noting = false;
	if (status != MIXMI_OK)
		fail_msg("%s without any failure: status %d: %s", name, (int)status, mixmi_error_message());
	size_t all = allocations, alone = fail_in_turn(name, scenario, context, false),
		   with_others = fail_in_turn(name, scenario, context, true);
	print_message("%s: of %zu allocations %zu failed alone, %zu with all after it\n", name, all, alone, with_others);
	return all;
}
