#include "CAllocations.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LB_SANITIZED 1
#endif
#endif

#include <stdlib.h>

#if defined(__GLIBC__) && !defined(LB_SANITIZED)

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// Of the thread that asks: what others do meanwhile is not its work.
static _Thread_local int counting;
static _Thread_local lb_allocations counted;

static void *given(void *memory) {
  if (memory && counting) {
    int64_t size = (int64_t)malloc_usable_size(memory);
    counted.allocations++;
    counted.bytes += size;
    counted.live += size;
    if (counted.live > counted.peak) counted.peak = counted.live;
  }
  return memory;
}

static void taken(void *memory) {
  if (memory && counting) counted.live -= (int64_t)malloc_usable_size(memory);
}

void *malloc(size_t size) { return given(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return given(__libc_calloc(count, size)); }

void *realloc(void *memory, size_t size) {
  taken(memory);
  return given(__libc_realloc(memory, size));
}

void free(void *memory) {
  taken(memory);
  __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) { return given(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) {
  return given(__libc_memalign(alignment, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  *memory = given(__libc_memalign(alignment, size));
  return *memory ? 0 : ENOMEM;
}

int lb_can_count_allocations(void) { return 1; }

void lb_count_allocations(void) {
  counted = (lb_allocations){0, 0, 0, 0};
  counting = 1;
}

lb_allocations lb_counted_allocations(void) {
  counting = 0;
  return counted;
}

#else

int lb_can_count_allocations(void) { return 0; }
void lb_count_allocations(void) {}
lb_allocations lb_counted_allocations(void) {
  lb_allocations none = {0, 0, 0, 0};
  return none;
}

#endif
