/* A hash table with chains, and a list from the entry that was used last to the one that was used longest ago. Invariant: entries that
 * somebody uses are never given up, so the budget may be exceeded by what the threads hold at the moment. */
#include "scan/remember.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SLOTS = 1 << 12 };

struct scan_memory {
	const mixmi_table *table;
	size_t budget, used;
	omp_lock_t lock;
	scan_kept *newest, *oldest;
	scan_kept *slots[SLOTS];
};

static uint64_t mixed(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ (hash >> 29);
}

static uint64_t hash_key(const scan_key *key)
{
	uint64_t hash = mixed(mixed(key->rows, key->column), key->z_count);
	for (size_t i = 0; i < key->z_count; i++)
		hash = mixed(hash, key->z[i]);
	return hash;
}

static bool is_same(const scan_key *a, const scan_key *b)
{
	return a->rows == b->rows && a->column == b->column && a->z_count == b->z_count &&
	       (a->z_count == 0 || memcmp(a->z, b->z, a->z_count * sizeof *a->z) == 0);
}

/* ------------------------------------------------------------------------------------------------------- entries */

scan_kept *scan_kept_new(const scan_key *key)
{
	scan_kept *kept = base_array_zero(1, sizeof *kept);
	size_t *z = base_array(key->z_count, sizeof *z);
	if (kept == NULL || z == NULL) {
		free(kept);
		free(z);
		return NULL;
	}
	if (key->z_count > 0)
		memcpy(z, key->z, key->z_count * sizeof *z);
	kept->key = (scan_key){ key->rows, key->column, z, key->z_count };
	kept->hash = hash_key(key);
	return kept;
}

void scan_kept_free(scan_kept *kept)
{
	if (kept == NULL)
		return;
	scan_given_clear(&kept->given);
	scan_residuals_clear(&kept->residuals);
	free((size_t *)kept->key.z);
	free(kept);
}

/* -------------------------------------------------------------------------------------------------------- memory */

scan_memory *scan_memory_new(const mixmi_table *table, size_t bytes)
{
	scan_memory *memory = base_array_zero(1, sizeof *memory);
	if (memory == NULL)
		return NULL;
	memory->table = table;
	memory->budget = bytes;
	omp_init_lock(&memory->lock);
	return memory;
}

void scan_memory_free(scan_memory *memory)
{
	if (memory == NULL)
		return;
	while (memory->newest != NULL) {
		scan_kept *next = memory->newest->older;
		scan_kept_free(memory->newest);
		memory->newest = next;
	}
	omp_destroy_lock(&memory->lock);
	free(memory);
}

scan_memory *scan_memory_of(scan_memory *memory, const mixmi_table *table)
{
	return memory != NULL && memory->table == table ? memory : NULL;
}

static void unlink_entry(scan_memory *m, scan_kept *e)
{
	*(e->newer != NULL ? &e->newer->older : &m->newest) = e->older;
	*(e->older != NULL ? &e->older->newer : &m->oldest) = e->newer;
	e->newer = e->older = NULL;
}

static void link_newest(scan_memory *m, scan_kept *e)
{
	e->older = m->newest;
	*(m->newest != NULL ? &m->newest->newer : &m->oldest) = e;
	m->newest = e;
}

static scan_kept *look_up(const scan_memory *m, const scan_key *key, uint64_t hash)
{
	scan_kept *e = m->slots[hash % SLOTS];
	while (e != NULL && (e->hash != hash || !is_same(&e->key, key)))
		e = e->chain;
	return e;
}

static void forget(scan_memory *m, scan_kept *e)
{
	scan_kept **link = &m->slots[e->hash % SLOTS];
	while (*link != e)
		link = &(*link)->chain;
	*link = e->chain;
	unlink_entry(m, e);
	m->used -= e->bytes;
	scan_kept_free(e);
}

/* Gives up what was used longest ago until so many bytes are left. */
static void make_room(scan_memory *m, size_t left)
{
	for (scan_kept *e = m->oldest; e != NULL && m->used > left;) {
		scan_kept *next = e->newer;
		if (e->users == 0)
			forget(m, e);
		e = next;
	}
}

void scan_memory_forget(scan_memory *memory)
{
	if (memory == NULL)
		return;
	omp_set_lock(&memory->lock);
	make_room(memory, 0);
	omp_unset_lock(&memory->lock);
}

scan_kept *scan_memory_find(scan_memory *memory, const scan_key *key)
{
	if (memory == NULL)
		return NULL;
	uint64_t hash = hash_key(key);
	omp_set_lock(&memory->lock);
	scan_kept *e = look_up(memory, key, hash);
	if (e != NULL) {
		e->users++;
		unlink_entry(memory, e);
		link_newest(memory, e);
	}
	omp_unset_lock(&memory->lock);
	return e;
}

scan_kept *scan_memory_add(scan_memory *memory, scan_kept *fresh)
{
	if (memory == NULL)
		return fresh;
	fresh->bytes = scan_given_size(&fresh->given) + scan_residuals_size(&fresh->residuals);
	omp_set_lock(&memory->lock);
	scan_kept *e = look_up(memory, &fresh->key, fresh->hash);
	if (e == NULL) {
		e = fresh;
		e->chain = memory->slots[e->hash % SLOTS];
		memory->slots[e->hash % SLOTS] = e;
		link_newest(memory, e);
		memory->used += e->bytes;
	}
	e->users++;
	make_room(memory, memory->budget);
	omp_unset_lock(&memory->lock);
	if (e != fresh) /* another thread was faster; it has the same */
		scan_kept_free(fresh);
	return e;
}

void scan_memory_release(scan_memory *memory, scan_kept *kept)
{
	if (kept == NULL)
		return;
	if (memory == NULL) {
		scan_kept_free(kept);
		return;
	}
	omp_set_lock(&memory->lock);
	kept->users--;
	omp_unset_lock(&memory->lock);
}
