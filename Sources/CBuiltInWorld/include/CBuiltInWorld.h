#ifndef CBUILTINWORLD_H
#define CBUILTINWORLD_H

#include <stddef.h>

/// The bytes of Config/world.json, carried inside the binary; `count` receives how many.
const unsigned char *_Nonnull cbuiltinworld_bytes(size_t *_Nonnull count);

#endif
