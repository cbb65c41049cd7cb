// What timing needs of the system, and Swift cannot ask for itself on every platform.
#ifndef LB_TIMING_H
#define LB_TIMING_H

#include <stdint.h>

// Nanoseconds of CLOCK_MONOTONIC.
uint64_t lb_now(void);

// Nanoseconds of processor time that this thread has used.
uint64_t lb_thread_time(void);

// The clock's resolution in nanoseconds.
uint64_t lb_clock_resolution(void);

// How long many independent additions take, in the time of a chain of multiplications that wait for
// each other: some 4 microseconds of work.
double lb_core_reading(void);

// The time of a step of a kernel, nanoseconds: integers, doubles, loads, stores, allocation, pointers.
double lb_kernel(int kernel);

// Takes a number where the optimiser cannot see it.
void lb_sink(double value);

// How often this thread was switched out against its will, or -1 where the system does not tell.
int64_t lb_involuntary_switches(void);

// Bytes of the heap in use, or -1 where the system does not tell.
int64_t lb_heap_bytes(void);

// From now on memory that is freed stays with the process, where the system can be told so.
void lb_keep_heap(void);

// The C library's name and version, such as "glibc 2.36"; empty where it has none.
const char *lb_libc(void);

// Asks for SIGINT to be counted instead of ending the process.
void lb_count_interrupts(void);

// How many SIGINT have come since.
int lb_interrupts(void);

// The child that a second SIGINT ends; 0 for none. Without one a second SIGINT ends this process.
void lb_watch_child(int32_t process);

// Has this process end with its parent, where the system can be told so; at once where it has ended already.
void lb_end_with_parent(int32_t parent);

// The bytes that this process, and each that it starts, may allocate, where the system can be told.
void lb_limit_memory(uint64_t bytes);

// Lets SIGPIPE pass by: writing fails instead.
void lb_ignore_closed_pipes(void);

// Lets SIGINT pass by: a child ends when its parent says so.
void lb_ignore_interrupts(void);

// Whether valgrind's headers were there when this was built.
int lb_can_count_instructions(void);

// Whether this process runs under valgrind.
int lb_counts_instructions(void);

// Begins to count instructions from 0.
void lb_count_instructions(void);

// Ends counting; callgrind writes the count to a file of its own, under a name.
void lb_counted_instructions(const char *name);

#endif
