/* A hash table in parts, each with its own lock. Invariant: a slot points to a record in the part's blocks, which never
 * move; the table of a part is at most half full. */
#include "graph/model/answers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { PARTS = 16, BLOCK = 1 << 14 };

typedef struct record {
	double estimate, corrected, p, lower, upper;
	uint64_t hash;
	uint32_t rows, sample, a, b;
	uint32_t given_count;
	uint8_t verdict;
	bool fresh;
	bool common;      /* other processes have it too */
	uint32_t given[]; /* [given_count] */
} record;

typedef struct block {
	struct block *next;
	size_t used, size;
	_Alignas(record) unsigned char bytes[];
} block;

typedef struct part {
	pthread_mutex_t lock;
	record **slots;
	size_t slot_count, record_count;
	block *blocks; /* the current block first */
} part;

struct graph_answers {
	part parts[PARTS];
};

static uint64_t hash_question(const graph_question *q)
{
	uint64_t hash = base_hash_number(base_hash_number(base_hash_number(0, q->sample), q->a), q->b);
	for (size_t i = 0; i < q->given_count; i++)
		hash = base_hash_number(hash, q->given[i]);
	return base_hash_number(hash, q->given_count);
}

graph_answers *graph_answers_new(void)
{
	graph_answers *answers = base_array_zero(1, sizeof *answers);
	for (size_t i = 0; answers != NULL && i < PARTS; i++)
		pthread_mutex_init(&answers->parts[i].lock, NULL);
	return answers;
}

void graph_answers_free(graph_answers *answers)
{
	if (answers == NULL)
		return;
	for (size_t i = 0; i < PARTS; i++) {
		part *p = &answers->parts[i];
		pthread_mutex_destroy(&p->lock);
		free(p->slots);
		while (p->blocks != NULL) {
			block *next = p->blocks->next;
			free(p->blocks);
			p->blocks = next;
		}
	}
	free(answers);
}

static bool is_same(const record *r, const graph_question *q, uint64_t hash)
{
	if (r->hash != hash || r->sample != q->sample || r->a != q->a || r->b != q->b || r->given_count != q->given_count)
		return false;
	for (size_t i = 0; i < q->given_count; i++)
		if (r->given[i] != q->given[i])
			return false;
	return true;
}

/* The slot of the question, or the free slot for it; the part has a table. */
static record **find_slot(const part *p, const graph_question *q, uint64_t hash)
{
	size_t slot = (size_t)hash & (p->slot_count - 1);
	while (p->slots[slot] != NULL && !is_same(p->slots[slot], q, hash))
		slot = (slot + 1) & (p->slot_count - 1);
	return &p->slots[slot];
}

static part *part_of(graph_answers *answers, uint64_t hash)
{
	return &answers->parts[hash >> 60];
}

static graph_answer answer_of(const record *r)
{
	return (graph_answer){ (graph_verdict)r->verdict, r->estimate, r->corrected, r->p, r->lower, r->upper, r->rows };
}

bool graph_answers_find(graph_answer *out, bool *fresh, graph_answers *answers, const graph_question *question)
{
	uint64_t hash = hash_question(question);
	part *p = part_of(answers, hash);
	pthread_mutex_lock(&p->lock);
	record *r = p->slot_count > 0 ? *find_slot(p, question, hash) : NULL;
	if (r != NULL) {
		*out = answer_of(r);
		*fresh = r->fresh;
		r->fresh = false;
	}
	pthread_mutex_unlock(&p->lock);
	return r != NULL;
}

static bool make_room(part *p)
{
	if (2 * (p->record_count + 1) <= p->slot_count)
		return true;
	size_t larger = p->slot_count == 0 ? 64 : 2 * p->slot_count;
	record **slots = base_array_zero(larger, sizeof *slots);
	if (slots == NULL)
		return false;
	for (size_t i = 0; i < p->slot_count; i++) {
		if (p->slots[i] == NULL)
			continue;
		size_t slot = (size_t)p->slots[i]->hash & (larger - 1);
		while (slots[slot] != NULL)
			slot = (slot + 1) & (larger - 1);
		slots[slot] = p->slots[i];
	}
	free(p->slots);
	p->slots = slots;
	p->slot_count = larger;
	return true;
}

static record *new_record(part *p, size_t given_count)
{
	size_t bytes = sizeof(record) + given_count * sizeof(uint32_t);
	bytes = (bytes + _Alignof(record) - 1) / _Alignof(record) * _Alignof(record);
	if (p->blocks == NULL || p->blocks->size - p->blocks->used < bytes) {
		size_t size = bytes > BLOCK ? bytes : BLOCK;
		block *fresh = base_array(sizeof(block) + size, 1);
		if (fresh == NULL)
			return NULL;
		fresh->next = p->blocks;
		fresh->used = 0;
		fresh->size = size;
		p->blocks = fresh;
	}
	record *r = (record *)(void *)(p->blocks->bytes + p->blocks->used);
	p->blocks->used += bytes;
	return r;
}

