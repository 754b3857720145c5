#include "CCurl.h"

#if !defined(__has_include) || !__has_include(<curl/curl.h>)
#error "there is no <curl/curl.h>: install libcurl4-openssl-dev (Debian, Ubuntu), libcurl-devel (Fedora), curl (Arch)"
#endif

#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or newer is needed (CURLOPT_QUICK_EXIT)"
#endif

enum { OLDEST_VERSION = 0x075700 };

// MARK: The library

#define CCURL_FUNCTIONS(X)                                                                                        \
  X(global_init) X(version_info) X(slist_append) X(slist_free_all) X(easy_init) X(easy_cleanup) X(easy_setopt)    \
  X(easy_getinfo) X(easy_strerror) X(multi_init) X(multi_cleanup) X(multi_setopt) X(multi_strerror)               \
  X(multi_add_handle) X(multi_remove_handle) X(multi_socket_action) X(multi_info_read)

// The pointers keep the declared, variadic types: some systems pass variadic arguments in another way.
typedef struct {
#define X(name) __typeof__(&curl_##name) name;
  CCURL_FUNCTIONS(X)
#undef X
} function_table;

static function_table curl;
static bool is_open;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local char open_error[512];

static const char *const usual_names[] = {
#if defined(__APPLE__)
    "/usr/lib/libcurl.4.dylib",
#else
    "libcurl.so.4", "libcurl-gnutls.so.4",
#endif
};

static const char *fault(const char *what, const char *detail) {
  snprintf(open_error, sizeof open_error, "%s%s", what, detail ? detail : "");
  return open_error;
}

static const char *fill(function_table *table, void *library) {
#define X(name)                                                                              \
  if (!(table->name = (__typeof__(table->name))dlsym(library, "curl_" #name)))               \
    return fault("curl_" #name, " is missing from libcurl");
  CCURL_FUNCTIONS(X)
#undef X
  return NULL;
}

static const char *open_named(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *words = dlerror();
    return fault("", words ? words : name);
  }
  // Never closed again: the library leaves threads and exit handlers behind.
  function_table table;
  const char *error = fill(&table, library);
  if (error || is_open) return error;
  curl_version_info_data *info = table.version_info(CURLVERSION_NOW);
  if (info->version_num < OLDEST_VERSION) return fault("libcurl 7.87 or newer is needed, this is ", info->version);
  CURLcode code = table.global_init(CURL_GLOBAL_ALL);
  if (code != CURLE_OK) return fault("libcurl does not start: ", table.easy_strerror(code));
  curl = table;
  is_open = true;
  return NULL;
}

const char *ccurl_open(const char *library) {
  const char *error = NULL;
  pthread_mutex_lock(&opening);
  if (library && *library) {
    error = open_named(library);
  } else if (!is_open) {
    for (size_t i = 0; i < sizeof usual_names / sizeof *usual_names; i++) {
      error = open_named(usual_names[i]);
      if (!error) break;
    }
  }
  pthread_mutex_unlock(&opening);
  return error;
}

ccurl_library ccurl_describe(void) {
  ccurl_library found = {0};
  if (!is_open) return found;
  const curl_version_info_data *info = curl.version_info(CURLVERSION_NOW);
  found.version = info->version;
  found.tls = info->ssl_version;
#if LIBCURL_VERSION_NUM >= 0x074600
  if (info->age >= CURLVERSION_SEVENTH) {
    found.ca_file = info->cainfo;
    found.ca_folder = info->capath;
  }
#endif
  found.has_http2 = (info->features & CURL_VERSION_HTTP2) != 0;
  found.has_gzip = (info->features & CURL_VERSION_LIBZ) != 0;
  found.resolves_in_background = (info->features & CURL_VERSION_ASYNCHDNS) != 0;
  return found;
}

// The third argument of the setters is checked by nobody, so it has its type here.
static bool set_number(CURL *easy, CURLoption option, long value) {
  return curl.easy_setopt(easy, option, value) == CURLE_OK;
}
static bool set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl.easy_setopt(easy, option, value) == CURLE_OK;
}
static bool set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl.easy_setopt(easy, option, value) == CURLE_OK;
}
static bool set_callback(CURL *easy, CURLoption option, void (*callback)(void)) {
  return curl.easy_setopt(easy, option, callback) == CURLE_OK;
}

// MARK: Growing bytes

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} buffer;

