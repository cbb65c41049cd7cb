// Counts what a program asks of the C library's memory, Swift's and GLPK's calls alike.
//
// The functions of the C library are replaced by some that count, where counting is on, and pass
// on; memory comes from where it came from before.
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

// Whether memory can be counted here.
int lb_can_count_allocations(void);

// Begins to remember how much each block was asked for, so that what is freed later is known exactly.
void lb_track_allocations(void);

// Begins to count from 0 what this thread does.
void lb_count_allocations(void);

// Ends counting, and says what there was.
lb_allocations lb_counted_allocations(void);

#endif
