#if !defined(__APPLE__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <util.h>
#else
#include <pty.h>
#endif

// Runs between fork and exec in a process that may have had threads: system calls only.
static void become(
    const char *path, char *const *arguments, char *const *environment, const char *folder) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
  if (folder != NULL && chdir(folder) != 0) _exit(127);
  execve(path, arguments, environment);
  _exit(127);
}

pid_t cpseudoterminal_spawn(
    const char *path, char *const *arguments, char *const *environment, const char *folder, int rows, int columns,
    int *terminal) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  pid_t child = forkpty(terminal, NULL, NULL, &size);
  if (child == 0) become(path, arguments, environment, folder);
  if (child > 0) {
    fcntl(*terminal, F_SETFD, FD_CLOEXEC);
    fcntl(*terminal, F_SETFL, O_NONBLOCK);
  }
  return child;
}

pid_t cpseudoterminal_spawn_on_streams(
    const char *path, char *const *arguments, char *const *environment, const char *folder, const int *streams) {
  pid_t child = fork();
  if (child == 0) {
    setsid();
    for (int number = 0; number < 3; number++) {
      if (streams[number] < 0) {
        close(number);
      } else if (dup2(streams[number], number) < 0) {
        _exit(127);
      }
    }
    become(path, arguments, environment, folder);
  }
  return child;
}

bool cpseudoterminal_resize(int terminal, int rows, int columns) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  return ioctl(terminal, TIOCSWINSZ, &size) == 0;
}

bool cpseudoterminal_is_in_line_mode(int terminal) {
  struct termios modes;
  return tcgetattr(terminal, &modes) == 0 && (modes.c_lflag & ICANON) != 0 && (modes.c_lflag & ECHO) != 0;
}

int cpseudoterminal_poll_child(pid_t child, int *code) {
  int status = 0;
  pid_t found = waitpid(child, &status, WNOHANG | WUNTRACED);
  if (found < 0) return errno == EINTR ? 0 : -1;
  if (found == 0) return 0;
  if (WIFSTOPPED(status)) {
    *code = WSTOPSIG(status);
    return 3;
  }
  if (WIFSIGNALED(status)) {
    *code = WTERMSIG(status);
    return 2;
  }
  *code = WEXITSTATUS(status);
  return 1;
}

int cpseudoterminal_wait_readable(int descriptor, int milliseconds) {
  struct pollfd entry = {.fd = descriptor, .events = POLLIN};
  int result = poll(&entry, 1, milliseconds);
  return result < 0 && errno == EINTR ? 0 : result;
}