// False when memory is out; what was there stays.
static bool append(buffer *into, const void *bytes, size_t count) {
  if (count > into->capacity - into->count) {
    size_t capacity = into->capacity ? into->capacity : 4096;
    while (capacity - into->count < count) {
      if (capacity > SIZE_MAX / 2) return false;
      capacity *= 2;
    }
    uint8_t *grown = realloc(into->bytes, capacity);
    if (!grown) return false;
    into->bytes = grown;
    into->capacity = capacity;
  }
  if (count > 0) memcpy(into->bytes + into->count, bytes, count);
  into->count += count;
  return true;
}

// MARK: Transfers

// Connections at a time, in all; further transfers wait for one. One wait covers at most 256 descriptors.
enum { CONNECTION_LIMIT = 64 };

struct ccurl_transfer {
  ccurl_client *client;
  ccurl_transfer *previous, *next;
  uint64_t id;
  CURL *easy;
  struct curl_slist *headers;
  buffer body_out, head, body;
  size_t limit;
  bool has_body_out, is_too_large, is_plain, is_added, is_out_of_memory, is_head_whole;
  char error[CURL_ERROR_SIZE];
  char tls[80];
};

struct ccurl_client {
  CURLM *multi;
  ccurl_transfer *first;
  size_t transfers;
  cwaiting_entry *entries;
  size_t entry_count, entry_capacity;
  // When the library wants to be driven, on the clock of `cwaiting_now`; -1: at no certain moment.
  int64_t due;
  // What the last completion points into.
  ccurl_transfer *finished;
  ccurl_completion completion;
};

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t length = size * count;
  if (length > transfer->limit - transfer->body.count) {
    transfer->is_too_large = true;
    return 0;
  }
  if (length > 0 && !append(&transfer->body, bytes, length)) {
    transfer->is_out_of_memory = true;
    return 0;
  }
  return length;
}

static size_t take_head(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t length = size * count;
  // What follows the body is a trailer. A status line begins a block, and only the last one belongs to the answer.
  if (transfer->body.count > 0) return length;
  if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) transfer->head.count = 0;
  transfer->is_head_whole = length > 0 && (bytes[0] == '\r' || bytes[0] == '\n');
  if (length > CCURL_HEAD_LIMIT - transfer->head.count) {
    transfer->is_too_large = true;
    return 0;
  }
  if (length > 0 && !append(&transfer->head, bytes, length)) {
    transfer->is_out_of_memory = true;
    return 0;
  }
  return length;
}

// The one line that tells the version of TLS: there is no other way to ask every flavour of the library.
static int take_words(CURL *easy, curl_infotype type, char *bytes, size_t length, void *context) {
  (void)easy;
  static const char start[] = "SSL connection using ";
  ccurl_transfer *transfer = context;
  if (type != CURLINFO_TEXT || length < sizeof start || memcmp(bytes, start, sizeof start - 1) != 0) return 0;
  bytes += sizeof start - 1;
  length -= sizeof start - 1;
  while (length > 0 && (unsigned char)bytes[length - 1] <= ' ') length--;
  if (length >= sizeof transfer->tls) length = sizeof transfer->tls - 1;
  memcpy(transfer->tls, bytes, length);
  transfer->tls[length] = 0;
  return 0;
}

// Older libraries leave their sockets open to programs that are started meanwhile, a pager for instance.
static int close_on_exec(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)context;
  (void)purpose;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  return CURL_SOCKOPT_OK;
}

ccurl_transfer *ccurl_transfer_create(ccurl_client *client, uint64_t id, const char *method, const char *url) {
  ccurl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->client = client;
  transfer->id = id;
  transfer->limit = SIZE_MAX;
  transfer->easy = curl.easy_init();
  if (!transfer->easy) {
    free(transfer);
    return NULL;
  }
  CURL *easy = transfer->easy;
  bool is_set = set_pointer(easy, CURLOPT_URL, url) && set_number(easy, CURLOPT_FOLLOWLOCATION, 0L) &&
                set_number(easy, CURLOPT_NOSIGNAL, 1L) && set_number(easy, CURLOPT_NOPROGRESS, 1L) &&
                set_number(easy, CURLOPT_QUICK_EXIT, 1L) && set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L) &&
                set_pointer(easy, CURLOPT_PRIVATE, transfer) &&
                set_pointer(easy, CURLOPT_ERRORBUFFER, transfer->error) &&
                set_pointer(easy, CURLOPT_WRITEDATA, transfer) &&
                set_callback(easy, CURLOPT_WRITEFUNCTION, (void (*)(void))take_body) &&
                set_pointer(easy, CURLOPT_HEADERDATA, transfer) &&
                set_callback(easy, CURLOPT_HEADERFUNCTION, (void (*)(void))take_head) &&
                set_callback(easy, CURLOPT_SOCKOPTFUNCTION, (void (*)(void))close_on_exec) &&
                set_pointer(easy, CURLOPT_DEBUGDATA, transfer) &&
                set_callback(easy, CURLOPT_DEBUGFUNCTION, (void (*)(void))take_words) &&
                set_number(easy, CURLOPT_VERBOSE, 1L);
  if (strcmp(method, "HEAD") == 0) {
    is_set = is_set && set_number(easy, CURLOPT_NOBODY, 1L);
  } else if (strcmp(method, "GET") != 0) {
    is_set = is_set && set_pointer(easy, CURLOPT_CUSTOMREQUEST, method);
  }
  // Builds without them still work, over HTTP/1.1 and without compression.
  set_number(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
  set_pointer(easy, CURLOPT_ACCEPT_ENCODING, "gzip");
  // Else a large body waits a second for a permission that not every server gives.
  ccurl_transfer_add_header(transfer, "Expect:");
  if (!is_set) transfer->is_out_of_memory = true;
  return transfer;
}

