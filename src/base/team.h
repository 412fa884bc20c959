/* Threads of one loop. They are started for the loop and joined at its end, so no threads exist between calls: a
 * process may fork in between. If the system grants fewer threads than requested, the loop runs with those. OpenMP
 * would end the process in that case. */
#ifndef BASE_TEAM_H
#define BASE_TEAM_H

#include <pthread.h>
#include <stddef.h>

/* Task of a thread. `thread` is its number, from 1; the calling thread is number 0. */
typedef void base_team_task(void *context, size_t thread);

typedef struct base_member {
	pthread_t handle;
	base_team_task *task;
	void *context;
	size_t thread;
} base_member;

typedef struct base_team {
	base_member *members; /* [count] */
	size_t count;         /* threads started besides the calling one */
} base_team;

/* Starts up to `wanted` threads besides the calling one, numbered 1, 2, ...; none if memory or threads are not
 * available. */
void base_team_start(base_team *team, size_t wanted, base_team_task *task, void *context);

/* Waits until all threads have finished their task, and frees them. */
void base_team_join(base_team *team);

#endif
