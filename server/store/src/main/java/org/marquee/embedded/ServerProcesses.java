package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The processes of PostgreSQL that work on one data folder: the server, its children, and the
/// children of a server that was killed. They are found by the folder that they work in, whatever
/// `postmaster.pid` says.
record ServerProcesses(Path data, List<Long> pids) {
  static final Path PROC = Path.of("/proc");

  /// A server that gets an immediate shutdown kills its own children after 5 seconds.
  private static final Duration DROPPED = Duration.ofSeconds(2);

  private static final Duration KILLED = Duration.ofSeconds(10);

  /// All that run now. Where there is no `/proc`: the server of the pid file and its children.
  static ServerProcesses on(Path data) throws IOException {
    List<Long> found = new ArrayList<>();
    if (Files.isDirectory(PROC)) {
      try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
        for (Path process : processes) {
          long pid = Long.parseLong(process.getFileName().toString());
          if (isServer(process) && worksIn(pid, data) && !isElsewhere(process)) {
            found.add(pid);
          }
        }
      }
    } else {
      Optional<Postmaster> server = Postmaster.running(data);
      if (server.isPresent()) {
        found.add(server.get().pid());
        ProcessHandle.of(server.get().pid()).stream()
            .flatMap(ProcessHandle::children)
            .forEach(child -> found.add(child.pid()));
      }
    }
    return new ServerProcesses(data, List.copyOf(found));
  }

  /// A shell that somebody has opened in the folder is none of ours.
  private static boolean isServer(Path process) {
    try {
      return Files.readString(process.resolve("comm")).strip().equals("postgres");
    } catch (IOException _) {
      return false;
    }
  }

  /// Whether it is a container's: the Marquee in there looks after it.
  private static boolean isElsewhere(Path process) {
    return idsOf(process) != idsOf(PROC.resolve("self"));
  }

  /// How many process ids it has, one in each container around it.
  private static int idsOf(Path process) {
    try {
      return Files.readAllLines(process.resolve("status"), ISO_8859_1).stream()
          .filter(line -> line.startsWith("NSpid:"))
          .mapToInt(line -> line.split("\\s+").length)
          .findFirst()
          .orElse(0);
    } catch (IOException _) {
      return 0; // it has ended
    }
  }

  /// Whether the folder that a process works in is this one.
  static boolean worksIn(long pid, Path data) {
    try {
      return Files.isSameFile(PROC.resolve(Long.toString(pid)).resolve("cwd"), data);
    } catch (IOException _) {
      // It has ended, or belongs to somebody else. One that ends at this moment is "No such
      // process", which has no class of its own.
      return false;
    }
  }

  boolean isEmpty() {
    return pids.isEmpty();
  }

  /// Ends all processes on the data folder: asks the server to end its connections and stop, then
  /// tells it to drop everything, which the next start makes good, and at last kills what is left.
  /// Processes that were stopped (SIGSTOP) are continued, so that they can obey.
  ///
  /// @param gently how long the server may take to stop by itself
  /// @throws IOException if the system does not let them end
  static void end(Path data, Duration gently) throws IOException {
    if (on(data).signalled("INT", gently)
        || on(data).signalled("QUIT", DROPPED)
        || on(data).killed()) {
      return;
    }
    throw new IOException(
        "the PostgreSQL processes %s on %s do not end, even when killed. Check the disk"
            .formatted(on(data).pids(), data));
  }

  private boolean signalled(String signal, Duration limit) throws IOException {
    if (isEmpty()) {
      return true;
    }
    kill(signal, servers());
    kill("CONT", pids);
    return areGone(limit);
  }

  private boolean killed() throws IOException {
    kill("KILL", servers());
    kill("KILL", on(data).pids());
    return areGone(KILLED);
  }

  /// The parents: the server, or each child that has lost it.
  private List<Long> servers() {
    return pids.stream()
        .filter(pid ->
            ProcessHandle.of(pid)
                .flatMap(ProcessHandle::parent)
                .filter(parent -> pids.contains(parent.pid()))
                .isEmpty())
        .toList();
  }

  private boolean areGone(Duration limit) throws IOException {
    return Timeout.of(limit, "the old PostgreSQL server in " + data + " to stop")
            .until(() -> pids.stream().noneMatch(this::stillWorks))
        && on(data).isEmpty();
  }

  private boolean stillWorks(long pid) {
    return Files.isDirectory(PROC)
        ? worksIn(pid, data)
        : ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  private static void kill(String signal, List<Long> pids) throws IOException {
    if (pids.isEmpty()) {
      return;
    }
    List<String> words = new ArrayList<>(List.of("sh", "-c", "kill -" + signal + " \"$@\"", "sh"));
    pids.forEach(pid -> words.add(Long.toString(pid)));
    Command.run(words);
  }
}