void ccurl_transfer_drop(ccurl_transfer *transfer) {
  if (transfer->is_added) curl.multi_remove_handle(transfer->client->multi, transfer->easy);
  curl.easy_cleanup(transfer->easy);
  curl.slist_free_all(transfer->headers);
  free(transfer->body_out.bytes);
  free(transfer->head.bytes);
  free(transfer->body.bytes);
  free(transfer);
}

void ccurl_transfer_add_header(ccurl_transfer *transfer, const char *line) {
  struct curl_slist *longer = curl.slist_append(transfer->headers, line);
  if (longer) transfer->headers = longer;
  else transfer->is_out_of_memory = true;
}

void ccurl_transfer_set_body(ccurl_transfer *transfer, const uint8_t *bytes, size_t count) {
  transfer->has_body_out = true;
  transfer->body_out.count = 0;
  if (count > 0 && !append(&transfer->body_out, bytes, count)) transfer->is_out_of_memory = true;
}

void ccurl_transfer_set_limit(ccurl_transfer *transfer, size_t bytes) { transfer->limit = bytes; }

void ccurl_transfer_set_time_limit(ccurl_transfer *transfer, int64_t microseconds) {
  int64_t most = 1000000000;
  int64_t milliseconds = microseconds <= 0 ? 0 : microseconds / 1000 + (microseconds % 1000 != 0);
  set_number(transfer->easy, CURLOPT_TIMEOUT_MS, (long)(milliseconds < most ? milliseconds : most));
}

void ccurl_transfer_set_certificates(ccurl_transfer *transfer, const char *file, const char *folder) {
  bool is_set = (!file || set_pointer(transfer->easy, CURLOPT_CAINFO, file)) &&
                (!folder || set_pointer(transfer->easy, CURLOPT_CAPATH, folder));
  if (!is_set) transfer->is_out_of_memory = true;
}

void ccurl_transfer_allow_plain(ccurl_transfer *transfer) { transfer->is_plain = true; }

const char *ccurl_transfer_start(ccurl_transfer *transfer) {
  ccurl_client *client = transfer->client;
  CURL *easy = transfer->easy;
  // The body lives in the transfer, so the library need not copy it. The size comes first, or a NUL would end it.
  bool is_set = !transfer->has_body_out ||
                (set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)transfer->body_out.count) &&
                 set_pointer(easy, CURLOPT_POSTFIELDS, transfer->body_out.bytes ? (void *)transfer->body_out.bytes : ""));
  is_set = is_set && set_pointer(easy, CURLOPT_HTTPHEADER, transfer->headers) &&
           set_pointer(easy, CURLOPT_PROTOCOLS_STR, transfer->is_plain ? "http,https" : "https") &&
           (!transfer->is_plain || set_pointer(easy, CURLOPT_NOPROXY, "*"));
  if (!is_set || transfer->is_out_of_memory) {
    ccurl_transfer_drop(transfer);
    return "out of memory";
  }
  CURLMcode code = curl.multi_add_handle(client->multi, easy);
  if (code != CURLM_OK) {
    ccurl_transfer_drop(transfer);
    return curl.multi_strerror(code);
  }
  transfer->is_added = true;
  transfer->next = client->first;
  if (client->first) client->first->previous = transfer;
  client->first = transfer;
  client->transfers++;
  return NULL;
}

