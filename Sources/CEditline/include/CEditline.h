#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A line editor. Everything of it belongs to one thread, the one that made it.
typedef struct ceditline ceditline;

/// What a key command may answer.
enum {
  CEDITLINE_NORM = 0,
  CEDITLINE_END = 2,
  CEDITLINE_REFRESH = 4,
  CEDITLINE_ERROR = 6,
};

/// How many commands of our own there can be; their numbers start at 0.
enum { CEDITLINE_COMMANDS = 4 };

/// What the editor calls while a line is being read. Neither may call `ceditline_read_line`.
typedef struct {
  void *_Nullable context;
  /// 1: one scalar stored; 0: end of input; -1: error in errno.
  int (*_Nonnull read_scalar)(void *_Nullable context, uint32_t *_Nonnull scalar);
  /// A key that is bound to command number `command` was typed; returns one of CEDITLINE_*.
  int (*_Nonnull command)(void *_Nullable context, int command);
} ceditline_callbacks;

/// Makes the locale's characters (LC_CTYPE only) UTF-8: the environment's locale, or another that is. False when the
/// system has none. Without it the library drops typed text and crashes on a prompt that is not ASCII.
bool ceditline_use_utf8_locale(void);

/// Columns that the C library gives a scalar: the table the editor itself uses. Negative for what is not printable.
int ceditline_width(uint32_t scalar);

/// Loads libedit, the system's, when that has not been done: only editing needs it, and loading it takes a tenth of the
/// start. Comes before everything below. False when the system has none.
bool ceditline_open(void);

/// An editor on two terminal descriptors, with emacs keys and without signal handling. The descriptors stay the caller's.
/// NULL when memory or descriptors are out.
ceditline *_Nullable ceditline_create(
    const char *_Nonnull program, int input, int output, ceditline_callbacks callbacks, int history_limit);

/// Restores the terminal and frees everything.
void ceditline_destroy(ceditline *_Nonnull editor);

/// Whether the terminal can go up a row; one that is dumb or unknown to the system cannot.
bool ceditline_can_move_up(ceditline *_Nonnull editor);
int ceditline_columns(ceditline *_Nonnull editor);
int ceditline_rows(ceditline *_Nonnull editor);

/// Sets the prompt: printable text on one row, copied.
void ceditline_set_prompt(ceditline *_Nonnull editor, const char *_Nonnull prompt);
/// Whether the prompt was drawn since the last call.
bool ceditline_take_prompt_drawn(ceditline *_Nonnull editor);

/// Reads a line and gives its bytes, a line end included, until the next call; NULL when the reading function ended it.
const char *_Nullable ceditline_read_line(ceditline *_Nonnull editor, int *_Nonnull byte_count);
/// For a command that reads more keys: false at the end of input.
bool ceditline_next_scalar(ceditline *_Nonnull editor, uint32_t *_Nonnull scalar);

/// The scalars of the line being edited, valid until the next call of any function; not terminated.
const uint32_t *_Nonnull ceditline_line(ceditline *_Nonnull editor, size_t *_Nonnull count, size_t *_Nonnull cursor);
/// Inserts UTF-8 text before the cursor; false when it does not fit.
bool ceditline_insert(ceditline *_Nonnull editor, const char *_Nonnull text);
void ceditline_delete_before_cursor(ceditline *_Nonnull editor, int scalars);

/// Draws prompt and line where the terminal's cursor stands; erases nothing.
void ceditline_redraw(ceditline *_Nonnull editor);
/// Takes over the size of the terminal.
void ceditline_resize(ceditline *_Nonnull editor);
/// Sets the terminal's modes: for editing, or as they were found.
void ceditline_prepare_terminal(ceditline *_Nonnull editor, bool editing);
void ceditline_beep(ceditline *_Nonnull editor);

/// Registers command number `number` under a name that `editrc` may bind. Once per editor, before it is bound.
bool ceditline_add_command(
    ceditline *_Nonnull editor, int number, const char *_Nonnull name, const char *_Nonnull help);
/// Binds a key, in vi's command mode too if that is in use.
bool ceditline_bind(ceditline *_Nonnull editor, const char *_Nonnull key, const char *_Nonnull command);
bool ceditline_uses_vi_keys(ceditline *_Nonnull editor);
bool ceditline_editing_allowed(ceditline *_Nonnull editor);
/// Runs an `editrc` file. False when it cannot be read or a line of it is wrong (the rest is skipped then).
bool ceditline_source(ceditline *_Nonnull editor, const char *_Nonnull path);

void ceditline_history_add(ceditline *_Nonnull editor, const char *_Nonnull line);
void ceditline_history_clear(ceditline *_Nonnull editor);

#endif
