#define _GNU_SOURCE
#include "CTiming.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#include <malloc.h>
#endif

uint64_t lb_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t lb_thread_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
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

static volatile uint64_t stored[64 * 8];

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
  for (uint64_t i = 0; i < 1500; i++) {
    volatile uint64_t *line = stored + i % 64 * 8;
    line[0] = i;
    line[1] = i;
    line[2] = i;
    line[3] = i;
    line[4] = i;
    line[5] = i;
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
static volatile sig_atomic_t child;

// Ends the child that is waited for, and its own children where it leads their group.
static void end_child(void) {
  int saved = errno;
  pid_t process = (pid_t)child;
  if (process > 0) kill(getpgid(process) == process ? -process : process, SIGKILL);
  errno = saved;
}

// The first Control-C is counted. The second ends the child that is waited for, so that the results
// so far can be saved at once; without a child, or at the third, this process exits.
static void count(int number) {
  (void)number;
  interrupts++;
  if (interrupts < 2) return;
  if (interrupts > 2 || child <= 0) _exit(130);
  end_child();
}

// SIGTERM, and SIGHUP of a closed terminal, are often followed by SIGKILL within seconds: the first
// is as good as two Control-C, but does not end this process while it saves results.
static void terminate(int number) {
  (void)number;
  if (interrupts >= 2) _exit(143);
  interrupts = 2;
  end_child();
}

void lb_watch_child(int32_t process) {
  child = process;
  // A signal between the start of the child and this call.
  if (process > 0 && interrupts >= 2) end_child();
}

void lb_end_with_parent(int32_t parent) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  // The parent may have ended before this call.
  if (parent > 0 && getppid() != (pid_t)parent) _exit(1);
}

void lb_limit_memory(uint64_t bytes) {
#ifdef RLIMIT_DATA
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit)) return;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= bytes) return;
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_DATA, &limit);
#else
  (void)bytes;
#endif
}

