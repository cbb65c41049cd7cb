#define _GNU_SOURCE
#include "CAllocations.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LB_SANITIZED 1
#endif
#endif

#include <stdlib.h>

#if defined(__GLIBC__) && !defined(LB_SANITIZED)

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// Per thread: allocations of other threads are not counted.
static _Thread_local int counting, tracking;
static _Thread_local lb_allocations counted;

// The requested sizes: the library may give more, depending on which memory is free. Open
// addressing; an entry that was freed keeps its place, so that others are still found behind it.
typedef struct {
  void *memory;
  size_t size, usable;
  int isLive;
} block;

static _Thread_local block *blocks;
static _Thread_local size_t capacity, used;

static size_t place(const block *table, size_t room, const void *memory) {
  size_t index = ((uintptr_t)memory >> 4) * 0x9E3779B97F4A7C15u >> 20 & (room - 1);
  while (table[index].memory && table[index].memory != memory) index = (index + 1) & (room - 1);
  return index;
}

static void grow(void) {
  size_t room = capacity ? 2 * capacity : 1 << 16;
  block *table = __libc_calloc(room, sizeof *table);
  if (!table) abort();
  for (size_t index = 0; index < capacity; index++) {
    if (blocks[index].memory) table[place(table, room, blocks[index].memory)] = blocks[index];
  }
  __libc_free(blocks);
  blocks = table;
  capacity = room;
}

// The bytes that the library really uses for a block.
static size_t held(void *memory) {
  static size_t (*real)(void *);
  if (!real) real = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
  return memory && real ? real(memory) : 0;
}

static void *given(void *memory, size_t size) {
  if (!memory || !tracking) return memory;
  if (2 * used >= capacity) grow();
  size_t index = place(blocks, capacity, memory);
  if (!blocks[index].memory) used++;
  blocks[index] = (block){memory, size, held(memory), 1};
  if (!counting) return memory;
  counted.allocations++;
  counted.bytes += (int64_t)size;
  counted.live += (int64_t)size;
  counted.held += (int64_t)blocks[index].usable;
  if (counted.live > counted.peak) counted.peak = counted.live;
  return memory;
}

static void taken(void *memory) {
  if (!memory || !tracking) return;
  size_t index = place(blocks, capacity, memory);
  if (blocks[index].isLive) {
    blocks[index].isLive = 0;
    if (!counting) return;
    counted.live -= (int64_t)blocks[index].size;
    counted.held -= (int64_t)blocks[index].usable;
  } else if (counting) {
    // Allocated before sizes were tracked.
    counted.live -= (int64_t)held(memory);
    counted.held -= (int64_t)held(memory);
  }
}

void *malloc(size_t size) { return given(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) { return given(__libc_calloc(count, size), count * size); }

void *realloc(void *memory, size_t size) {
  // The size of a block from before tracking must be read before it is reallocated.
  if (tracking && counting && memory && !blocks[place(blocks, capacity, memory)].isLive) {
    taken(memory);
    return given(__libc_realloc(memory, size), size);
  }
  void *moved = __libc_realloc(memory, size);
  if (moved || size == 0) taken(memory);
  return given(moved, size);
}

void free(void *memory) {
  taken(memory);
  __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) { return given(__libc_memalign(alignment, size), size); }

void *aligned_alloc(size_t alignment, size_t size) {
  return given(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  *memory = given(__libc_memalign(alignment, size), size);
  return *memory ? 0 : ENOMEM;
}

// Arrays grow into the bytes of a block beyond the requested size, whose number depends on which
// memory is free: while sizes are tracked, every block reports as many as a new one of its size, so
// that counts are exact.
size_t malloc_usable_size(void *memory) {
  if (memory && tracking) {
    size_t index = place(blocks, capacity, memory);
    if (blocks[index].isLive) {
      size_t chunk = (blocks[index].size + sizeof(size_t) + 15) & ~(size_t)15;
      return (chunk < 32 ? 32 : chunk) - sizeof(size_t);
    }
  }
  return held(memory);
}

int lb_can_count_allocations(void) { return 1; }

void lb_track_allocations(void) {
  if (!capacity) grow();
  tracking = 1;
}

void lb_count_allocations(void) {
  lb_track_allocations();
  counted = (lb_allocations){0, 0, 0, 0, 0};
  counting = 1;
}

lb_allocations lb_counted_allocations(void) {
  counting = 0;
  return counted;
}

#else

int lb_can_count_allocations(void) { return 0; }
void lb_track_allocations(void) {}
void lb_count_allocations(void) {}
lb_allocations lb_counted_allocations(void) {
  lb_allocations none = {0, 0, 0, 0, 0};
  return none;
}

#endif
