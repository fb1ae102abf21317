package org.marquee.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.util.Native;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.files.FolderTree;
import org.marquee.files.PrivateFiles;
import org.marquee.listing.Sha256;
import org.marquee.retention.RetentionLimit;

/// The folder `runs` of a home: the raw input of each run, in a folder named after the run. Only
/// its owner may read it.
public final class RawInputArchive {
  private static final Duration UNFINISHED = Duration.ofDays(1);
  private static final String PART = ".part";
  private static final String NEXT = ".latest";
  private static final DateTimeFormatter STARTED =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'");

  private final Path runs;

  /// For each fetched address, the run with the last response.
  private final Path latest;

  public RawInputArchive(Path home) {
    this.runs = home.resolve("runs");
    this.latest = runs.resolve("latest");
  }

  /// Begins to archive the input of a run.
  ///
  /// @throws IOException if there is no room for it
  public ArchivedRunDraft begin(String run) throws IOException {
    PrivateFiles.folder(runs);
    PrivateFiles.folder(latest);
    preparePacking();
    return new ArchivedRunDraft(this, run, PrivateFiles.newFolder(runs.resolve(run + PART)));
  }

  /// Loads the native compression library from here if the temporary folder is full or does not
  /// allow execution.
  private void preparePacking() throws IOException {
    try {
      Native.load();
    } catch (LinkageError e) {
      try {
        Native.load(runs.toFile());
      } catch (LinkageError again) {
        again.addSuppressed(e);
        throw new IOException("input cannot be compressed: " + e.getMessage(), again);
      }
    }
  }

  ArchivedRun complete(ArchivedRun kept) throws IOException {
    Files.move(kept.folder(), runs.resolve(kept.run()), StandardCopyOption.ATOMIC_MOVE);
    for (ArchivedRun.File file : kept.files()) {
      if (file.sent() != null) {
        Path pointer = pointer(kept.provider(), file.sent().address());
        Path next = runs.resolve(kept.run() + NEXT);
        Files.writeString(next, kept.run());
        PrivateFiles.closeFile(next);
        Files.move(next, pointer, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return Manifest.read(runs.resolve(kept.run()));
  }

  /// The archived input of a run, if it is here.
  ///
  /// @throws IOException if it is damaged
  public Optional<ArchivedRun> archived(String run) throws IOException {
    if (startOf(run) == null || isUnfinished(run) || !Files.isDirectory(runs.resolve(run))) {
      return Optional.empty();
    }
    return Optional.of(Manifest.read(runs.resolve(run)));
  }

  /// An archived response.
  public record Response(ArchivedRun run, ArchivedRun.File file, ArchivedRun.Sent sent) {}

  /// The last response from an address, if it is still archived.
  public Optional<Response> latest(String provider, String address) {
    try {
      Optional<ArchivedRun> run = archived(Files.readString(pointer(provider, address)));
      if (run.isPresent()) {
        for (ArchivedRun.File file : run.get().files()) {
          if (file.sent() != null && file.sent().address().equals(address)) {
            return Optional.of(new Response(run.get(), file, file.sent()));
          }
        }
      }
    } catch (IOException _) {
      // Then all of it is asked for.
    }
    return Optional.empty();
  }

  private Path pointer(String provider, String address) {
    byte[] digest = Sha256.of((provider + '\n' + address).getBytes(UTF_8));
    return latest.resolve(HexFormat.of().formatHex(digest, 0, 16));
  }

  /// Deletes runs that are older than the limit, and unfinished ones.
  ///
  /// @param needed runs that stay, whatever their age
  public void sweep(Instant now, RetentionLimit keep, Set<String> needed) throws IOException {
    if (!Files.isDirectory(runs)) {
      return;
    }
    List<Path> latestFirst;
    try (Stream<Path> folders = Files.list(runs)) {
      latestFirst = folders.sorted(Comparator.reverseOrder()).toList();
    }
    Room room = new Room(keep.most());
    for (Path folder : latestFirst) {
      String name = folder.getFileName().toString();
      Instant start = startOf(name);
      if (start == null) {
        continue;
      }
      if (isUnfinished(name)) {
        if (start.plus(UNFINISHED).isBefore(now)) {
          FolderTree.delete(folder);
        }
      } else if (((keep.isBounded() && !room.has(folder)) || keep.isOver(start, now))
          && !needed.contains(name)) {
        FolderTree.delete(folder);
      }
    }
  }

  private static final class Room {
    private final Set<Object> counted = new HashSet<>();
    private long left;

    Room(long most) {
      left = most;
    }

    /// Counts the files of a folder, and returns whether there was room for them. Runs may share a
    /// file.
    boolean has(Path folder) throws IOException {
      List<Path> files;
      try (Stream<Path> all = Files.walk(folder)) {
        files = all.filter(Files::isRegularFile).toList();
      } catch (UncheckedIOException | NoSuchFileException _) {
        return true; // somebody else is deleting it
      }
      for (Path file : files) {
        try {
          BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
          Object key = attributes.fileKey();
          if (counted.add(key == null ? file : key)) {
            left -= attributes.size();
          }
        } catch (NoSuchFileException _) {
          // It takes no room any more.
        }
      }
      return left >= 0;
    }
  }

  private static boolean isUnfinished(String name) {
    return name.endsWith(PART) || name.endsWith(NEXT);
  }

  /// When a run started, by its id; null if it is not the id of a run.
  public static @Nullable Instant startOf(String run) {
    if (!run.matches("[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}(\\.part|\\.latest)?")) {
      return null;
    }
    try {
      return LocalDateTime.parse(run.substring(0, 16), STARTED).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException _) {
      return null;
    }
  }
}
