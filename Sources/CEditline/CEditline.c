#if !defined(__APPLE__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // wcwidth
#endif

#include "CEditline.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "scalars are handed to Swift as they are");

// MARK: The library

#define CEDITLINE_FUNCTIONS(X)                                                                                     \
  X(el_init) X(el_end) X(el_set) X(el_wset) X(el_get) X(el_resize) X(el_beep) X(el_gets) X(el_wgetc) X(el_wline)   \
  X(el_insertstr) X(el_deletestr) X(el_source) X(history) X(history_init) X(history_end)

// The pointers keep the declared, variadic types: some systems pass variadic arguments in another way.
static struct {
#define X(name) __typeof__(&name) name;
  CEDITLINE_FUNCTIONS(X)
#undef X
} edit;

static const char *const usual_names[] = {
#if defined(__APPLE__)
    "/usr/lib/libedit.3.dylib",
#else
    "libedit.so.2", "libedit.so.0",
#endif
};

static bool fill(void *library) {
#define X(name)                                                                       \
  edit.name = (__typeof__(edit.name))dlsym(library, #name);                           \
  if (edit.name == NULL) return false;
  CEDITLINE_FUNCTIONS(X)
#undef X
  return true;
}

bool ceditline_open(void) {
  static bool is_open;
  for (size_t i = 0; !is_open && i < sizeof usual_names / sizeof usual_names[0]; i++) {
    void *library = dlopen(usual_names[i], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) continue;
    is_open = fill(library);
    if (!is_open) dlclose(library);
  }
  return is_open;
}

// MARK: Editor

struct ceditline {
  EditLine *library;
  History *history;
  ceditline_callbacks callbacks;
  FILE *input, *output, *errors;
  char *prompt;
  bool prompt_drawn;
};

static ceditline *owner(EditLine *library) {
  void *found = NULL;
  edit.el_get(library, EL_CLIENTDATA, &found);
  return found;
}

// MARK: Callbacks of the library

static char *prompt_trampoline(EditLine *library) {
  static char none[] = "";
  ceditline *editor = owner(library);
  editor->prompt_drawn = true;
  return editor->prompt != NULL ? editor->prompt : none;
}

static int read_trampoline(EditLine *library, wchar_t *scalar) {
  ceditline *editor = owner(library);
  uint32_t found = 0;
  int result = editor->callbacks.read_scalar(editor->callbacks.context, &found);
  if (result == 1) *scalar = (wchar_t)found;
  return result;
}

// The library tells a command nothing but editor and key, so each number needs a function of its own.
#define TRAMPOLINE(number)                                                                     \
  static unsigned char command_##number(EditLine *library, int key) {                          \
    (void)key;                                                                                 \
    ceditline *editor = owner(library);                                                        \
    return (unsigned char)editor->callbacks.command(editor->callbacks.context, number);        \
  }
TRAMPOLINE(0)
TRAMPOLINE(1)
TRAMPOLINE(2)
TRAMPOLINE(3)
#undef TRAMPOLINE

typedef unsigned char (*command_function)(EditLine *, int);
static const command_function commands[CEDITLINE_COMMANDS] = {command_0, command_1, command_2, command_3};

// MARK: Locale

static bool is_utf8(void) {
  const char *codeset = nl_langinfo(CODESET);
  return codeset != NULL && (strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0);
}

bool ceditline_use_utf8_locale(void) {
  static const char *const candidates[] = {"", "C.UTF-8", "en_US.UTF-8", "UTF-8"};
  for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
    if (setlocale(LC_CTYPE, candidates[i]) != NULL && is_utf8()) return true;
  }
  return false;
}

int ceditline_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

// MARK: Life

// Editing while insert- and delete-character are in use garbles lines of several rows on the screen.
static void disable_insert_delete(EditLine *library) {
  static const char *const capabilities[] = {"ic", "IC", "im", "ei", "dc", "DC", "dm", "ed"};
  for (size_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++) {
    edit.el_set(library, EL_SETTC, capabilities[i], "", NULL);
  }
}

static FILE *open_copy(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return NULL;
  FILE *file = fdopen(copy, mode);
  if (file == NULL) close(copy);
  return file;
}

static bool open_streams(ceditline *editor, int input, int output) {
  editor->input = open_copy(input, "r");
  editor->output = open_copy(output, "w");
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    editor->errors = fdopen(nowhere, "w");
    if (editor->errors == NULL) close(nowhere);
  }
  if (editor->errors != NULL) setvbuf(editor->errors, NULL, _IONBF, 0);
  return editor->input != NULL && editor->output != NULL && editor->errors != NULL;
}

