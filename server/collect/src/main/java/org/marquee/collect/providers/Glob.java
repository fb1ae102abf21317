package org.marquee.collect.providers;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Files by patterns, as in shells.
public final class Glob {
  private static final Pattern SPECIAL = Pattern.compile("[*?\\[{]");

  private Glob() {}

  /// The files that `pattern` names, in the order of their paths; the one of that name, where it is
  /// no pattern.
  ///
  /// @throws IOException if a folder cannot be read
  public static List<Path> files(Path home, String pattern) throws IOException {
    if (!SPECIAL.matcher(pattern).find()) {
      Path file = home.resolve(pattern).normalize();
      return Files.isRegularFile(file) ? List.of(file) : List.of();
    }
    Path base = pattern.startsWith("/") ? Path.of("/") : home;
    String rest = pattern.replaceFirst("^/+", "");
    while (rest.contains("/") && !SPECIAL.matcher(rest.substring(0, rest.indexOf('/'))).find()) {
      base = base.resolve(rest.substring(0, rest.indexOf('/')));
      rest = rest.substring(rest.indexOf('/') + 1);
    }
    Path from = base.normalize();
    if (!Files.isDirectory(from)) {
      return List.of();
    }
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + rest);
    int depth = rest.contains("**") ? Integer.MAX_VALUE : rest.split("/", -1).length;
    try (Stream<Path> all = Files.walk(from, depth, FileVisitOption.FOLLOW_LINKS)) {
      return all.filter(path -> matcher.matches(from.relativize(path)))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }
}
