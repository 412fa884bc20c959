/* Invariant: members 0 .. count - 1 are running and are joined exactly once. Starting a thread takes some tens of
 * microseconds. */
#include "base/team.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/platform.h"

static void *run_member(void *context)
{
	const base_member *member = context;
	member->task(member->context, member->thread);
	return NULL;
}

/* Number of additional threads that fit into a limited address space (ulimit -v). More could be started, but an
 * allocator that cannot reserve an arena for a thread (glibc reserves 128 MB and keeps 64) falls back to single pages,
 * and then the work itself runs out of memory. */
static size_t fitting(size_t wanted)
{
	const uint64_t needed = (uint64_t)144 << 20; /* bytes: an arena and a stack of 8 MB, and as much again for data */
	uint64_t fit = base_address_space() / needed;
	return fit < wanted ? (size_t)fit : wanted;
}

/* Threads get the stack that the system's limit allows (ulimit -s), and at least 20 times what the deepest call needs. */
static bool set_stack(pthread_attr_t *attributes)
{
	enum { LEAST = 1 << 20 };
	size_t size = 0;
	if (pthread_attr_init(attributes) != 0)
		return false;
	if (pthread_attr_getstacksize(attributes, &size) == 0 && size < LEAST)
		(void)pthread_attr_setstacksize(attributes, LEAST);
	return true;
}

void base_team_start(base_team *team, size_t wanted, base_team_task *task, void *context)
{
	*team = (base_team){ 0 };
	wanted = fitting(wanted);
	pthread_attr_t attributes;
	bool set = set_stack(&attributes);
	team->members = base_array(wanted, sizeof *team->members);
	while (team->members != NULL && team->count < wanted) {
		base_member *member = &team->members[team->count];
		*member = (base_member){ .task = task, .context = context, .thread = team->count + 1 };
		if (pthread_create(&member->handle, set ? &attributes : NULL, run_member, member) != 0)
			break;
		team->count++;
	}
	if (set)
		pthread_attr_destroy(&attributes);
}

void base_team_join(base_team *team)
{
	for (size_t i = 0; i < team->count; i++)
		pthread_join(team->members[i].handle, NULL);
	free(team->members);
	*team = (base_team){ 0 };
}
