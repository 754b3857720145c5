import Foundation
import TestSupport

/// The environment of this process as libcurl reads it by itself, set once before its first use: a proxy for https, from
/// which this machine and one name are exempt. Whatever proxies the machine has are out of the way.
enum Surroundings {
  static let password = "pa55-w0rd"
  static let exempt = "exempt.invalid"

  /// A proxy that refuses every tunnel.
  static let proxy: LoopbackServer? = {
    let proxy = try? LoopbackServer { _, _ in [.answer(502, body: "no tunnel"), .close] }
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"] {
      unsetenv(name)
    }
    setenv("http_proxy", "http://127.0.0.1:\(proxy?.port ?? 1)", 1)
    setenv("https_proxy", "http://someone:\(password)@127.0.0.1:\(proxy?.port ?? 1)", 1)
    setenv("no_proxy", "127.0.0.1,localhost,\(exempt)", 1)
    return proxy
  }()
}
