package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The content of a data folder's `postmaster.pid`: lines 1 (process), 3 (when it was started), 4
/// (port; 0 while it is not known yet) and 8 (whether it is stopping).
record Postmaster(Path data, long pid, String started, int port, boolean stopping) {
  /// No system gives a process this id.
  private static final String NOBODY = "2147483646";

  /// The content of the file, current or stale; empty if it is missing or not yet to be understood.
  static Optional<Postmaster> read(Path data) throws IOException {
    List<String> lines = lines(data);
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    try {
      long pid = Long.parseLong(lines.getFirst().strip());
      String started = lines.size() > 2 ? lines.get(2).strip() : "";
      int port = lines.size() > 3 ? Integer.parseInt(lines.get(3).strip()) : 0;
      boolean stopping = lines.size() > 7 && lines.get(7).strip().equals("stopping");
      return Optional.of(new Postmaster(data, pid, started, port, stopping));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  static Optional<Postmaster> running(Path data) throws IOException {
    Optional<Postmaster> found = read(data);
    return found.isPresent() && found.get().isAlive() ? found : Optional.empty();
  }

  /// Makes a stale file harmless: one whose process id now belongs to somebody else, or to a
  /// process that nobody has buried, keeps the server from starting. The rest of the file stays,
  /// for by it the server finds out whether children of its predecessor still write.
  ///
  /// Only for who has the lock of the server ([ServerWatcher#hasLock]).
  static void disown(Path data) throws IOException {
    List<String> lines = lines(data);
    if (lines.size() < 7) {
      Files.deleteIfExists(file(data));
      return;
    }
    List<String> harmless = new ArrayList<>(lines);
    harmless.set(0, NOBODY);
    Files.write(file(data), harmless, ISO_8859_1);
  }

  private static List<String> lines(Path data) throws IOException {
    try {
      return Files.readAllLines(file(data), ISO_8859_1);
    } catch (NoSuchFileException _) {
      return List.of();
    }
  }

  private static Path file(Path data) {
    return data.resolve("postmaster.pid");
  }

  /// Whether the process lives and is a server on this data folder: it works in it. Where there is
  /// no `/proc`, whether it was called with it.
  boolean isAlive() {
    if (!Files.isDirectory(ServerProcesses.PROC)) {
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().arguments())
          .filter(arguments -> List.of(arguments).contains(data.toString()))
          .isPresent();
    }
    return ServerProcesses.worksIn(pid, data);
  }

  /// Whether it is the same server. The first processes of every container have the same ids.
  boolean isSame(Postmaster other) {
    return pid == other.pid && started.equals(other.started);
  }

  boolean awaitEnd(Timeout timeout) throws IOException {
    return timeout.until(() -> !isAlive());
  }
}
