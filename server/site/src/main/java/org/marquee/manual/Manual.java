package org.marquee.manual;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.marquee.files.ProgramFile;

/// All documents, by shelves, without the decisions: who changes the program has its source.
///
/// @param shelves the documents, by what they are about
public record Manual(Map<String, List<Document>> shelves) {
  /// Where the documents begin.
  public static final String HOME = "/docs";

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
        List.of("feeds", "mappings", "collecting", "notices", "reports", "matching", "examples"));
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

  /// The documents of this version of the program, as they were rendered when it was built.
  public static Manual read() {
    return Held.MANUAL;
  }

  /// Read once, when it is first asked for.
  private static final class Held {
    static final Manual MANUAL = make();

    private static Manual make() {
      Map<String, List<Document>> shelves = new LinkedHashMap<>();
      ORDER.forEach(
          (shelf, names) -> shelves.put(shelf, names.stream().map(Held::document).toList()));
      return new Manual(shelves);
    }

    private static Document document(String name) {
      List<Document.Section> sections =
          new String(file(built(name) + ".tsv"), UTF_8)
              .lines()
              .map(line -> line.split("\t", -1))
              .map(part ->
                  new Document.Section(part[0], part[1], Integer.parseInt(part[2]), part[3]))
              .toList();
      return new Document(name, sections, new String(file(built(name) + ".html"), UTF_8));
    }
  }

  /// What is built of a document, within the folder of the documents and without an ending.
  public static String built(String name) {
    return "built/" + (name.isEmpty() ? "reference" : name);
  }

  /// The names of all documents.
  public static List<String> names() {
    return ORDER.values().stream().flatMap(List::stream).toList();
  }

  /// A file beside the documents, as it is.
  ///
  /// @param path within `docs`
  public static byte[] file(String path) {
    return ProgramFile.bytes(Manual.class, path);
  }

  /// Addresses of all documents.
  public static List<String> addresses() {
    return names().stream().map(name -> name.isEmpty() ? HOME : HOME + "/" + name).toList();
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