static bool add_to_part(part *p, bool *known, const graph_question *q, const graph_answer *answer, uint64_t hash,
                        bool fresh)
{
	if (!make_room(p))
		return false;
	record **slot = find_slot(p, q, hash);
	*known = *slot != NULL;
	if (*known)
		return true;
	record *r = new_record(p, q->given_count);
	if (r == NULL)
		return false;
	*r = (record){ .estimate = answer->estimate,
		           .corrected = answer->corrected,
		           .p = answer->p,
		           .lower = answer->lower,
		           .upper = answer->upper,
		           .hash = hash,
		           .rows = (uint32_t)answer->rows,
		           .sample = (uint32_t)q->sample,
		           .a = (uint32_t)q->a,
		           .b = (uint32_t)q->b,
		           .given_count = (uint32_t)q->given_count,
		           .verdict = (uint8_t)answer->verdict,
		           .fresh = fresh };
	for (size_t i = 0; i < q->given_count; i++)
		r->given[i] = (uint32_t)q->given[i];
	*slot = r;
	p->record_count++;
	return true;
}

bool graph_answers_add_new(bool *known, graph_answers *answers, const graph_question *question,
                           const graph_answer *answer, bool fresh)
{
	uint64_t hash = hash_question(question);
	part *p = part_of(answers, hash);
	pthread_mutex_lock(&p->lock);
	bool added = add_to_part(p, known, question, answer, hash, fresh);
	pthread_mutex_unlock(&p->lock);
	return added;
}

bool graph_answers_add(graph_answers *answers, const graph_question *question, const graph_answer *answer, bool fresh)
{
	bool known;
	return graph_answers_add_new(&known, answers, question, answer, fresh);
}

/* ------------------------------------------------------------------------------------------------ other processes */

void graph_answer_put(base_parcel *parcel, const graph_answer *answer)
{
	const double numbers[5] = { answer->estimate, answer->corrected, answer->p, answer->lower, answer->upper };
	const uint32_t counts[2] = { (uint32_t)answer->verdict, (uint32_t)answer->rows };
	base_parcel_put(parcel, numbers, sizeof numbers);
	base_parcel_put(parcel, counts, sizeof counts);
}

bool graph_answer_take(base_parcel *parcel, graph_answer *answer)
{
	double numbers[5];
	uint32_t counts[2];
	if (!base_parcel_take(parcel, numbers, sizeof numbers) || !base_parcel_take(parcel, counts, sizeof counts))
		return false;
	*answer = (graph_answer){
		(graph_verdict)counts[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], counts[1]
	};
	return true;
}

/* Calls a function for every record. */
static void visit(graph_answers *answers, void (*see)(record *r, void *context), void *context)
{
	for (size_t i = 0; i < PARTS; i++)
		for (size_t slot = 0; slot < answers->parts[i].slot_count; slot++)
			if (answers->parts[i].slots[slot] != NULL)
				see(answers->parts[i].slots[slot], context);
}

static void make_fresh(record *r, void *context)
{
	(void)context;
	r->fresh = true;
}

void graph_answers_refresh(graph_answers *answers)
{
	visit(answers, make_fresh, NULL);
}

/* Destination of the selected records. */
typedef struct putting {
	base_parcel *parcel;
	bool (*wanted)(void *context, size_t a, size_t b);
	void *context;
} putting;

static void put_record(record *r, void *context)
{
	putting *p = context;
	if (r->common || !p->wanted(p->context, r->a, r->b))
		return;
	r->common = true;
	const uint32_t key[4] = { r->sample, r->a, r->b, r->given_count };
	const graph_answer answer = answer_of(r);
	base_parcel_put(p->parcel, key, sizeof key);
	base_parcel_put(p->parcel, r->given, r->given_count * sizeof *r->given);
	graph_answer_put(p->parcel, &answer);
}

void graph_answers_put(base_parcel *parcel, graph_answers *answers, bool (*wanted)(void *context, size_t a, size_t b),
                       void *context)
{
	visit(answers, put_record, &(putting){ parcel, wanted, context });
}

/* Adds an answer that need not be sent to other processes. */
static bool add_common(graph_answers *answers, const graph_question *question, const graph_answer *answer)
{
	if (!graph_answers_add(answers, question, answer, false))
		return false;
	uint64_t hash = hash_question(question);
	(*find_slot(part_of(answers, hash), question, hash))->common = true;
	return true;
}

bool graph_answers_take(base_parcel *parcel, graph_answers *answers)
{
	uint32_t key[4], node;
	graph_answer answer;
	while (base_parcel_take(parcel, key, sizeof key)) {
		size_t *given = base_array(key[3], sizeof *given);
		bool good = given != NULL;
		for (size_t i = 0; good && i < key[3]; i++) {
			good = base_parcel_take(parcel, &node, sizeof node);
			given[i] = node;
		}
		good = good && graph_answer_take(parcel, &answer) &&
		       add_common(answers, &(graph_question){ key[0], key[1], key[2], given, key[3] }, &answer);
		free(given);
		if (!good)
			return false;
	}
	return true;
}
