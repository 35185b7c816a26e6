/* dlx_widths.h - dlx_links.h for links of 16 and of 32 bits. */
#include "common/memory.h"
#include "dlx.h"
#include "dlx_lanes.h"

#define NAME(x) x##_16
#define LINK    uint16_t
#define SETTLED UINT16_MAX
#define ACTIVE  0x8000u
#include "dlx_links.h"
#undef NAME
#undef LINK
#undef SETTLED
#undef ACTIVE
#define NAME(x) x##_32
#define LINK    uint32_t
#define SETTLED UINT32_MAX
#define ACTIVE  0x80000000u
#include "dlx_links.h"
