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
          "portals run the commands with --json (docs/selling.md)",
          "days-back: off",
          "memory answers all lists; 0 needs the least of it (docs/scaling.md)");

  private RemovedSettings() {}

  /// The warning about a setting; empty where it is in use.
  static Optional<String> warning(String name, String text) {
    return Optional.ofNullable(INSTEAD.get(name))
        .or(() -> Optional.ofNullable(INSTEAD.get(name + ": " + text)))
        .map(instead -> "means nothing any more and can be deleted: " + instead);
  }
}
