package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.marquee.files.ProgramFile;

/// The shell that runs the server of a home (`watcher.sh`), from its start until the server is its
/// child.
///
/// It first takes the lock of the home's server. Nobody else has it for as long as that server
/// lives, in this container or another one: only who has it may touch the data. A watcher that is
/// closed before it was told to run the server gives the lock back and ends.
final class ServerWatcher implements AutoCloseable {
  private final Process process;
  private final String answer;

  private ServerWatcher(Process process, String answer) {
    this.process = process;
    this.answer = answer;
  }

  /// Starts a watcher, and waits until it has the lock or knows that somebody else has.
  ///
  /// @param folder the folder of the server
  /// @param server the words that run the server
  /// @throws IOException if it can take no lock; the message says why
  static ServerWatcher start(Path folder, ServerAccount account, String... server)
      throws IOException {
    List<String> command = new ArrayList<>(ownSession());
    command.addAll(List.of("sh", script(folder).toString(), folder.toString()));
    command.addAll(account.command(server));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    // The server of macOS does not start in a locale that needs threads to be found.
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    BufferedReader answers = process.inputReader(US_ASCII);
    String answer = Objects.requireNonNullElse(answers.readLine(), "the watcher has ended");
    if (!answer.equals("locked") && !answer.equals("held")) {
      throw new IOException(
          "the lock %s/server.lock cannot be taken, which needs flock (of util-linux) or perl, and a file system with locks: %s"
              .formatted(folder, answer));
    }
    return new ServerWatcher(process, answer);
  }

  /// Whether the lock is its own: then no server of this home runs anywhere.
  boolean hasLock() {
    return answer.equals("locked");
  }

  /// Has it run the server. From now on it goes on without us.
  void run() throws IOException {
    try (var orders = process.getOutputStream()) {
      orders.write('\n');
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.getInputStream().close();
  }

  /// The words that keep the terminal's Ctrl-C, which is meant for us, from the server.
  private static List<String> ownSession() throws IOException {
    if (Command.exists("setsid")) {
      return List.of("setsid");
    }
    return Command.exists("perl")
        ? List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec @ARGV", "--")
        : List.of();
  }

  /// The watcher's text, laid into the home by a rename: a shell reads on while it runs.
  private static Path script(Path folder) throws IOException {
    Path partial = folder.resolve("watcher.sh.partial");
    Files.write(partial, ProgramFile.bytes(ServerWatcher.class, "watcher.sh"));
    return Files.move(partial, folder.resolve("watcher.sh"), StandardCopyOption.ATOMIC_MOVE);
  }
}
