package org.marquee.store.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The files of a home that belong to a backup: the reports, the raw input, and what the operator
/// wrote. The data of the embedded database is not among them: its tables are.
///
/// @param home the folder
/// @param own what the operator wrote: `providers.yaml` and what that names. Files elsewhere are
///   left out
/// @param input whether the raw input of the runs belongs to it
public record HomeFiles(Path home, Set<Path> own, Input input) {
  private static final String RUNS = "runs";
  private static final String REPORTS = "reports";
  private static final String UNFINISHED = ".part";

  public HomeFiles {
    own = Set.copyOf(own);
  }

  /// What becomes of the raw input.
  public enum Input {
    INCLUDED,
    LEFT_OUT
  }

  /// The files, by name.
  List<Path> list() throws IOException {
    Set<Path> all = new TreeSet<>();
    own.stream()
        .filter(file -> file.startsWith(home) && Files.isRegularFile(file))
        .forEach(all::add);
    all.addAll(below(home.resolve(REPORTS)));
    if (input == Input.INCLUDED) {
      all.addAll(below(home.resolve(RUNS)));
    }
    return new ArrayList<>(all);
  }

  /// What the operator wrote and that is not in the home, so that it is in no backup of it.
  public List<Path> elsewhere() {
    return own.stream().filter(file -> !file.startsWith(home)).sorted().toList();
  }

  /// What a file is called in a backup.
  String name(Path file) {
    return home.relativize(file).toString().replace('\\', '/');
  }

  /// All files below a folder but those of runs that are not complete. Links are not ours.
  private static List<Path> below(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .filter(file -> !isUnfinished(folder, file))
          .toList();
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof NoSuchFileException) {
        return below(folder); // a run was deleted meanwhile
      }
      throw e.getCause();
    }
  }

  private static boolean isUnfinished(Path folder, Path file) {
    return folder.relativize(file).getName(0).toString().endsWith(UNFINISHED);
  }
}
