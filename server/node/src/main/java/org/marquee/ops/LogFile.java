package org.marquee.ops;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A file that lines are added to, or standard output. If the file is moved or removed, as
/// logrotate does, the next lines go into a new one of its name. For one thread.
final class LogFile implements AutoCloseable {
  private final @Nullable Path path;
  private FileChannel channel;
  private @Nullable Object key;

  private LogFile(@Nullable Path path) throws IOException {
    this.path = path;
    channel = path == null ? new FileOutputStream(FileDescriptor.out).getChannel() : open(path);
    key = path == null ? null : key(path);
  }

  /// Opens a file, or standard output where the name is `-`.
  ///
  /// @throws IOException if it cannot be written to; the message says which file and why
  static LogFile open(String name) throws IOException {
    try {
      return new LogFile(name.equals("-") ? null : Path.of(name));
    } catch (IOException e) {
      String why = e instanceof NoSuchFileException ? "there is no such folder" : String.valueOf(e);
      throw new IOException("cannot write the access log " + name + ": " + why, e);
    }
  }

  /// Others on the machine must not read who asked for what.
  private static FileChannel open(Path path) throws IOException {
    return FileChannel.open(
        path,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
  }

  private static @Nullable Object key(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException _) {
      return null;
    }
  }

  /// Adds lines.
  void write(byte[] lines) throws IOException {
    if (path != null && (!channel.isOpen() || !Objects.equals(key, key(path)))) {
      channel.close();
      channel = open(path);
      key = key(path);
    }
    ByteBuffer left = ByteBuffer.wrap(lines);
    while (left.hasRemaining()) {
      channel.write(left);
    }
  }

  @Override
  public void close() throws IOException {
    if (path != null) {
      channel.close();
    }
  }
}
