#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

#include <stdbool.h>
#include <sys/types.h>

/// Starts a program in a new session on a new pseudo-terminal of the given size, with exactly this environment, every
/// signal at its default and nothing open but the terminal. Stores the terminal's other end. Returns the process, or
/// -1 with errno; a program that cannot be started exits with 127.
pid_t cpseudoterminal_spawn(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const char *_Nullable folder, int rows, int columns, int *_Nonnull terminal);

/// Starts a program without a terminal, on three streams of the caller's (each above 2); -1 leaves one closed. Everything
/// else as above.
pid_t cpseudoterminal_spawn_on_streams(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const char *_Nullable folder, const int *_Nonnull streams);

/// Changes the size; the program gets SIGWINCH.
bool cpseudoterminal_resize(int terminal, int rows, int columns);

/// Whether the terminal is as a shell leaves it: whole lines, echoed.
bool cpseudoterminal_is_in_line_mode(int terminal);

/// Waits for a child without blocking. 0: still running; 1: `code` is its exit status; 2: `code` is the signal that
/// ended it; 3: `code` is the signal that stopped it; -1 with errno.
int cpseudoterminal_poll_child(pid_t child, int *_Nonnull code);

/// Waits up to so many milliseconds for bytes. 1: readable (or at its end), 0: no, -1 with errno.
int cpseudoterminal_wait_readable(int descriptor, int milliseconds);

#endif
