#include <locale.h>
#include <stdio.h>
#include <wctype.h>

// Takes the locale of the environment, as a program does that honours it, and prints its name and how it writes a small
// `i` in upper case: `0130` in Turkish. Ends with 1 when the C library refuses the locale.
int main(void) {
  const char *name = setlocale(LC_ALL, "");
  if (name == NULL) return 1;
  printf("%s %04x\n", name, (unsigned)towupper(L'i'));
  return 0;
}