ceditline *ceditline_create(
    const char *program, int input, int output, ceditline_callbacks callbacks, int history_limit) {
  ceditline *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->callbacks = callbacks;
  if (open_streams(editor, input, output)) {
    editor->library = edit.el_init(program, editor->input, editor->output, editor->errors);
  }
  editor->history = edit.history_init();
  if (editor->library == NULL || editor->history == NULL) {
    ceditline_destroy(editor);
    return NULL;
  }
  // Until here complaints about an unknown terminal go nowhere; those about the user's editrc shall be seen.
  int errors = fileno(editor->errors);
  if (dup2(STDERR_FILENO, errors) >= 0) fcntl(errors, F_SETFD, FD_CLOEXEC);

  EditLine *library = editor->library;
  edit.el_set(library, EL_CLIENTDATA, editor);
  edit.el_set(library, EL_EDITOR, "emacs");
  edit.el_set(library, EL_SIGNAL, 0);
  edit.el_set(library, EL_PROMPT, prompt_trampoline);
  // The wide call: on Apple systems the narrow one makes the library expect a function that stores a char.
  edit.el_wset(library, EL_GETCFN, read_trampoline);
  disable_insert_delete(library);

  HistEvent event;
  edit.history(editor->history, &event, H_SETSIZE, history_limit);
  edit.history(editor->history, &event, H_SETUNIQUE, 1);
  edit.el_set(library, EL_HIST, edit.history, editor->history);
  return editor;
}

void ceditline_destroy(ceditline *editor) {
  if (editor->library != NULL) edit.el_end(editor->library);
  if (editor->history != NULL) edit.history_end(editor->history);
  if (editor->input != NULL) fclose(editor->input);
  if (editor->output != NULL) fclose(editor->output);
  if (editor->errors != NULL) fclose(editor->errors);
  free(editor->prompt);
  free(editor);
}

// MARK: The terminal

bool ceditline_can_move_up(ceditline *editor) {
  char *sequence = NULL;
  // The closing NULL: older versions read arguments up to one.
  return edit.el_get(editor->library, EL_GETTC, "up", &sequence, NULL) == 0 && sequence != NULL && sequence[0] != 0;
}

static int number(ceditline *editor, const char *capability, int otherwise) {
  int value = 0;
  return edit.el_get(editor->library, EL_GETTC, capability, &value, NULL) == 0 && value > 0 ? value : otherwise;
}

int ceditline_columns(ceditline *editor) { return number(editor, "co", 80); }

int ceditline_rows(ceditline *editor) { return number(editor, "li", 24); }

void ceditline_redraw(ceditline *editor) { edit.el_set(editor->library, EL_REFRESH); }

void ceditline_resize(ceditline *editor) { edit.el_resize(editor->library); }

void ceditline_prepare_terminal(ceditline *editor, bool editing) {
  edit.el_set(editor->library, EL_PREP_TERM, editing ? 1 : 0);
}

void ceditline_beep(ceditline *editor) {
  edit.el_beep(editor->library);
  fflush(editor->output);
}

// MARK: Prompt, line

void ceditline_set_prompt(ceditline *editor, const char *prompt) {
  char *copy = strdup(prompt);
  if (copy == NULL) return;
  free(editor->prompt);
  editor->prompt = copy;
}

bool ceditline_take_prompt_drawn(ceditline *editor) {
  bool drawn = editor->prompt_drawn;
  editor->prompt_drawn = false;
  return drawn;
}

const char *ceditline_read_line(ceditline *editor, int *byte_count) {
  *byte_count = 0;
  return edit.el_gets(editor->library, byte_count);
}

bool ceditline_next_scalar(ceditline *editor, uint32_t *scalar) {
  wchar_t found = 0;
  if (edit.el_wgetc(editor->library, &found) != 1) return false;
  *scalar = (uint32_t)found;
  return true;
}

const uint32_t *ceditline_line(ceditline *editor, size_t *count, size_t *cursor) {
  const LineInfoW *line = edit.el_wline(editor->library);
  *count = (size_t)(line->lastchar - line->buffer);
  *cursor = (size_t)(line->cursor - line->buffer);
  return (const uint32_t *)line->buffer;
}

bool ceditline_insert(ceditline *editor, const char *text) { return edit.el_insertstr(editor->library, text) == 0; }

void ceditline_delete_before_cursor(ceditline *editor, int scalars) { edit.el_deletestr(editor->library, scalars); }

// MARK: Keys

bool ceditline_add_command(ceditline *editor, int number, const char *name, const char *help) {
  if (number < 0 || number >= CEDITLINE_COMMANDS) return false;
  return edit.el_set(editor->library, EL_ADDFN, name, help, commands[number]) == 0;
}

bool ceditline_bind(ceditline *editor, const char *key, const char *command) {
  bool bound = edit.el_set(editor->library, EL_BIND, key, command, NULL) == 0;
  if (ceditline_uses_vi_keys(editor)) edit.el_set(editor->library, EL_BIND, "-a", key, command, NULL);
  return bound;
}

bool ceditline_uses_vi_keys(ceditline *editor) {
  const char *name = NULL;
  return edit.el_get(editor->library, EL_EDITOR, &name) == 0 && name != NULL && strcmp(name, "vi") == 0;
}

bool ceditline_editing_allowed(ceditline *editor) {
  int allowed = 1;
  return edit.el_get(editor->library, EL_EDITMODE, &allowed) != 0 || allowed != 0;
}

bool ceditline_source(ceditline *editor, const char *path) { return edit.el_source(editor->library, path) == 0; }

// MARK: History

void ceditline_history_add(ceditline *editor, const char *line) {
  HistEvent event;
  edit.history(editor->history, &event, H_ENTER, line);
}

void ceditline_history_clear(ceditline *editor) {
  HistEvent event;
  edit.history(editor->history, &event, H_CLEAR);
}
