/* A hash table with chains, and two lists in order of last use, one of prepared Z and one of residuals. Each list
 * has its own budget, because a prepared Z is about twenty times as large as residuals and would displace all of
 * them. Invariant: entries in use are never removed, so that the entries that threads currently use may exceed a
 * budget. */
#include "test/remember.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
	SLOTS = 1 << 12,
	SHARE_OF_Z = 4 /* share of the bytes for prepared Z */
};

enum { OF_Z, OF_COLUMNS, KINDS };

typedef struct kept_list {
	size_t budget, used;
	test_kept *newest, *oldest;
} kept_list;

struct test_memory {
	const mixmi_table *table;
	kept_list lists[KINDS];
	pthread_mutex_t lock;
	test_kept *slots[SLOTS];
};

static uint64_t mixed(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ (hash >> 29);
}

static uint64_t hash_key(const test_key *key)
{
	uint64_t hash = mixed(mixed(key->rows, key->column), key->z_count);
	for (size_t i = 0; i < key->z_count; i++)
		hash = mixed(hash, key->z[i]);
	return hash;
}

static bool is_same(const test_key *a, const test_key *b)
{
	return a->rows == b->rows && a->column == b->column && a->z_count == b->z_count &&
	       (a->z_count == 0 || memcmp(a->z, b->z, a->z_count * sizeof *a->z) == 0);
}

/* ------------------------------------------------------------------------------------------------------- entries */

test_kept *test_kept_new(const test_key *key)
{
	test_kept *kept = base_array_zero(1, sizeof *kept);
	size_t *z = base_array(key->z_count, sizeof *z);
	if (kept == NULL || z == NULL) {
		free(kept);
		free(z);
		return NULL;
	}
	if (key->z_count > 0)
		memcpy(z, key->z, key->z_count * sizeof *z);
	kept->key = (test_key){ key->rows, key->column, z, key->z_count };
	kept->hash = hash_key(key);
	return kept;
}

void test_kept_free(test_kept *kept)
{
	if (kept == NULL)
		return;
	test_given_clear(&kept->given);
	test_residuals_clear(&kept->residuals);
	free((size_t *)kept->key.z);
	free(kept);
}

/* -------------------------------------------------------------------------------------------------------- memory */

test_memory *test_memory_new(const mixmi_table *table, size_t bytes)
{
	test_memory *memory = base_array_zero(1, sizeof *memory);
	if (memory == NULL)
		return NULL;
	memory->table = table;
	memory->lists[OF_Z].budget = bytes / SHARE_OF_Z;
	memory->lists[OF_COLUMNS].budget = bytes - bytes / SHARE_OF_Z;
	pthread_mutex_init(&memory->lock, NULL);
	return memory;
}

void test_memory_free(test_memory *memory)
{
	if (memory == NULL)
		return;
	for (int kind = 0; kind < KINDS; kind++)
		while (memory->lists[kind].newest != NULL) {
			test_kept *next = memory->lists[kind].newest->older;
			test_kept_free(memory->lists[kind].newest);
			memory->lists[kind].newest = next;
		}
	pthread_mutex_destroy(&memory->lock);
	free(memory);
}

test_memory *test_memory_of(test_memory *memory, const mixmi_table *table)
{
	return memory != NULL && memory->table == table ? memory : NULL;
}

static kept_list *list_of(test_memory *m, const test_kept *e)
{
	return &m->lists[e->key.column >= TEST_KEY_RANKS ? OF_Z : OF_COLUMNS];
}

static void unlink_entry(kept_list *l, test_kept *e)
{
	*(e->newer != NULL ? &e->newer->older : &l->newest) = e->older;
	*(e->older != NULL ? &e->older->newer : &l->oldest) = e->newer;
	e->newer = e->older = NULL;
}

static void link_newest(kept_list *l, test_kept *e)
{
	e->older = l->newest;
	*(l->newest != NULL ? &l->newest->newer : &l->oldest) = e;
	l->newest = e;
}

static test_kept *look_up(const test_memory *m, const test_key *key, uint64_t hash)
{
	test_kept *e = m->slots[hash % SLOTS];
	while (e != NULL && (e->hash != hash || !is_same(&e->key, key)))
		e = e->chain;
	return e;
}

static void forget(test_memory *m, test_kept *e)
{
	test_kept **link = &m->slots[e->hash % SLOTS];
	while (*link != e)
		link = &(*link)->chain;
	*link = e->chain;
	unlink_entry(list_of(m, e), e);
	list_of(m, e)->used -= e->bytes;
	test_kept_free(e);
}

/* Removes the least recently used entries until at most so many bytes remain. */
static void make_room(test_memory *m, kept_list *l, size_t left)
{
	for (test_kept *e = l->oldest; e != NULL && l->used > left;) {
		test_kept *next = e->newer;
		if (e->users == 0)
			forget(m, e);
		e = next;
	}
}

void test_memory_forget(test_memory *memory)
{
	if (memory == NULL)
		return;
	pthread_mutex_lock(&memory->lock);
	for (int kind = 0; kind < KINDS; kind++)
		make_room(memory, &memory->lists[kind], 0);
	pthread_mutex_unlock(&memory->lock);
}

test_kept *test_memory_find(test_memory *memory, const test_key *key)
{
	if (memory == NULL)
		return NULL;
	uint64_t hash = hash_key(key);
	pthread_mutex_lock(&memory->lock);
	test_kept *e = look_up(memory, key, hash);
	if (e != NULL) {
		e->users++;
		unlink_entry(list_of(memory, e), e);
		link_newest(list_of(memory, e), e);
	}
	pthread_mutex_unlock(&memory->lock);
	return e;
}

static size_t size_of(const test_kept *kept)
{
	return test_given_size(&kept->given) + test_residuals_size(&kept->residuals);
}

test_kept *test_memory_add(test_memory *memory, test_kept *fresh)
{
	if (memory == NULL)
		return fresh;
	fresh->bytes = size_of(fresh);
	pthread_mutex_lock(&memory->lock);
	test_kept *e = look_up(memory, &fresh->key, fresh->hash);
	kept_list *list = list_of(memory, fresh);
	if (e == NULL) {
		e = fresh;
		e->chain = memory->slots[e->hash % SLOTS];
		memory->slots[e->hash % SLOTS] = e;
		link_newest(list, e);
		list->used += e->bytes;
	}
	e->users++;
	make_room(memory, list, list->budget);
	pthread_mutex_unlock(&memory->lock);
	if (e != fresh) /* another thread has added the same in the meantime */
		test_kept_free(fresh);
	return e;
}

void test_memory_release(test_memory *memory, test_kept *kept)
{
	if (kept == NULL)
		return;
	if (memory == NULL) {
		test_kept_free(kept);
		return;
	}
	size_t bytes = size_of(kept); /* functions of Z are computed on demand */
	pthread_mutex_lock(&memory->lock);
	kept->users--;
	kept_list *list = list_of(memory, kept);
	list->used += bytes - kept->bytes;
	kept->bytes = bytes;
	make_room(memory, list, list->budget);
	pthread_mutex_unlock(&memory->lock);
}
