#define _GNU_SOURCE
#include "CTiming.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#include <malloc.h>
#endif

uint64_t lb_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t lb_clock_resolution(void) {
  struct timespec step;
  clock_getres(CLOCK_MONOTONIC, &step);
  return (uint64_t)step.tv_sec * 1000000000u + (uint64_t)step.tv_nsec;
}

static volatile double sunk;

void lb_sink(double value) { sunk = value; }

int64_t lb_involuntary_switches(void) {
#ifdef RUSAGE_THREAD
  struct rusage usage;
  if (getrusage(RUSAGE_THREAD, &usage) == 0) return usage.ru_nivcsw;
#endif
  return -1;
}

int64_t lb_heap_bytes(void) {
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
#else
  return -1;
#endif
}

void lb_keep_heap(void) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

const char *lb_libc(void) {
#ifdef __GLIBC__
  static char text[64];
  snprintf(text, sizeof text, "glibc %s", gnu_get_libc_version());
  return text;
#else
  return "";
#endif
}

static volatile sig_atomic_t interrupts;

static void count(int number) {
  (void)number;
  interrupts++;
}

void lb_count_interrupts(void) {
  struct sigaction action = {0};
  action.sa_handler = count;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, 0);
  // Whoever started this process may have blocked the signal, which is inherited.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_UNBLOCK, &set, 0);
}

int lb_interrupts(void) { return interrupts; }

void lb_ignore_closed_pipes(void) { signal(SIGPIPE, SIG_IGN); }

void lb_ignore_interrupts(void) { signal(SIGINT, SIG_IGN); }

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define LB_CALLGRIND 1
#endif
#endif

#ifdef LB_CALLGRIND

int lb_can_count_instructions(void) { return 1; }

int lb_counts_instructions(void) { return RUNNING_ON_VALGRIND ? 1 : 0; }

void lb_count_instructions(void) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
  CALLGRIND_TOGGLE_COLLECT;
}

void lb_counted_instructions(const char *name) {
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT(name);
  CALLGRIND_STOP_INSTRUMENTATION;
}

#else

int lb_can_count_instructions(void) { return 0; }
int lb_counts_instructions(void) { return 0; }
void lb_count_instructions(void) {}
void lb_counted_instructions(const char *name) { (void)name; }

#endif
