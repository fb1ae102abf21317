package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.marquee.files.PrivateFiles;

/// One user's claim on the server of a home.
///
/// The claim is a writing end of the pipe `users`. The kernel drops it when the process dies,
/// however it dies, and the watcher of the server reads the pipe's end when the last claim is gone.
/// Beside it stand a file `joined.` + token, by which the watcher confirms the claim, and a file
/// `user.` + token, which we keep locked: by that others see it, also from another container, where
/// our process id means nothing.
final class ServerLease implements AutoCloseable {
  private static final String JOINED = "joined.";
  private static final String USER = "user.";

  /// The leases of this process. It would lose the lock of a file that it opens and closes again.
  private static final Set<String> OURS = ConcurrentHashMap.newKeySet();

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Path folder;
  private final String token;

  /// Opened for both directions, since opening for writing alone would wait for a reader.
  private final RandomAccessFile pipe;

  private final FileChannel locked;

  private ServerLease(Path folder, String token, RandomAccessFile pipe, FileChannel locked) {
    this.folder = folder;
    this.token = token;
    this.pipe = pipe;
    this.locked = locked;
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
    FileChannel locked = PrivateFiles.newFile(folder.resolve(USER + token));
    var _ = locked.lock();
    OURS.add(token);
    return new ServerLease(folder, token, new RandomAccessFile(pipe.toFile(), "rw"), locked);
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
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "{joined,user}.*")) {
      for (Path file : files) {
        String other = file.getFileName().toString().replaceFirst("^[a-z]+\\.", "");
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

  private boolean livesOwnerOf(String other) throws IOException {
    if (OURS.contains(other)) {
      return true;
    }
    try (FileChannel file =
        FileChannel.open(folder.resolve(USER + other), StandardOpenOption.WRITE)) {
      return file.tryLock() == null;
    } catch (NoSuchFileException _) {
      return false;
    } catch (AccessDeniedException _) {
      return true; // root's, who has not let us have it yet
    }
  }

  /// Gives the claim up.
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(folder.resolve(JOINED + token));
    Files.deleteIfExists(folder.resolve(USER + token));
    OURS.remove(token);
    locked.close();
    pipe.close();
  }
}
