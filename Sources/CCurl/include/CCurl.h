#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CWaiting.h"

// MARK: The library

/// Opens libcurl, once a process and never before somebody asks; NULL when it is open, else why it is not (valid until
/// the next call on this thread). `library` is a file name for `dlopen`; NULL or empty tries the system's usual ones. A
/// failure is not remembered.
const char *_Nullable ccurl_open(const char *_Nullable library);

/// What the open library is; every text is valid for ever, and NULL where it says nothing.
typedef struct {
  /// The library's version (`7.88.1`), and that of its TLS (`OpenSSL/3.0.15`).
  const char *_Nullable version;
  const char *_Nullable tls;
  const char *_Nullable ca_file;
  const char *_Nullable ca_folder;
  bool has_http2;
  bool has_gzip;
  /// Names are looked up in a thread of the library's own; without it every look-up stops the caller.
  bool resolves_in_background;
} ccurl_library;

/// All NULL and false before `ccurl_open` has succeeded.
ccurl_library ccurl_describe(void);

// MARK: Transfers

/// One pool of connections and the transfers in it. Everything of it belongs to one thread at a time.
typedef struct ccurl_client ccurl_client;

/// A request on its way.
typedef struct ccurl_transfer ccurl_transfer;

/// A client of the open library; NULL when it is not open or memory is out.
ccurl_client *_Nullable ccurl_client_create(void);

/// Ends every transfer without a word, closes the connections and frees everything.
void ccurl_client_destroy(ccurl_client *_Nonnull client);

/// Begins to describe a request; NULL when memory is out. Whoever has one either starts or drops it.
ccurl_transfer *_Nullable ccurl_transfer_create(
    ccurl_client *_Nonnull client, uint64_t id, const char *_Nonnull method, const char *_Nonnull url);
void ccurl_transfer_drop(ccurl_transfer *_Nonnull transfer);

/// A whole line, `Name: value`, or `Name;` for one without a value. Copied, as are all texts here.
void ccurl_transfer_add_header(ccurl_transfer *_Nonnull transfer, const char *_Nonnull line);
void ccurl_transfer_set_body(ccurl_transfer *_Nonnull transfer, const uint8_t *_Nullable bytes, size_t count);

/// Most bytes of an answer's body, counted after decoding.
void ccurl_transfer_set_limit(ccurl_transfer *_Nonnull transfer, size_t bytes);

/// The library's own limit on the whole exchange; 0 is none. Rounded up to milliseconds.
void ccurl_transfer_set_time_limit(ccurl_transfer *_Nonnull transfer, int64_t microseconds);

/// Certificates to trust beside the system's; NULL leaves the library's own.
void ccurl_transfer_set_certificates(
    ccurl_transfer *_Nonnull transfer, const char *_Nullable file, const char *_Nullable folder);

/// Allows plain http too, and lets no proxy see what it carries. Otherwise only https is spoken.
void ccurl_transfer_allow_plain(ccurl_transfer *_Nonnull transfer);

/// Hands the request to its client; NULL when it is under way, else why not, and then it is dropped. Does no network work:
/// the client asks to be driven at once.
const char *_Nullable ccurl_transfer_start(ccurl_transfer *_Nonnull transfer);

/// Ends a transfer at once and without a completion; a connection in use is closed. False when there is no such one.
bool ccurl_cancel(ccurl_client *_Nonnull client, uint64_t id);

/// How many transfers are under way.
size_t ccurl_transfers(ccurl_client *_Nonnull client);

// MARK: The loop's three questions

/// Stores what has to be waited for, at most `capacity` entries, and returns how many there are.
size_t ccurl_descriptors(ccurl_client *_Nonnull client, cwaiting_entry *_Nullable into, size_t capacity);

/// After how long the client has to be driven at the latest, ready descriptors or not; -1: no such moment.
int64_t ccurl_microseconds_left(ccurl_client *_Nonnull client);

/// Works on ready descriptors and on what is due. Entries that are not ready, or not the client's, do no harm.
void ccurl_drive(ccurl_client *_Nonnull client, const cwaiting_entry *_Nullable ready, size_t count);

/// The most bytes of a head: far more than any service sends, so that an endless one does not fill the memory.
enum { CCURL_HEAD_LIMIT = 256 * 1024 };

/// What became of a transfer.
typedef enum __attribute__((enum_extensibility(closed))) ccurl_outcome : int32_t {
  /// An answer with any status.
  ccurl_outcome_answered,
  ccurl_outcome_timed_out,
  /// The host or the proxy has no address.
  ccurl_outcome_unresolved,
  /// Nothing accepts the connection.
  ccurl_outcome_unreachable,
  /// No connection that can be trusted.
  ccurl_outcome_insecure,
  /// Cut off before the answer was complete.
  ccurl_outcome_broken,
  /// A body of more than the transfer's limit, or a head of more than `CCURL_HEAD_LIMIT`.
  ccurl_outcome_too_large,
  /// Something came, but no HTTP answer or no valid encoding of one.
  ccurl_outcome_garbled,
  /// The library will not send it: a bad address, another protocol.
  ccurl_outcome_refused,
  ccurl_outcome_other,
} ccurl_outcome;

typedef struct {
  uint64_t id;
  ccurl_outcome outcome;
  /// The library's number and words for it; they differ from version to version and may hold a proxy's password.
  int32_t code;
  const char *_Nonnull message;
  /// The status of the answer; 0 when there was none.
  int32_t status;
  /// 10, 11, 20, 30; 0 when nothing was said.
  int32_t http_version;
  /// `TLSv1.3 / TLS_AES_256_GCM_SHA384`, as the library says it when a connection is made; else empty.
  const char *_Nonnull tls;
  /// The lines of the last header block, and the body, decoded.
  const uint8_t *_Nullable head;
  size_t head_length;
  const uint8_t *_Nullable body;
  size_t body_length;
  /// Microseconds since the start until each stage was over; 0 for those that were not needed or not reached.
  int64_t resolved, connected, secured, first_byte, total;
  /// Connections made for it: 0 when an open one was used again.
  int32_t connections;
} ccurl_completion;

/// The next transfer that has ended, in the library's order; NULL when there is none. Valid until the next call to any
/// function with this client.
const ccurl_completion *_Nullable ccurl_next_completion(ccurl_client *_Nonnull client);

#endif
