// The screens of Benchmarks/Suite/screens, embedded: as Swift arrays they take minutes to compile.
#ifndef LB_SCREENS_H
#define LB_SCREENS_H

#include <stddef.h>

struct lb_screen {
  const char *source;          // the folder: the project that the screen is from
  const char *name;            // the file's name
  const unsigned char *text;   // not terminated
  size_t length;
};

extern const struct lb_screen lb_screens[];
extern const int lb_screen_count;

static inline const struct lb_screen *lb_screen_at(int index) { return &lb_screens[index]; }

#endif
