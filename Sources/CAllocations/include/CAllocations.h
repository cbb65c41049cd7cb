// Counts a program's requests for memory of the C library, Swift's and GLPK's calls alike.
//
// The functions of the C library are replaced by ones that count, where counting is on, and call
// the originals; memory comes from the same allocator as before.
#ifndef LB_ALLOCATIONS_H
#define LB_ALLOCATIONS_H

#include <stdint.h>

typedef struct {
  int64_t allocations;  // calls that gave memory
  int64_t bytes;        // what these were asked for
  int64_t live;         // what of it was not freed
  int64_t held;         // what the library holds for it, as it rounds
  int64_t peak;         // the most that live has been
} lb_allocations;

// 1 if allocations can be counted here.
int lb_can_count_allocations(void);

// Begins to record the requested size of each block, so that the bytes freed later are known
// exactly.
void lb_track_allocations(void);

// Begins to count this thread's allocations from 0.
void lb_count_allocations(void);

// Ends counting and returns the counts.
lb_allocations lb_counted_allocations(void);

#endif
