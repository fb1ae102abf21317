package org.marquee.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/// The code blocks of the documents.
@NullMarked
final class Snippets {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private Snippets() {}

  /// One block.
  ///
  /// @param place its page and the number of its first line
  /// @param language may be empty
  record Snippet(String place, String language, String text) {
    @Override
    public String toString() {
      return place;
    }
  }

  static List<Snippet> all() {
    try (Stream<Path> pages = Files.list(Path.of("../docs"))) {
      List<Snippet> all = new ArrayList<>();
      for (Path page :
          Stream.concat(pages, Stream.of(Path.of("../README.md"), Path.of("../clients/README.md")))
              .filter(each -> each.toString().endsWith(".md"))
              .sorted()
              .toList()) {
        String text = Files.readString(page);
        for (MatchResult block : BLOCK.matcher(text).results().toList()) {
          long line = text.substring(0, block.start(2)).lines().count() + 1;
          all.add(new Snippet(page.getFileName() + ":" + line, block.group(1), block.group(2)));
        }
      }
      return List.copyOf(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Snippet> in(String language) {
    return all().stream().filter(each -> each.language().equals(language)).toList();
  }
}