static void unlink_transfer(ccurl_transfer *transfer) {
  ccurl_client *client = transfer->client;
  if (transfer->previous) transfer->previous->next = transfer->next;
  else client->first = transfer->next;
  if (transfer->next) transfer->next->previous = transfer->previous;
  transfer->previous = transfer->next = NULL;
  client->transfers--;
}

static void forget_finished(ccurl_client *client) {
  if (client->finished) ccurl_transfer_drop(client->finished);
  client->finished = NULL;
}

bool ccurl_cancel(ccurl_client *client, uint64_t id) {
  forget_finished(client);
  for (ccurl_transfer *transfer = client->first; transfer; transfer = transfer->next) {
    if (transfer->id != id) continue;
    unlink_transfer(transfer);
    ccurl_transfer_drop(transfer);
    return true;
  }
  return false;
}

size_t ccurl_transfers(ccurl_client *client) { return client->transfers; }

// MARK: The client

static cwaiting_entry *entry_of(ccurl_client *client, curl_socket_t socket) {
  for (size_t i = 0; i < client->entry_count; i++) {
    if (client->entries[i].descriptor == socket) return &client->entries[i];
  }
  return NULL;
}

static int watch_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *unused) {
  (void)easy;
  (void)unused;
  ccurl_client *client = context;
  cwaiting_entry *entry = entry_of(client, socket);
  if (what == CURL_POLL_REMOVE) {
    if (entry) *entry = client->entries[--client->entry_count];
    return 0;
  }
  if (!entry) {
    if (client->entry_count == client->entry_capacity) {
      size_t capacity = client->entry_capacity ? 2 * client->entry_capacity : 8;
      cwaiting_entry *grown = realloc(client->entries, capacity * sizeof *grown);
      if (!grown) return -1;
      client->entries = grown;
      client->entry_capacity = capacity;
    }
    entry = &client->entries[client->entry_count++];
    entry->descriptor = socket;
  }
  entry->wanted = (what & CURL_POLL_IN ? CWAITING_READABLE : 0) | (what & CURL_POLL_OUT ? CWAITING_WRITABLE : 0);
  entry->ready = 0;
  return 0;
}

static int set_timer(CURLM *multi, long milliseconds, void *context) {
  (void)multi;
  ccurl_client *client = context;
  client->due = milliseconds < 0 ? -1 : cwaiting_now() + (int64_t)milliseconds * 1000;
  return 0;
}

ccurl_client *ccurl_client_create(void) {
  if (!is_open) return NULL;
  ccurl_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->due = -1;
  client->multi = curl.multi_init();
  if (!client->multi) {
    free(client);
    return NULL;
  }
  curl.multi_setopt(client->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
  curl.multi_setopt(client->multi, CURLMOPT_SOCKETDATA, (void *)client);
  curl.multi_setopt(client->multi, CURLMOPT_TIMERFUNCTION, set_timer);
  curl.multi_setopt(client->multi, CURLMOPT_TIMERDATA, (void *)client);
  curl.multi_setopt(client->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)CONNECTION_LIMIT);
  // CURLMOPT_QUICK_EXIT, which older headers do not name and older libraries refuse without harm.
  curl.multi_setopt(client->multi, (CURLMoption)(CURLOPTTYPE_LONG + 21), 1L);
  return client;
}

void ccurl_client_destroy(ccurl_client *client) {
  forget_finished(client);
  while (client->first) {
    ccurl_transfer *transfer = client->first;
    unlink_transfer(transfer);
    ccurl_transfer_drop(transfer);
  }
  curl.multi_cleanup(client->multi);
  free(client->entries);
  free(client);
}

// MARK: The loop's three questions

size_t ccurl_descriptors(ccurl_client *client, cwaiting_entry *into, size_t capacity) {
  size_t count = client->entry_count < capacity ? client->entry_count : capacity;
  if (into && count > 0) memcpy(into, client->entries, count * sizeof *into);
  return client->entry_count;
}

int64_t ccurl_microseconds_left(ccurl_client *client) {
  if (client->due < 0) return -1;
  int64_t left = client->due - cwaiting_now();
  return left > 0 ? left : 0;
}

