package org.marquee.manual;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.marquee.contract.Contract;

/// All documents, by shelves, without the decisions: who changes the program has its source.
///
/// @param shelves the documents, by what they are about
public record Manual(Map<String, List<Document>> shelves) {
  /// Where the documents begin.
  public static final String HOME = "/docs";

  /// The document that is made of the files in `docs/examples`.
  private static final String EXAMPLES = "examples";

  /// The files in `docs/examples`, in the order of the page about them.
  public static final List<String> EXAMPLE_FILES =
      List.of(
          "rex.ndjson",
          "harbour.csv",
          "harbour.yaml",
          "rex-clusterflick.json",
          "rex-cinema.json",
          "export-to-feed.sh");

  /// The files in `docs/pictures`.
  public static final List<String> PICTURES =
      List.of(
          "home.webp",
          "home-dark.webp",
          "near.webp",
          "cinema.webp",
          "timeline.webp",
          "film-dark.webp",
          "data.webp",
          "terminal.svg");

  /// Names of documents, by shelves.
  private static final Map<String, List<String>> ORDER = new LinkedHashMap<>();

  static {
    ORDER.put("Ask", List.of("", "guide", "api", "clients", "mcp", "pages"));
    ORDER.put(
        "Feed",
        List.of("feeds", "mappings", "collecting", "notices", "reports", "matching", EXAMPLES));
    ORDER.put(
        "Run",
        List.of(
            "install",
            "command-line",
            "configuration",
            "operations",
            "database",
            "corrections",
            "selling",
            "usage",
            "webhooks",
            "exports",
            "operators-page",
            "health",
            "watching",
            "alarms",
            "audit",
            "retention",
            "backup",
            "upgrading",
            "limits",
            "tls",
            "proxies",
            "scaling",
            "reliability",
            "security"));
    ORDER.put("Build", List.of("architecture", "adding-a-feed", "glossary"));
  }

  /// The documents of this version of the program; the first call takes a moment.
  public static Manual read() {
    return Held.MANUAL;
  }

  /// Read once, when it is first asked for.
  private static final class Held {
    static final Manual MANUAL = make();

    private static Manual make() {
      List<String> names = ORDER.values().stream().flatMap(List::stream).toList();
      Map<String, List<Document>> shelves = new LinkedHashMap<>();
      ORDER.forEach((shelf, documents) ->
          shelves.put(
              shelf,
              documents.stream()
                  .map(name -> new Markdown(names).document(name, markdown(name)))
                  .toList()));
      return new Manual(shelves);
    }
  }

  private static String markdown(String name) {
    return switch (name) {
      case "" -> Contract.reference();
      case "guide" -> Contract.guide();
      case EXAMPLES -> examples();
      default -> new String(file(name + ".md"), UTF_8);
    };
  }

  private static String examples() {
    StringBuilder text = new StringBuilder("# Examples\n\nFiles that the documents speak of.\n");
    for (String name : EXAMPLE_FILES) {
      String path = EXAMPLES + "/" + name;
      text.append("\n## %s\n\n[As a file](%s)\n\n```\n".formatted(name, path));
      text.append(new String(file(path), UTF_8).strip()).append("\n```\n");
    }
    return text.toString();
  }

  /// A file beside the documents, as it is.
  ///
  /// @param path within `docs`
  public static byte[] file(String path) {
    try (InputStream in = Manual.class.getResourceAsStream(path)) {
      return Objects.requireNonNull(in, path).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Addresses of all documents.
  public static List<String> addresses() {
    return ORDER.values().stream()
        .flatMap(List::stream)
        .map(name -> name.isEmpty() ? HOME : HOME + "/" + name)
        .toList();
  }

  /// The document at an address; empty where there is none.
  public Optional<Document> at(String address) {
    return documents().stream().filter(each -> each.address().equals(address)).findFirst();
  }

  /// The passages that fit a question best, the best first.
  public List<Passage> search(String question) {
    return Passage.find(documents(), question);
  }

  private List<Document> documents() {
    return shelves.values().stream().flatMap(List::stream).toList();
  }
}
