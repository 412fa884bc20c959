/*
 * Threads of one loop. They are started for it and joined at its end, so nothing is left between calls: a process that forks in
 * between has nothing to lose, and where the system grants fewer threads than asked for, the loop runs with those that there are.
 * Teams of OpenMP would end the process then.
 */
#ifndef BASE_TEAM_H
#define BASE_TEAM_H

#include <pthread.h>
#include <stddef.h>

/* What a thread does; `thread` is its number, from 1: the calling thread is number 0. */
typedef void base_team_task(void *context, size_t thread);

typedef struct base_member {
	pthread_t handle;
	base_team_task *task;
	void *context;
	size_t thread;
} base_member;

typedef struct base_team {
	base_member *members; /* [count] */
	size_t count;         /* threads beside the calling one, of those wanted */
} base_team;

/* Starts up to `wanted` threads beside the calling one, with numbers 1, 2, ...; none where memory or threads are lacking. */
void base_team_start(base_team *team, size_t wanted, base_team_task *task, void *context);

/* Waits until all of them have done their task, and frees. */
void base_team_join(base_team *team);

#endif