void ccurl_drive(ccurl_client *client, const cwaiting_entry *ready, size_t count) {
  int running = 0;
  forget_finished(client);
  for (size_t i = 0; i < count; i++) {
    if (ready[i].descriptor < 0 || ready[i].ready == 0) continue;
    int mask = (ready[i].ready & CWAITING_READABLE ? CURL_CSELECT_IN : 0) |
               (ready[i].ready & CWAITING_WRITABLE ? CURL_CSELECT_OUT : 0) |
               (ready[i].ready & CWAITING_FAULTY ? CURL_CSELECT_ERR : 0);
    curl.multi_socket_action(client->multi, ready[i].descriptor, mask, &running);
  }
  if (client->due >= 0 && cwaiting_now() >= client->due) {
    // Forgotten before the call, which sets the next one.
    client->due = -1;
    curl.multi_socket_action(client->multi, CURL_SOCKET_TIMEOUT, 0, &running);
  }
}

static ccurl_outcome outcome_of(CURLcode code, const ccurl_transfer *transfer, bool was_sent, int32_t system_error) {
  if (transfer->is_too_large) return ccurl_outcome_too_large;
  switch (code) {
    case CURLE_OK:
      // A connection that ends within the head is good enough for the library.
      return transfer->is_head_whole ? ccurl_outcome_answered : ccurl_outcome_broken;
    case CURLE_OPERATION_TIMEDOUT:
      return ccurl_outcome_timed_out;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
      return ccurl_outcome_unresolved;
    case CURLE_COULDNT_CONNECT:
      // Cut before the library had noticed that it was connected.
      return system_error == ECONNRESET ? ccurl_outcome_broken : ccurl_outcome_unreachable;
    case CURLE_PROXY:
      return ccurl_outcome_unreachable;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
      return ccurl_outcome_insecure;
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
      return ccurl_outcome_broken;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
      return ccurl_outcome_garbled;
    case CURLE_UNSUPPORTED_PROTOCOL:
      // Also the word for an answer that is older than HTTP/1.0, which is to say none.
      return was_sent ? ccurl_outcome_garbled : ccurl_outcome_refused;
    case CURLE_URL_MALFORMAT:
      return ccurl_outcome_refused;
    default:
      return ccurl_outcome_other;
  }
}

static int64_t microseconds(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return curl.easy_getinfo(easy, info, &value) == CURLE_OK ? (int64_t)value : 0;
}

static int32_t number(CURL *easy, CURLINFO info) {
  long value = 0;
  return curl.easy_getinfo(easy, info, &value) == CURLE_OK ? (int32_t)value : 0;
}

static int32_t http_version(CURL *easy) {
  switch (number(easy, CURLINFO_HTTP_VERSION)) {
    case CURL_HTTP_VERSION_1_0: return 10;
    case CURL_HTTP_VERSION_1_1: return 11;
    case CURL_HTTP_VERSION_2_0: return 20;
    case CURL_HTTP_VERSION_3: return 30;
    default: return 0;
  }
}

const ccurl_completion *ccurl_next_completion(ccurl_client *client) {
  forget_finished(client);
  int left = 0;
  CURLMsg *message;
  while ((message = curl.multi_info_read(client->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    // The message dies with the removal of its handle.
    CURL *easy = message->easy_handle;
    CURLcode code = message->data.result;
    char *found = NULL;
    curl.easy_getinfo(easy, CURLINFO_PRIVATE, &found);
    ccurl_transfer *transfer = (ccurl_transfer *)(void *)found;
    if (!transfer) continue;
    unlink_transfer(transfer);
    client->finished = transfer;
    ccurl_completion *completion = &client->completion;
    bool was_sent = microseconds(easy, CURLINFO_PRETRANSFER_TIME_T) > 0;
    *completion = (ccurl_completion){
        .id = transfer->id,
        .outcome = transfer->is_out_of_memory ? ccurl_outcome_other : outcome_of(code, transfer, was_sent, number(easy, CURLINFO_OS_ERRNO)),
        .code = (int32_t)code,
        .message = transfer->error[0] ? transfer->error : curl.easy_strerror(code),
        .status = number(easy, CURLINFO_RESPONSE_CODE),
        .http_version = http_version(easy),
        .tls = transfer->tls,
        .head = transfer->head.bytes,
        .head_length = transfer->head.count,
        .body = transfer->body.bytes,
        .body_length = transfer->body.count,
        .resolved = microseconds(easy, CURLINFO_NAMELOOKUP_TIME_T),
        .connected = microseconds(easy, CURLINFO_CONNECT_TIME_T),
        .secured = microseconds(easy, CURLINFO_APPCONNECT_TIME_T),
        .first_byte = microseconds(easy, CURLINFO_STARTTRANSFER_TIME_T),
        .total = microseconds(easy, CURLINFO_TOTAL_TIME_T),
        .connections = number(easy, CURLINFO_NUM_CONNECTS),
    };
    return completion;
  }
  return NULL;
}
