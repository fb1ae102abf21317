package org.marquee.feed.proposed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.JsonDocument;
import org.marquee.feed.member.Value;

/// The flat table that a file was looked at as: rows of CSV, a list of objects, or objects in one
/// list inside another.
///
/// @param head members at the top of its mapping: format, csv, encoding
/// @param each the path of its rows; empty for CSV, and where a document is a row
/// @param open what its shape leaves open
record FeedTable(
    Map<String, Object> head, String each, List<FileColumn> columns, List<Choice> open) {
  /// What a question says that no answer settles.
  static final String BY_HAND = ": write this part by hand, docs/mappings.md";

  /// So many rows are looked at.
  static final int MOST_ROWS = 50_000;

  /// Times of other things than showings.
  static final Set<String> NO_START =
      Set.of("end", "release", "updated", "door", "year", "booking", "price", "length");

  private static final Set<String> UNTIMED = Set.of("date", "time", "start", "year", "length");

  FeedTable {
    columns =
        columns.stream()
            .filter(column -> !column.different().isEmpty() && column.name().length() <= 200)
            .toList();
  }

  /// Reads a file.
  ///
  /// @throws UnreadableFeed if it is neither a table nor JSON
  static FeedTable read(FeedSource.Part part, StatedFields said) throws IOException {
    String stated = said.ofFile("encoding");
    for (String encoding : stated.isEmpty() ? List.of("UTF-8", "windows-1252") : List.of(stated)) {
      try {
        FeedTable table = read(part, Charset.forName(encoding), said);
        if (!encoding.equals("UTF-8")) {
          table.head.put("encoding", encoding);
        }
        if (!encoding.equals("UTF-8") && stated.isEmpty()) {
          // The same bytes are words in other encodings as well.
          List<String> foreign =
              table.columns.stream()
                  .flatMap(column ->
                      Stream.concat(Stream.of(column.name()), column.different().stream()))
                  .filter(text -> text.chars().anyMatch(letter -> letter > 127))
                  .limit(3)
                  .toList();
          table.open.addFirst(
              Choice.asked(
                  "encoding",
                  "the file is not UTF-8; are these words right? " + Choice.list(foreign),
                  List.of(encoding, "ISO-8859-1")));
        }
        return table;
      } catch (CharacterCodingException _) {
        // The next one, if there is one.
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof CharacterCodingException)) {
          throw e.getCause();
        }
      }
    }
    throw new UnreadableFeed(part.name() + " is neither UTF-8 nor windows-1252 text");
  }

  private static FeedTable read(FeedSource.Part part, Charset charset, StatedFields said)
      throws IOException {
    List<String> first;
    try (BufferedReader text = FeedText.of(part.open(), charset)) {
      first = text.lines().filter(line -> !line.isBlank()).limit(2).map(String::strip).toList();
    }
    String start = first.isEmpty() ? "" : first.getFirst();
    if (start.startsWith("<")) {
      throw new UnreadableFeed(
          part.name() + " is XML or a web page, and neither CSV nor JSON" + BY_HAND);
    }
    if (!start.startsWith("{") && !start.startsWith("[")) {
      return CsvLook.at(part, charset);
    }
    // Each of the first lines is an object by itself, and there are several.
    boolean lines =
        first.size() == 2
            && first.stream()
                .allMatch(line -> line.startsWith("{") && JsonDocument.ofString(line) != null);
    List<Value> documents = new ArrayList<>();
    try (BufferedReader text = FeedText.of(part.open(), charset)) {
      if (lines) {
        text.lines()
            .limit(MOST_ROWS)
            .map(JsonDocument::ofString)
            .forEach(document ->
                documents.add(document == null ? Value.Nothing.NOTHING : document.value()));
      } else {
        documents.add(JsonDocument.read(text, part.name()).value());
      }
    }
    return ofTree(new Tree(documents), lines ? "ndjson" : "json", said);
  }

  private static FeedTable ofTree(Tree tree, String format, StatedFields said) {
    List<Choice> open = new ArrayList<>();
    tree.keyed.forEach((place, held) -> {
      if (held.stream().anyMatch(Readings::mayBeTime)) {
        open.add(
            Choice.asked(
                "rows",
                "%s is keyed by ids, days or names (%s)%s"
                    .formatted(
                        place.isEmpty() ? "the document" : place, Choice.list(held), BY_HAND),
                List.of()));
      }
    });
    // The rows are the elements of the innermost list with times.
    String stated = said.columnName("startsAt");
    Map<List<String>, String> timed = new LinkedHashMap<>();
    for (List<String> list : tree.lists.keySet()) {
      tree.columns(list).stream()
          .filter(column -> column.path().charAt(0) != '@' && column.path().charAt(0) != '$')
          .filter(column ->
              stated != null
                  ? Stream.of(stated.split("[+]", -1))
                      .anyMatch(each -> FileColumn.isMeant(column.name(), each))
                  : mayBeStart(column))
          .findFirst()
          .ifPresent(column -> timed.put(list, column.name()));
    }
    List<String> rows = List.of();
    for (List<String> list : timed.isEmpty() ? tree.lists.keySet() : timed.keySet()) {
      rows = list.size() > rows.size() ? list : rows;
    }
    List<String> chosen = rows;
    List<String> beside =
        timed.keySet().stream().filter(list -> !isAround(list, chosen)).toList().stream()
            .map(list -> timed.getOrDefault(list, ""))
            .toList();
    if (!beside.isEmpty() && stated == null) {
      List<String> all =
          Stream.concat(Stream.of(timed.getOrDefault(chosen, "")), beside.stream()).toList();
      open.add(
          Choice.asked(
              "startsAt",
              "several lists have times; which are the showings'? " + String.join(", ", all),
              all));
    }
    List<FileColumn> columns = tree.columns(chosen);
    for (List<String> list : tree.lists.keySet()) {
      if (!isAround(list, chosen)) {
        refer(columns, tree.columns(list), Tree.name(list, ""), Tree.name(chosen, ""), open);
      }
    }
    return new FeedTable(
        new LinkedHashMap<>(Map.of("format", format)), Tree.each(chosen), columns, open);
  }

  private static boolean mayBeStart(FileColumn column) {
    Readings times = column.hints(NO_START) ? null : Readings.of(column);
    return times != null && (times.hasClock() || column.means(StartSearch.NAMES));
  }

  private static boolean isAround(List<String> outer, List<String> inner) {
    return outer.size() <= inner.size() && inner.subList(0, outer.size()).equals(outer);
  }

  /// Asks about values that are the ids of another list's elements.
  private static void refer(
      List<FileColumn> columns,
      List<FileColumn> others,
      String other,
      String rows,
      List<Choice> open) {
    for (FileColumn id : others) {
      Set<String> ids = new HashSet<>(id.different());
      columns.stream()
          .filter(column ->
              id.hints(Set.of("id"))
                  && !column.different().isEmpty()
                  && ids.containsAll(column.different())
                  && !column.hints(UNTIMED)
                  && !column.name().equals(id.name()))
          .findFirst()
          .ifPresent(column -> {
            String field =
                id.hints(Set.of("cinema")) || column.hints(Set.of("cinema"))
                    ? "cinema"
                    : column.hints(Set.of("screen")) ? "screenName" : "title";
            open.add(
                Choice.asked(
                    field,
                    "%s refer to %s by %s (%s)%s"
                        .formatted(rows, other, column, column.examples(), BY_HAND),
                    List.of()));
          });
    }
  }
}
