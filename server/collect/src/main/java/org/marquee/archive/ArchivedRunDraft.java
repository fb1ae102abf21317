package org.marquee.archive;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FilePart;
import org.marquee.feed.SourceFailed;
import org.marquee.files.FolderTree;
import org.marquee.files.PrivateFiles;
import org.marquee.files.RootRights;
import org.marquee.listing.Sha256;

/// The raw input of a run while it arrives. Until it is sealed its folder is marked as unfinished;
/// closing an unsealed one deletes it.
public final class ArchivedRunDraft implements AutoCloseable {
  /// Feeds shrink to a tenth at the lowest level, as fast as a disk writes.
  private static final int LEVEL = 1;

  private final RawInputArchive archive;
  private final String run;
  private final Path folder;
  private final List<ArchivedRun.File> files = new ArrayList<>();
  private boolean sealed;

  ArchivedRunDraft(RawInputArchive archive, String run, Path folder) {
    this.archive = archive;
    this.run = run;
    this.folder = folder;
  }

  /// Copies a file, and checks that it was not written meanwhile.
  ///
  /// @param name as messages show it
  /// @throws IOException if it cannot be copied, or changes while it is
  public void copy(String name, Path file) throws IOException {
    FileState before = FileState.of(file);
    Intake intake = intake(name);
    try (intake;
        InputStream in = Files.newInputStream(file)) {
      in.transferTo(intake);
      if (!before.equals(FileState.of(file))) {
        throw new SourceFailed(
            name
                + " changed while it was read; write to another file, and rename it when it is"
                + " complete");
      }
      add(intake, null);
    }
  }

  private record FileState(long bytes, FileTime written) {
    static FileState of(Path file) throws IOException {
      return new FileState(Files.size(file), Files.getLastModifiedTime(file));
    }
  }

  /// Adds a file that an earlier run archived; by a hard link if the file system has them.
  public void addFrom(ArchivedRun earlier, ArchivedRun.File file, ArchivedRun.@Nullable Sent sent)
      throws IOException {
    Path from = earlier.folder().resolve(file.kept());
    String kept = files.size() + file.kept().substring(file.kept().indexOf('.'));
    try {
      Files.createLink(folder.resolve(kept), from);
    } catch (UnsupportedOperationException | IOException _) {
      Files.copy(from, folder.resolve(kept));
    }
    files.add(
        new ArchivedRun.File(file.name(), kept, file.packed(), file.bytes(), file.digest(), sent));
  }

  /// A file whose bytes arrive in parts. It belongs to the run once it is added.
  public Intake intake(String name) throws IOException {
    return new Intake(name, folder.resolve(files.size() + ".part"));
  }

  public void add(Intake intake, ArchivedRun.@Nullable Sent sent) throws IOException {
    intake.finish();
    String kept = files.size() + (intake.packed ? ".zst" : ".bin");
    Files.move(intake.path, folder.resolve(kept), StandardCopyOption.REPLACE_EXISTING);
    files.add(
        new ArchivedRun.File(
            intake.name,
            kept,
            intake.packed,
            intake.bytes,
            HexFormat.of().formatHex(intake.digest.digest()),
            sent));
  }

  /// Completes the archived run, in one step.
  ///
  /// @param now how the feed is read; its files are copied
  /// @param most how many bytes a file may have when unpacked
  /// @throws IOException if it cannot be stored, or a file of `now` cannot be read
  public ArchivedRun seal(String provider, ReadingOptions now, Instant observedAt, long most)
      throws IOException {
    ReadingOptions then =
        new ReadingOptions(
            now.format(),
            copyOf(now.mapping(), "mapping"),
            copyOf(now.words(), "words"),
            copyOf(now.cinema(), "cinema"),
            now.standIns());
    ArchivedRun kept = new ArchivedRun(folder, run, provider, then, now, observedAt, most, files);
    Manifest.write(kept);
    PrivateFiles.close(folder);
    sealed = true;
    return archive.complete(kept);
  }

  private @Nullable Path copyOf(@Nullable Path file, String role) throws IOException {
    if (file == null) {
      return null;
    }
    Path copy = folder.resolve(role).resolve(file.getFileName());
    Files.createDirectories(folder.resolve(role));
    try (InputStream in = RootRights.use(file, () -> Files.newInputStream(file))) {
      Files.copy(in, copy);
    }
    return copy;
  }

  @Override
  public void close() throws IOException {
    if (!sealed) {
      FolderTree.delete(folder);
    }
  }

  /// Receives the bytes of a file, counts and hashes them, and compresses them unless they are
  /// compressed.
  public static final class Intake extends OutputStream {
    private final String name;
    private final Path path;
    private final MessageDigest digest = Sha256.digest();
    private final byte[] head = new byte[4];
    private int headLength;
    private @Nullable OutputStream out;
    private boolean packed;
    private long bytes;

    private Intake(String name, Path path) {
      this.name = name;
      this.path = path;
    }

    @Override
    public void write(int each) throws IOException {
      write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      digest.update(from, offset, length);
      bytes += length;
      int begin = 0;
      while (out == null && begin < length) {
        head[headLength++] = from[offset + begin++];
        if (headLength == head.length) {
          out = begun();
        }
      }
      if (out != null) {
        out.write(from, offset + begin, length - begin);
      }
    }

    private OutputStream begun() throws IOException {
      int magic = 0;
      for (byte each : head) {
        magic = magic << 8 | (each & 0xff);
      }
      packed = !FilePart.isPacked(magic);
      OutputStream file = new BufferedOutputStream(Files.newOutputStream(path), 1 << 16);
      OutputStream begun = file;
      if (packed) {
        try {
          begun = new ZstdOutputStream(file, LEVEL).setChecksum(true);
        } catch (IOException e) {
          file.close();
          throw e;
        }
      }
      begun.write(head, 0, headLength);
      return begun;
    }

    private void finish() throws IOException {
      if (out == null) {
        out = begun();
      }
      out.close();
    }

    /// Deletes the file unless it was added.
    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
      }
      Files.deleteIfExists(path);
    }
  }
}
