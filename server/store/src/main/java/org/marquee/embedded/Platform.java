package org.marquee.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// A platform for which there are programs of PostgreSQL. A jar has one archive or all of them
/// (docs/decisions/0109).
enum Platform {
  LINUX_AMD64("postgres-linux-x86_64.txz", "lib64/ld-linux-x86-64.so.2"),
  LINUX_ARM64("postgres-linux-arm_64.txz", "lib/ld-linux-aarch64.so.1"),
  /// One archive has the code for Intel's and for Apple's processors.
  MACOS("postgres-darwin-x86_64.txz", "");

  private static final String INSTEAD =
      "run a PostgreSQL server elsewhere and name it with --database";

  private final String archive;
  private final String loader;

  /// @param archive a resource in the root of the class path
  /// @param loader the program loader of the C library that the programs need; empty for any
  Platform(String archive, String loader) {
    this.archive = archive;
    this.loader = loader;
  }

  /// The platform at hand.
  ///
  /// @throws IOException if there are no programs for it; the message says what to do
  static Platform current() throws IOException {
    return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""), Path.of("/"));
  }

  /// @param system as in `os.name`
  /// @param machine as in `os.arch`
  /// @param root of the file system
  static Platform of(String system, String machine, Path root) throws IOException {
    String name = system.toLowerCase(Locale.ROOT);
    boolean amd64 = machine.equals("amd64") || machine.equals("x86_64");
    boolean arm64 = machine.equals("aarch64") || machine.equals("arm64");
    if (name.startsWith("mac") && (amd64 || arm64)) {
      return MACOS;
    }
    if (name.equals("linux") && (amd64 || arm64)) {
      Platform platform = amd64 ? LINUX_AMD64 : LINUX_ARM64;
      platform.requireLoader(root);
      return platform;
    }
    throw new IOException(
        "Marquee has PostgreSQL for Linux and macOS on amd64 and arm64, but not for %s on %s: %s"
            .formatted(system, machine, INSTEAD));
  }

  private void requireLoader(Path root) throws IOException {
    if (!Files.exists(root.resolve(loader))) {
      throw new IOException(
          "the PostgreSQL of Marquee needs glibc, and this system has none (/%s is missing, as on Alpine Linux): use a system with glibc, such as Debian, or %s"
              .formatted(loader, INSTEAD));
    }
  }

  String archive() {
    return archive;
  }

  IOException missing() {
    return new IOException(
        "this build of Marquee has no PostgreSQL for this platform (%s): use the jar for all platforms, build Marquee on this machine, or %s"
            .formatted(archive, INSTEAD));
  }
}
