package org.marquee.snapshot;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.marquee.files.checkpoint.CheckpointFile;
import org.marquee.files.checkpoint.CheckpointStamp;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Revision;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.NoRoom;
import org.marquee.snapshot.search.Snapshot;
import org.marquee.snapshot.search.SnapshotContents;

/// The file that keeps a snapshot for the next start of a node.
public final class SnapshotFile {
  /// To be raised with each change of a class that writes itself into the file, or of how records
  /// are written.
  static final int LAYOUT = 8;

  private final CheckpointFile file;

  /// @param program the version of the program and of its tables
  /// @param database which database the snapshot is a copy of
  public SnapshotFile(Path path, String program, String database) {
    file = new CheckpointFile(path, new CheckpointStamp(LAYOUT, program, database));
  }

  /// Where it is.
  public Path path() {
    return file.path();
  }

  /// Writes the snapshot that `pages` has now. Neither requests nor refreshes wait for it.
  ///
  /// @param confirmedAt when the database confirmed it
  /// @return false if there is nothing in memory
  /// @throws IOException if it cannot be written; the file from before stays
  public boolean write(SnapshotPages pages, Instant confirmedAt) throws IOException {
    Snapshot snapshot = pages.current();
    if (snapshot == Snapshot.NOTHING || !snapshot.enter()) {
      return false;
    }
    try {
      file.write(sink -> {
        sink.instant(confirmedAt);
        snapshot.contents().write(sink);
      });
      return true;
    } finally {
      snapshot.leave();
    }
  }

  /// A snapshot that was read.
  ///
  /// @param confirmedAt when the database confirmed it
  public record Saved(Instant confirmedAt, SnapshotContents contents) {
    /// The state of the data that it shows.
    public Revision revision() {
      return contents.state().revision();
    }

    /// Has `pages` answer from it until the database confirms it or has something newer.
    ///
    /// @param age how long ago the database confirmed it
    public void show(SnapshotPages pages, Duration age) {
      pages.restore(new Snapshot(contents), age);
    }
  }

  /// Reads the file.
  ///
  /// @throws java.nio.file.NoSuchFileException if there is none
  /// @throws UnusableCheckpoint if it is damaged, or written by or for something else
  public Saved read() throws IOException, UnusableCheckpoint {
    Chunks memory = new Chunks();
    try {
      return file.read(
          source -> new Saved(source.instant(), SnapshotContents.read(source, memory)));
    } catch (NoRoom e) {
      memory.abandon();
      throw new UnusableCheckpoint(String.valueOf(e.getMessage()), e);
    } catch (IOException | UnusableCheckpoint | RuntimeException | Error e) {
      memory.abandon();
      throw e;
    }
  }
}
