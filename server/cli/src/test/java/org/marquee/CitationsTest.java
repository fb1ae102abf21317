package org.marquee;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What comments and pages cite exists: pages, their headings, decisions.
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CitationsTest {
  private static final Path ROOT = Repository.path("");
  private static final Path DOCS = ROOT.resolve("docs");

  /// `docs/api.md`, `docs/decisions/0087`, or `docs/api.md, "Order" and "Folding"`.
  private static final Pattern CITATION =
      Pattern.compile(
          "(docs/[\\w/.-]*\\w)(?<headings>(?:(?:,? and|,) \"[^\"]+\")*)(?![\\w/])",
          Pattern.UNICODE_CHARACTER_CLASS);

  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("\\]\\((\\w+:[^)\\s]*)\\)");
  private static final Pattern FENCED =
      Pattern.compile("^```.*?^```$|`[^`\n]*`", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);
  private static final Pattern COMMENT = Pattern.compile("^\\s*(?://[/]?|--) ?(.*)$");

  /// The texts of files in which each block of comment lines is one line.
  private final Map<Path, String> sources = sources();

  private final Map<Path, List<String>> headings = new HashMap<>();

  CitationsTest() throws IOException {}

  @Test
  void every_page_that_the_code_cites_exists_with_its_headings() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<Path, String> source : sources.entrySet()) {
      for (MatchResult citation : CITATION.matcher(source.getValue()).results().toList()) {
        check(citation, source.getKey(), wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private void check(MatchResult citation, Path file, List<String> wrong) throws IOException {
    String path = citation.group(1);
    if (path.matches("docs/decisions/\\d{4}")) {
      try (Stream<Path> decisions = Files.list(DOCS.resolve("decisions"))) {
        String number = path.substring(path.length() - 4) + "-";
        if (decisions.noneMatch(page -> page.getFileName().toString().startsWith(number))) {
          wrong.add(file + ": " + path);
        }
      }
      return;
    }
    Path page = ROOT.resolve(path);
    if (path.contains(".") && !Files.exists(page)) {
      wrong.add(file + ": " + path);
    } else if (path.endsWith(".md")) {
      List<String> headings = headings(page);
      Matcher quoted = QUOTED.matcher(citation.group("headings"));
      while (quoted.find()) {
        if (!headings.contains(quoted.group(1))) {
          wrong.add(file + ": " + path + ", " + quoted.group());
        }
      }
    }
  }

  @Test
  void no_comment_cites_a_document_that_is_not_here() {
    Pattern elsewhere =
        Pattern.compile(
            "\\(specification|specification \\d|contract, \"|\\(contract\\)|\\(feed format");
    List<String> wrong = new ArrayList<>();
    sources.forEach((file, text) -> {
      if (!file.endsWith("CitationsTest.java")) {
        elsewhere.matcher(text).results().forEach(found -> wrong.add(file + ": " + found.group()));
      }
    });
    assertThat(wrong).isEmpty();
  }

  @Test
  void every_link_of_a_page_leads_to_a_file_and_a_heading() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path page : pages()) {
      String text = FENCED.matcher(Files.readString(page)).replaceAll("");
      for (MatchResult link : LINK.matcher(text).results().toList()) {
        String anchor = link.group(2);
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        if (!Files.exists(target)
            || (anchor != null
                && headings(target).stream()
                    .map(CitationsTest::anchor)
                    .noneMatch(anchor::equals))) {
          wrong.add(page + ": " + link.group());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /// Nothing is asked: tests need no network.
  @Test
  void every_link_to_elsewhere_is_an_encrypted_address() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path page : pages()) {
      String text = FENCED.matcher(Files.readString(page)).replaceAll("");
      for (MatchResult link : ELSEWHERE.matcher(text).results().toList()) {
        String address = link.group(1);
        try {
          URI uri = new URI(address);
          if (!"https".equals(uri.getScheme()) || uri.getHost() == null) {
            wrong.add(page + ": " + address);
          }
        } catch (URISyntaxException e) {
          wrong.add(page + ": " + e.getMessage());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void the_index_of_decisions_has_each_with_its_title() throws IOException {
    String index = Files.readString(DOCS.resolve("decisions/README.md"));
    try (Stream<Path> decisions = Files.list(DOCS.resolve("decisions"))) {
      for (Path page : decisions.filter(page -> !page.endsWith("README.md")).sorted().toList()) {
        String name = page.getFileName().toString();
        String title = headings(page).getFirst().replaceFirst("^\\d+\\. ", "");
        assertThat(index)
            .contains("| [%s](%s) | %s |".formatted(name.substring(0, 4), name, title));
      }
    }
  }

  private static String joined(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    boolean inComment = false;
    for (String line : Files.readAllLines(file, UTF_8)) {
      Matcher comment = COMMENT.matcher(line);
      boolean isComment = comment.matches();
      text.append(isComment && inComment ? ' ' : '\n').append(isComment ? comment.group(1) : line);
      inComment = isComment;
    }
    return text.toString();
  }

  private List<String> headings(Path page) throws IOException {
    List<String> known = headings.get(page.normalize());
    if (known == null) {
      known =
          HEADING.matcher(Files.readString(page)).results().map(found -> found.group(1)).toList();
      headings.put(page.normalize(), known);
    }
    return known;
  }

  /// The part of an address that leads to a heading, as hosts of repositories make it.
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static Map<Path, String> sources() throws IOException {
    Map<Path, String> texts = new TreeMap<>();
    for (String tree : List.of("server", "bench/src", "fire/src")) {
      try (Stream<Path> found = Files.walk(ROOT.resolve(tree))) {
        for (Path file : found.filter(CitationsTest::isSource).toList()) {
          texts.put(file, joined(file));
        }
      }
    }
    return texts;
  }

  /// A migration never changes, and cites pages as they were when it was written.
  private static boolean isSource(Path file) {
    String name = file.toString();
    return (name.endsWith(".java") || name.endsWith(".sql")) && !name.contains("/db/migration/");
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    List<Path> folders =
        Stream.of(
                "",
                "docs",
                "docs/decisions",
                "bench",
                "bench/results",
                "fire",
                "client",
                "client/api",
                "clients",
                "clients/python",
                "clients/typescript",
                "contract-checks",
                "page-checks")
            .map(ROOT::resolve)
            .toList();
    for (Path folder : folders) {
      try (Stream<Path> found = Files.list(folder)) {
        found.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }
}
