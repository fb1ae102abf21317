package org.marquee.files.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.marquee.files.FolderTree;
import org.marquee.files.PrivateFiles;

/// A file that holds the state of a node. It is readable by its owner only, and it is replaced as a
/// whole: after a crash there is the file from before or the new one.
public final class CheckpointFile {
  private static final String PARTIAL = ".partial";

  private final Path file;
  private final CheckpointStamp stamp;

  /// @param file where it is; the folder is made when it is written
  public CheckpointFile(Path file, CheckpointStamp stamp) {
    this.file = file;
    this.stamp = stamp;
  }

  /// Where it is.
  public Path path() {
    return file;
  }

  /// Whether it exists.
  public boolean exists() {
    return Files.exists(file);
  }

  /// Writes the content of a file.
  @FunctionalInterface
  public interface ContentWriter {
    /// Writes it.
    void write(CheckpointSink sink) throws IOException;
  }

  /// Makes the folder of a file, for its owner only, if it is missing.
  private static Path makeFolder(Path file) throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    return Files.isDirectory(folder) ? folder : PrivateFiles.folder(folder);
  }

  /// Opens the file by whose lock one of several nodes writes, and makes it and its folder if they
  /// are missing.
  public static FileChannel openLock(Path file) throws IOException {
    makeFolder(file);
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /// Replaces the file. One process at a time may do that.
  ///
  /// @throws IOException if it cannot be written; the file from before stays
  public void write(ContentWriter content) throws IOException {
    Path folder = makeFolder(file);
    Path partial = file.resolveSibling(file.getFileName() + PARTIAL);
    Files.deleteIfExists(partial);
    try {
      try (FileChannel channel = PrivateFiles.newFile(partial)) {
        CheckpointSink sink = new CheckpointSink(channel);
        stamp.write(sink);
        content.write(sink);
        sink.finish();
        channel.force(true);
      }
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException | Error e) {
      delete(partial, e);
      throw e;
    }
    FolderTree.sync(folder);
  }

  /// A full disk needs the room.
  private static void delete(Path partial, Throwable failure) {
    try {
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /// Reads the content of a file.
  @FunctionalInterface
  public interface ContentReader<T> {
    /// Reads it.
    T read(CheckpointSource source) throws IOException, UnusableCheckpoint;
  }

  /// Reads the file. The result is complete only if this returns: the end of the file may turn out
  /// to be damaged after `reading` has returned.
  ///
  /// @throws java.nio.file.NoSuchFileException if there is none
  /// @throws UnusableCheckpoint if it is damaged, or its stamp is another one
  public <T> T read(ContentReader<T> reading) throws IOException, UnusableCheckpoint {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      CheckpointSource source = new CheckpointSource(channel);
      stamp.check(source);
      T result = reading.read(source);
      source.finish();
      return result;
    } catch (RuntimeException e) {
      // The checksums fit, so the program that wrote it was wrong, or this one is.
      UnusableCheckpoint unusable = new UnusableCheckpoint("it cannot be understood: " + e);
      unusable.initCause(e);
      throw unusable;
    }
  }
}
