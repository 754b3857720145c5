#ifndef CWAITING_H
#define CWAITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bits of `cwaiting_entry.wanted` and `.ready`. A peer that hung up counts as readable; a faulty or
/// closed descriptor as faulty, asked for or not.
enum { CWAITING_READABLE = 1, CWAITING_WRITABLE = 2, CWAITING_FAULTY = 4 };

/// One descriptor of a wait. A negative descriptor is skipped and is never ready.
typedef struct {
  int descriptor;
  int wanted;
  int ready;
} cwaiting_entry;

/// Microseconds of the monotonic clock, which no change of the wall clock moves.
int64_t cwaiting_now(void);

/// Makes the wake pipe (once; later calls give the same) and returns its end for reading, or -1 with errno.
int cwaiting_wake_descriptor(void);

/// Makes a wait that is going on, or else the next one, return: writes a byte that stands for no signal.
void cwaiting_wake(void);

/// Sends SIGINT, SIGTERM and SIGHUP to the wake pipe and ignores SIGPIPE and SIGXFSZ. A signal that the parent
/// process had set to be ignored stays ignored (`nohup`, background jobs of a script).
/// False with errno when there is no wake pipe.
bool cwaiting_install_batch(void);

/// The same, and also SIGWINCH and SIGCONT; SIGINT is taken even when the parent ignored it.
bool cwaiting_install_interactive(void);

/// Takes everything out of the wake pipe. Stores the numbers of the signals that came, oldest first, and
/// returns how many. Call it again while it returns `capacity`.
size_t cwaiting_drain(int *_Nonnull signals, size_t capacity);

/// Whether a signal has come since the last call of this function: costs nothing, and says only that
/// `cwaiting_drain` has something to tell.
bool cwaiting_signal_came(void);

/// Whether a signal has come that ends the process: SIGTERM, SIGHUP, in batch SIGINT too. A call that such a signal cut
/// short must not be made again.
bool cwaiting_is_ending(void);

/// Waits until an entry is ready or `microseconds` are over (negative: no limit) and fills in `ready`.
/// Returns how many are ready; 0 when the time is over or a signal came; -1 with errno.
int cwaiting_wait(cwaiting_entry *_Nullable entries, size_t count, int64_t microseconds);

/// The implementation that Apple systems use, where `poll` refuses terminals. Here so that it can be tested elsewhere;
/// descriptors from FD_SETSIZE on are reported as faulty.
int cwaiting_wait_with_select(cwaiting_entry *_Nullable entries, size_t count, int64_t microseconds);

#endif
