#if !defined(__APPLE__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // ppoll
#endif

#include "CWaiting.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#if !defined(__APPLE__)
#include <poll.h>
#endif

// The reading and the writing end; a signal handler reads the second, so both are set before one is installed.
static int wake_pipe[2] = {-1, -1};

// Set by the handler, so that a busy loop can look for signals without a system call.
static volatile sig_atomic_t came;

// Set for good by a signal that ends the process, and which signals do besides SIGTERM and SIGHUP.
static volatile sig_atomic_t ending;
static volatile sig_atomic_t interrupt_ends;

int64_t cwaiting_now(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// MARK: The wake pipe

int cwaiting_wake_descriptor(void) {
  if (wake_pipe[0] >= 0) return wake_pipe[0];
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    if (fcntl(ends[i], F_SETFD, FD_CLOEXEC) != 0 || fcntl(ends[i], F_SETFL, O_NONBLOCK) != 0) {
      int saved = errno;
      close(ends[0]);
      close(ends[1]);
      errno = saved;
      return -1;
    }
  }
  wake_pipe[1] = ends[1];
  wake_pipe[0] = ends[0];
  return wake_pipe[0];
}

// Runs in signal handlers too: nothing but `write`, and errno as it was. A full pipe wakes anyway.
static void put(unsigned char byte) {
  int saved = errno;
  ssize_t written = write(wake_pipe[1], &byte, 1);
  (void)written;
  errno = saved;
}

void cwaiting_wake(void) {
  if (wake_pipe[1] >= 0) put(0);
}

size_t cwaiting_drain(int *signals, size_t capacity) {
  size_t found = 0;
  while (found < capacity) {
    unsigned char bytes[64];
    size_t room = capacity - found;
    ssize_t count = read(wake_pipe[0], bytes, room < sizeof bytes ? room : sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    for (ssize_t i = 0; i < count; i++) {
      if (bytes[i] != 0) signals[found++] = bytes[i];
    }
  }
  return found;
}

// MARK: Signals

static void handle(int number) {
  came = 1;
  if (number == SIGTERM || number == SIGHUP || (number == SIGINT && interrupt_ends)) ending = 1;
  put((unsigned char)number);
}

bool cwaiting_signal_came(void) {
  if (!came) return false;
  came = 0;
  return true;
}

bool cwaiting_is_ending(void) { return ending; }

// What ends the process cuts short whatever blocks (a pipe that nobody opens or reads); anything else lets it go on.
static void take(int number, bool even_when_ignored, bool ends) {
  struct sigaction now;
  if (!even_when_ignored && sigaction(number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
      now.sa_handler == SIG_IGN)
    return;
  struct sigaction action = {0};
  action.sa_handler = handle;
  action.sa_flags = ends ? 0 : SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static bool install(bool interactive) {
  if (cwaiting_wake_descriptor() < 0) return false;
  interrupt_ends = !interactive;
  take(SIGINT, interactive, !interactive);
  take(SIGTERM, false, true);
  take(SIGHUP, false, true);
  if (interactive) {
    // Ctrl-\\ at a prompt is no way to lose a session, nor the terminal's settings.
    struct sigaction nothing = {0};
    nothing.sa_handler = SIG_IGN;
    sigemptyset(&nothing.sa_mask);
    sigaction(SIGQUIT, &nothing, NULL);
    take(SIGWINCH, true, false);
    take(SIGCONT, true, false);
  }
  struct sigaction ignore = {0};
  ignore.sa_handler = SIG_IGN;
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGPIPE, &ignore, NULL);
  // A file that may not grow any more is an error of the write, not the end of the process.
  sigaction(SIGXFSZ, &ignore, NULL);
  return true;
}

bool cwaiting_install_batch(void) { return install(false); }

bool cwaiting_install_interactive(void) { return install(true); }

// MARK: Waiting

static struct timespec duration(int64_t microseconds) {
  struct timespec result;
  result.tv_sec = (time_t)(microseconds / 1000000);
  result.tv_nsec = (long)(microseconds % 1000000) * 1000;
  return result;
}

int cwaiting_wait_with_select(cwaiting_entry *entries, size_t count, int64_t microseconds) {
  fd_set readable, writable;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  int highest = -1, faulty = 0;
  for (size_t i = 0; i < count; i++) {
    cwaiting_entry *entry = &entries[i];
    entry->ready = 0;
    if (entry->descriptor < 0) continue;
    // A single closed descriptor would make pselect fail for all of them.
    if (entry->descriptor >= FD_SETSIZE || fcntl(entry->descriptor, F_GETFD) < 0) {
      entry->ready = CWAITING_FAULTY;
      faulty++;
      continue;
    }
    if (entry->wanted & CWAITING_READABLE) FD_SET(entry->descriptor, &readable);
    if (entry->wanted & CWAITING_WRITABLE) FD_SET(entry->descriptor, &writable);
    if (entry->descriptor > highest) highest = entry->descriptor;
  }
  struct timespec limit = duration(faulty > 0 || microseconds < 0 ? 0 : microseconds);
  int result =
      pselect(highest + 1, &readable, &writable, NULL, faulty == 0 && microseconds < 0 ? NULL : &limit, NULL);
  if (result < 0) return errno == EINTR ? faulty : -1;
  int ready = faulty;
  for (size_t i = 0; i < count; i++) {
    cwaiting_entry *entry = &entries[i];
    if (entry->descriptor < 0 || entry->ready != 0) continue;
    if ((entry->wanted & CWAITING_READABLE) && FD_ISSET(entry->descriptor, &readable))
      entry->ready |= CWAITING_READABLE;
    if ((entry->wanted & CWAITING_WRITABLE) && FD_ISSET(entry->descriptor, &writable))
      entry->ready |= CWAITING_WRITABLE;
    if (entry->ready != 0) ready++;
  }
  return ready;
}

#if defined(__APPLE__)

int cwaiting_wait(cwaiting_entry *entries, size_t count, int64_t microseconds) {
  return cwaiting_wait_with_select(entries, count, microseconds);
}

#else

enum { MOST_ENTRIES = 256 };

int cwaiting_wait(cwaiting_entry *entries, size_t count, int64_t microseconds) {
  struct pollfd descriptors[MOST_ENTRIES];
  if (count > MOST_ENTRIES) {
    errno = EINVAL;
    return -1;
  }
  for (size_t i = 0; i < count; i++) {
    descriptors[i].fd = entries[i].descriptor;
    descriptors[i].events = 0;
    descriptors[i].revents = 0;
    if (entries[i].wanted & CWAITING_READABLE) descriptors[i].events |= POLLIN;
    if (entries[i].wanted & CWAITING_WRITABLE) descriptors[i].events |= POLLOUT;
    entries[i].ready = 0;
  }
  struct timespec limit = duration(microseconds < 0 ? 0 : microseconds);
  int result = ppoll(descriptors, (nfds_t)count, microseconds < 0 ? NULL : &limit, NULL);
  if (result < 0) return errno == EINTR ? 0 : -1;
  for (size_t i = 0; i < count; i++) {
    short found = descriptors[i].revents;
    if (found & (POLLIN | POLLHUP)) entries[i].ready |= CWAITING_READABLE;
    if (found & POLLOUT) entries[i].ready |= CWAITING_WRITABLE;
    if (found & (POLLERR | POLLNVAL)) entries[i].ready |= CWAITING_FAULTY;
  }
  return result;
}

#endif
