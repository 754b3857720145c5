#include "CBuiltInWorld.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char world[] = {
#embed "../../Config/world.json"
};

const unsigned char *cbuiltinworld_bytes(size_t *count) {
  *count = sizeof world;
  return world;
}
