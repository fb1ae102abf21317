package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.List;

/// One user's claim on the server of a home.
///
/// The claim is a writing end of the pipe `users`. The kernel drops it when the process dies,
/// however it dies, and the watcher of the server reads the pipe's end when the last claim is gone.
/// Beside it stands a file `joined.` + token, by which the watcher confirms the claim and others
/// see it.
final class ServerLease implements AutoCloseable {
  private static final String JOINED = "joined.";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Path folder;
  private final String token;

  /// Opened for both directions, since opening for writing alone would wait for a reader.
  private final RandomAccessFile pipe;

  private ServerLease(Path folder, String token, RandomAccessFile pipe) {
    this.folder = folder;
    this.token = token;
    this.pipe = pipe;
  }

  /// Claims the server. Only under the [HomeLock].
  static ServerLease take(Path folder) throws IOException {
    Path pipe = folder.resolve("users");
    if (!isPipe(pipe)) {
      Files.deleteIfExists(pipe);
      Command made = Command.run(List.of("mkfifo", "-m", "600", pipe.toString()));
      if (!made.succeeded()) {
        throw new IOException("mkfifo " + pipe + ": " + made.output());
      }
    }
    String token = "%d-%016x".formatted(ProcessHandle.current().pid(), RANDOM.nextLong());
    return new ServerLease(folder, token, new RandomAccessFile(pipe.toFile(), "rw"));
  }

  private static boolean isPipe(Path file) throws IOException {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .isOther();
  }

  /// Asks the watcher, if there is one, to confirm that the server will stay for us.
  void announce() throws IOException {
    pipe.write((token + "\n").getBytes(US_ASCII));
  }

  boolean isConfirmed() {
    return Files.exists(folder.resolve(JOINED + token));
  }

  /// Confirms the claim ourselves, for a watcher that we have started and that cannot have seen the
  /// end of the pipe.
  void confirm() throws IOException {
    Files.write(folder.resolve(JOINED + token), new byte[0]);
  }

  /// Whether another process uses the server. Removes the files of those that died.
  boolean hasOthers() throws IOException {
    boolean others = false;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, JOINED + "*")) {
      for (Path file : files) {
        String other = file.getFileName().toString().substring(JOINED.length());
        if (other.equals(token)) {
          continue;
        }
        if (livesOwnerOf(other)) {
          others = true;
        } else {
          Files.deleteIfExists(file);
        }
      }
    }
    return others;
  }

  private static boolean livesOwnerOf(String token) {
    try {
      long pid = Long.parseLong(token.substring(0, Math.max(0, token.indexOf('-'))));
      return ProcessHandle.of(pid).isPresent();
    } catch (NumberFormatException _) {
      return false;
    }
  }

  /// Gives the claim up.
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(folder.resolve(JOINED + token));
    pipe.close();
  }
}