void lb_count_interrupts(void) {
  struct sigaction action = {0};
  sigemptyset(&action.sa_mask);
  action.sa_handler = count;
  action.sa_flags = SA_RESTART;
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  sigaddset(&action.sa_mask, SIGHUP);
  sigaction(SIGINT, &action, 0);
  action.sa_handler = terminate;
  sigaction(SIGTERM, &action, 0);
  // A closed terminal ends it in the same way; 'nohup' has the signal ignored already.
  struct sigaction hangUp;
  if (!sigaction(SIGHUP, 0, &hangUp) && hangUp.sa_handler != SIG_IGN) {
    sigaction(SIGHUP, &action, 0);
  }
  // The parent process may have blocked the signal, and the mask is inherited.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
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

// Six kernels, each a loop of one kind of work; nanoseconds per step. Loops of one load or store are
// unrolled, and begin on a line of the cache: otherwise the place where a link puts them is half of
// what they measure.
#define LB_KERNEL __attribute__((noinline, aligned(64))) static

static double lb_per_step(uint64_t start, uint64_t end, double steps) {
  return (double)(end - start) / steps;
}

static double lb_kernel_integer(void) {
  uint64_t x = 7;
  uint64_t start = lb_now();
  for (int i = 0; i < 20000; i++) {
    LB_STEP(x, *= 6364136223846793005u);
    LB_STEP(x, += 1442695040888963407u);
  }
  return lb_per_step(start, lb_now(), 20000);
}

static double lb_kernel_double(void) {
  double x = 1.0000001;
  uint64_t start = lb_now();
  for (int i = 0; i < 20000; i++) {
    x = x * 0.9999999 + 1e-9;
#if defined(__x86_64__)
    __asm__ volatile("" : "+x"(x));
#elif defined(__aarch64__)
    __asm__ volatile("" : "+w"(x));
#else
    lb_sink(x);
#endif
  }
  uint64_t end = lb_now();
  lb_sink(x);
  return lb_per_step(start, end, 20000);
}

static uint64_t lb_words[1024];

LB_KERNEL double lb_kernel_load(void) {
  uint64_t sum = 0;
  uint64_t start = lb_now();
  for (int turn = 0; turn < 40; turn++) {
#pragma GCC unroll 8
    for (int i = 0; i < 1024; i++) {
      uint64_t word = ((volatile uint64_t *)lb_words)[i];
      LB_STEP(sum, += word);
    }
  }
  uint64_t end = lb_now();
  lb_sink((double)sum);
  return lb_per_step(start, end, 40 * 1024);
}

LB_KERNEL double lb_kernel_store(void) {
  uint64_t start = lb_now();
  for (int turn = 0; turn < 40; turn++) {
#pragma GCC unroll 8
    for (int i = 0; i < 1024; i++) ((volatile uint64_t *)lb_words)[i] = (uint64_t)turn;
  }
  return lb_per_step(start, lb_now(), 40 * 1024);
}

static double lb_kernel_allocate(void) {
  void *blocks[64];
  uint64_t start = lb_now();
  for (int turn = 0; turn < 20; turn++) {
    for (int i = 0; i < 64; i++) blocks[i] = malloc((size_t)(32 + 16 * (i % 13)));
    for (int i = 0; i < 64; i++) free(blocks[i]);
  }
  return lb_per_step(start, lb_now(), 20 * 64);
}

enum { lb_chase_count = (4 << 20) / 64 };

static double lb_kernel_chase(void) {
  static struct { uint32_t next; char rest[60]; } nodes[lb_chase_count];
  static int is_ready = 0;
  if (!is_ready) {
    // A single cycle through all nodes, in an order that no prefetcher foresees (Sattolo 1986).
    static uint32_t order[lb_chase_count];
    uint64_t random = 88172645463325252u;
    for (uint32_t i = 0; i < lb_chase_count; i++) order[i] = i;
    for (uint32_t i = lb_chase_count - 1; i > 0; i--) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      uint32_t other = (uint32_t)(random % i), kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    for (uint32_t i = 0; i < lb_chase_count; i++) {
      nodes[order[i]].next = order[(i + 1) % lb_chase_count];
    }
    is_ready = 1;
  }
  uint32_t node = 0;
  uint64_t start = lb_now();
  for (int i = 0; i < 20000; i++) node = nodes[node].next;
  uint64_t end = lb_now();
  lb_sink((double)node);
  return lb_per_step(start, end, 20000);
}

double lb_kernel(int kernel) {
  switch (kernel) {
    case 0: return lb_kernel_integer();
    case 1: return lb_kernel_double();
    case 2: return lb_kernel_load();
    case 3: return lb_kernel_store();
    case 4: return lb_kernel_allocate();
    default: return lb_kernel_chase();
  }
}

static uint64_t limit_of(int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return limit.rlim_cur;
}

uint64_t lb_file_limit(void) { return limit_of(RLIMIT_NOFILE); }

uint64_t lb_data_limit(void) { return limit_of(RLIMIT_DATA); }

uint64_t lb_memory_limit(void) { return limit_of(RLIMIT_AS); }

void lb_close_beyond_limit(void) {
#if defined(__linux__) && defined(SYS_close_range)
  uint64_t limit = lb_file_limit();
  if (limit < UINT32_MAX) syscall(SYS_close_range, (unsigned)limit, ~0u, 0);
#endif
}

#ifdef __linux__
static uint64_t limited_memory;

// Writes a number into the end of a buffer, and returns its start.
static char *digits(uint64_t number, char *end) {
  do {
    *--end = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  return end;
}

// Calls nothing that allocates: this runs where an allocation has failed.
static void tell_memory_shortage(int signal_number) {
  char text[64];
  uint64_t used = 0;
  int file = open("/proc/self/statm", O_RDONLY);
  ssize_t count = file < 0 ? 0 : read(file, text, sizeof text);
  for (ssize_t at = 0; at < count && text[at] >= '0' && text[at] <= '9'; at++)
    used = 10 * used + (uint64_t)(text[at] - '0');
  used *= (uint64_t)sysconf(_SC_PAGESIZE);
  // An array that grows asks for as much again as it has.
  if (used < limited_memory / 3) {
    raise(signal_number);
    return;
  }
  static const char *const parts[3] = {
      "\nerror: an allocation failed: this process may use ", " MB of address space and used ",
      " MB: 'ulimit -v unlimited' or less at a time\n"};
  uint64_t numbers[2] = {limited_memory >> 20, used >> 20};
  for (int part = 0; part < 3; part++) {
    ssize_t written = write(2, parts[part], strlen(parts[part]));
    if (part < 2) {
      char *start = digits(numbers[part], text + sizeof text);
      written = write(2, start, (size_t)(text + sizeof text - start));
    }
    (void)written;
  }
  _exit(71);
}

void lb_tell_memory_shortage(void) {
  limited_memory = lb_memory_limit();
  if (limited_memory == UINT64_MAX) return;
  struct sigaction action = {0};
  action.sa_handler = tell_memory_shortage;
  action.sa_flags = (int)SA_RESETHAND;
  static const int signals[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
  for (size_t at = 0; at < sizeof signals / sizeof *signals; at++)
    sigaction(signals[at], &action, 0);
}
#else
void lb_tell_memory_shortage(void) {}
#endif
