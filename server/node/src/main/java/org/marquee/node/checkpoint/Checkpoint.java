package org.marquee.node.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.marquee.files.FailureText;
import org.marquee.files.checkpoint.CheckpointFile;
import org.marquee.files.checkpoint.CheckpointStamp;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.snapshot.SnapshotFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a node keeps in its home for its next start: its snapshot, and the register of keys
/// (docs/database.md, "Starting without the database").
///
/// @param program the version of the program and of its tables
/// @param database what identifies the database; empty while there is none
public record Checkpoint(Path home, String program, Supplier<Optional<String>> database) {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoint.class);

  private static final String FOLDER = "checkpoint";
  private static final String LISTINGS = "listings";
  private static final String KEYS = "keys";
  private static final String LOCK = "lock";
  private static final String USED = "used";

  private static Path file(Path home, String name) {
    return home.resolve(FOLDER).resolve(name);
  }

  /// Removes the keys: a command is going to change them. A node that runs writes them again. A
  /// node that starts must ask the database first.
  ///
  /// @throws IOException if they cannot be removed: a revoked key must not be valid after a start
  public static void forgetKeys(Path home) throws IOException {
    Files.deleteIfExists(file(home, KEYS));
  }

  /// Notes that a command uses the database of a home, and may change it. A node that starts next
  /// gives the database more time to answer.
  public static void noteUse(Path home) {
    Path used = file(home, USED);
    if (!Files.isDirectory(home.resolve(FOLDER))) {
      return;
    }
    try {
      Files.deleteIfExists(used);
      Files.createFile(used);
    } catch (IOException e) {
      LOG.atDebug().log("the use of the database cannot be noted: {}", FailureText.of(e));
    }
  }

  /// Removes everything where the home has no database: what it gets next begins empty.
  public void removeIfLost() {
    if (database.get().isEmpty()) {
      try {
        Files.deleteIfExists(file(home, KEYS));
        Files.deleteIfExists(file(home, LISTINGS));
      } catch (IOException e) {
        LOG.atWarn().log("the old checkpoint cannot be removed: {}", FailureText.of(e));
      }
    }
  }

  /// Whether a command has used the database since then.
  public boolean isUsedSince(Instant confirmed) {
    try {
      return !Files.getLastModifiedTime(file(home, USED)).toInstant().isBefore(confirmed);
    } catch (IOException _) {
      return false; // none ever did
    }
  }

  /// The file of the snapshot; empty while there is no database.
  public Optional<SnapshotFile> listings() {
    return database.get().map(name -> new SnapshotFile(file(home, LISTINGS), program, name));
  }

  /// The file of the keys; empty while there is no database.
  public Optional<CheckpointFile> keys() {
    return database
        .get()
        .map(name ->
            new CheckpointFile(
                file(home, KEYS), new CheckpointStamp(SavedKeys.LAYOUT, program, name)));
  }

  /// One of the nodes that share the home has it locked, and writes.
  Path lock() {
    return file(home, LOCK);
  }

  /// Reads a file.
  @FunctionalInterface
  public interface PartReader<T> {
    T read() throws IOException, UnusableCheckpoint;
  }

  /// What is in a file; empty if it cannot be used. Then the log says why.
  public static <T> Optional<T> read(Path file, PartReader<T> reading) {
    try {
      return Optional.of(reading.read());
    } catch (NoSuchFileException _) {
      LOG.atDebug().log("there is no checkpoint {}", file);
    } catch (UnusableCheckpoint e) {
      LOG.atWarn().log("the checkpoint {} is not used: {}", file, e.getMessage());
    } catch (IOException e) {
      LOG.atWarn().log("the checkpoint {} cannot be read: {}", file, FailureText.of(e));
    }
    return Optional.empty();
  }
}
