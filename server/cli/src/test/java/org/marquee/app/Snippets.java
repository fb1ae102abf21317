package org.marquee.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.marquee.Repository;
import org.marquee.contract.Contract;

/// The code blocks of the documents, also of those that are written from the declarations.
@NullMarked
public final class Snippets {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final List<Snippet> ALL = read();

  private Snippets() {}

  /// One block.
  ///
  /// @param place its page and the number of its first line
  /// @param language may be empty
  public record Snippet(String place, String language, String text) {
    public String page() {
      return place.replaceFirst(":.*", "");
    }

    @Override
    public String toString() {
      return place;
    }
  }

  static List<Snippet> all() {
    return ALL;
  }

  private static List<Snippet> read() {
    try (Stream<Path> pages = Files.list(Repository.path("docs"))) {
      List<Snippet> all = new ArrayList<>();
      for (Path page :
          Stream.concat(
                  pages,
                  Stream.of(Repository.path("README.md"), Repository.path("clients/README.md")))
              .filter(each -> each.toString().endsWith(".md"))
              .sorted()
              .toList()) {
        add(page.getFileName().toString(), Files.readString(page), all);
      }
      add("guide", Contract.guide(), all);
      add("reference", Contract.reference(), all);
      return List.copyOf(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(String page, String text, List<Snippet> all) {
    for (MatchResult block : BLOCK.matcher(text).results().toList()) {
      long line = text.substring(0, block.start(2)).lines().count() + 1;
      all.add(new Snippet(page + ":" + line, block.group(1), block.group(2)));
    }
  }

  public static List<Snippet> of(SnippetKind kind) {
    return all().stream().filter(each -> SnippetKind.of(each).equals(Optional.of(kind))).toList();
  }

  /// Those in a language.
  public static List<Snippet> in(String language) {
    return all().stream().filter(each -> each.language().equals(language)).toList();
  }
}
