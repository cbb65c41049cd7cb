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

// The compiler must keep each step, and not join two.
#define LB_STEP(x, change)             \
  do {                                 \
    x change;                          \
    __asm__ volatile("" : "+r"(x));    \
  } while (0)

double lb_core_reading(void) {
  uint64_t chain = 7, a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
  uint64_t start = lb_now();
  for (int i = 0; i < 1500; i++) {
    LB_STEP(chain, *= 6364136223846793005u);
  }
  uint64_t middle = lb_now();
  for (int i = 0; i < 2000; i++) {
    LB_STEP(a, += 1);
    LB_STEP(b, += 1);
    LB_STEP(c, += 1);
    LB_STEP(d, += 1);
    LB_STEP(e, += 1);
    LB_STEP(f, += 1);
    LB_STEP(a, ^= c);
    LB_STEP(b, ^= d);
  }
  uint64_t end = lb_now();
  if (middle == start) return 0;
  return (double)(end - middle) / (double)(middle - start);
}

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
