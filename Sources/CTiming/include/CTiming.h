// System functions for timing and processes that Swift does not offer on every platform.
#ifndef LB_TIMING_H
#define LB_TIMING_H

#include <stdint.h>

// Nanoseconds of CLOCK_MONOTONIC.
uint64_t lb_now(void);

// Nanoseconds of processor time that this thread has used.
uint64_t lb_thread_time(void);

// The clock's resolution in nanoseconds.
uint64_t lb_clock_resolution(void);

// The time of many independent additions, relative to the time of a chain of multiplications that
// wait for each other: some 4 microseconds of work.
double lb_core_reading(void);

// The time per step of a kernel, nanoseconds: integers, doubles, loads, stores, allocation,
// pointers.
double lb_kernel(int kernel);

// Consumes a number, so that the optimiser keeps its computation.
void lb_sink(double value);

// The number of involuntary switches of this thread, or -1 where the system does not report it.
int64_t lb_involuntary_switches(void);

// The number of files that this process may have open, and the bytes of address space that it may
// use; UINT64_MAX where there is no limit.
uint64_t lb_file_limit(void);
uint64_t lb_data_limit(void);
uint64_t lb_memory_limit(void);

// Closes descriptors that this process has inherited and that lie beyond its limit, where supported:
// a process that is started with them cannot be.
void lb_close_beyond_limit(void);

// Makes a process of limited address space that is ended by a failed allocation say so, with the
// status 71; where the system tells how much is used.
void lb_tell_memory_shortage(void);

// Bytes of the heap in use, or -1 where the system does not report it.
int64_t lb_heap_bytes(void);

// Keeps freed memory in the process from now on, where the system supports this.
void lb_keep_heap(void);

// The C library's name and version, such as "glibc 2.36"; empty where it has none.
const char *lb_libc(void);

// Counts SIGINT from now on instead of ending the process; SIGTERM, and SIGHUP where it is not
// ignored, count as two of them.
void lb_count_interrupts(void);

// The number of SIGINT received since; at least 2 after a SIGTERM or SIGHUP.
int lb_interrupts(void);

// The child that a second SIGINT, or a SIGTERM, ends; 0 for none. Without one a second SIGINT ends
// this process.
void lb_watch_child(int32_t process);

// Ends this process when its parent ends, where the system supports this; at once where the parent
// has ended already.
void lb_end_with_parent(int32_t parent);

// Limits the bytes that this process, and each that it starts, may allocate, where supported.
void lb_limit_memory(uint64_t bytes);

// Ignores SIGPIPE: writing fails instead.
void lb_ignore_closed_pipes(void);

// Ignores SIGINT: the parent decides when a child ends.
void lb_ignore_interrupts(void);

// 1 if valgrind's headers were there when this was built.
int lb_can_count_instructions(void);

// 1 if this process runs under valgrind.
int lb_counts_instructions(void);

// Begins to count instructions from 0.
void lb_count_instructions(void);

// Ends counting; callgrind writes the count to a file of its own, under a name.
void lb_counted_instructions(const char *name);

#endif
