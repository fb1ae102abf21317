package org.marquee.app.config;

import java.util.Map;
import java.util.Optional;

/// Settings of older builds that mean nothing any more. A file that has one still starts the
/// program, with a warning.
final class RemovedSettings {
  private static final Map<String, String> INSTEAD =
      Map.of(
          "streams",
          "a proxy in front speaks HTTP/2 to callers (docs/proxies.md)",
          "admin-socket",
          "portals run the commands with --json (docs/selling.md)");

  private RemovedSettings() {}

  /// The warning about a setting of this name; empty where none was called so.
  static Optional<String> warning(String name) {
    return Optional.ofNullable(INSTEAD.get(name))
        .map(instead -> "means nothing any more and can be deleted: " + instead);
  }
}
