// Makes the n-th call of one function fail in the process that is started, not in its children:
// loaded by LD_PRELOAD, controlled by FAIL_CALL (open, read, write, close, fsync, rename, mkdir, unlink, pipe,
// spawn),
// FAIL_NUMBER (from 1) and FAIL_LOG, a file that is made when the call has failed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long left;
static const char *call;

__attribute__((constructor)) static void begin(void) {
  if (getenv("FAIL_BEGUN")) return;
  setenv("FAIL_BEGUN", "1", 1);
  call = getenv("FAIL_CALL");
  const char *number = getenv("FAIL_NUMBER");
  left = call && number ? atol(number) : 0;
}

static int fails(const char *name, int error) {
  if (!call || strcmp(call, name) || atomic_fetch_sub(&left, 1) != 1) return 0;
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
  const char *log = getenv("FAIL_LOG");
  int file = log ? real(log, O_WRONLY | O_CREAT, 0666) : -1;
  if (file >= 0) {
    int (*real_close)(int) = dlsym(RTLD_NEXT, "close");
    real_close(file);
  }
  errno = error;
  return 1;
}

#define MODE                                \
  mode_t mode = 0;                          \
  if (flags & (O_CREAT | O_TMPFILE)) {      \
    va_list list;                           \
    va_start(list, flags);                  \
    mode = va_arg(list, mode_t);            \
    va_end(list);                           \
  }

int open(const char *path, int flags, ...) {
  MODE
  if (fails("open", EMFILE)) return -1;
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
  return real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE
  if (fails("open", EMFILE)) return -1;
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
  return real(path, flags, mode);
}

// A file of the system's own, in /proc or /sys, is read by pages that memory holds.
static int is_of_system(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
}

ssize_t read(int file, void *bytes, size_t count) {
  if (!is_of_system(file) && fails("read", EIO)) return -1;
  ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
  return real(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (fails("write", ENOSPC)) return -1;
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  return real(file, bytes, count);
}

int fsync(int file) {
  if (fails("fsync", EIO)) return -1;
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  return real(file);
}

int rename(const char *from, const char *to) {
  if (fails("rename", EXDEV)) return -1;
  int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  return real(from, to);
}

// A file is closed also where its last bytes were lost. Pipes have none to lose.
int close(int file) {
  int (*real)(int) = dlsym(RTLD_NEXT, "close");
  struct stat status;
  int has_bytes = file > 2 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  int failed = has_bytes && fails("close", EIO);
  int result = real(file);
  if (failed) errno = EIO;
  return failed ? -1 : result;
}

int mkdir(const char *path, mode_t mode) {
  if (fails("mkdir", ENOSPC)) return -1;
  int (*real)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
  return real(path, mode);
}

int unlink(const char *path) {
  if (fails("unlink", EIO)) return -1;
  int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
  return real(path);
}

int pipe(int files[2]) {
  if (fails("pipe", EMFILE)) return -1;
  int (*real)(int[2]) = dlsym(RTLD_NEXT, "pipe");
  return real(files);
}

int pipe2(int files[2], int flags) {
  if (fails("pipe", EMFILE)) return -1;
  int (*real)(int[2], int) = dlsym(RTLD_NEXT, "pipe2");
  return real(files, flags);
}

int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  if (fails("spawn", EAGAIN)) return EAGAIN;
  int (*real)(
      pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
      char *const[], char *const[]) = dlsym(RTLD_NEXT, "posix_spawn");
  return real(process, path, actions, attributes, arguments, environment);
}
