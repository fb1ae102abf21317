package org.marquee.feed.proposed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.JsonDocument;

/// The flat table that a file was looked at as: rows of CSV, a list of objects, or objects in one
/// list inside another.
///
/// @param head members at the top of its mapping: format, csv, encoding
/// @param open what its shape leaves open
record FeedTable(Map<String, Object> head, List<FileColumn> columns, Rows rows, List<Choice> open) {
  /// What a question says that no answer settles.
  static final String BY_HAND = ": write this part by hand, docs/mappings.md";

  private static final Set<String> UNTIMED = Set.of("date", "time", "start", "year", "length");

  FeedTable {
    columns =
        columns.stream()
            .filter(column -> !column.different().isEmpty() && column.name().length() <= 200)
            .toList();
  }

  /// Reads a file.
  ///
  /// @param most how much of it is kept
  /// @param isWhole whether it is no beginning of another
  /// @throws UnreadableFeed if it is neither a table nor JSON
  static FeedTable read(FeedSource.Part part, StatedFields said, int most, boolean isWhole)
      throws IOException {
    String encoding = encoding(part, said.ofFile("encoding"));
    Room room = new Room(most);
    FeedTable table = read(part, Charset.forName(encoding), said, room);
    if (!encoding.equals("UTF-8")) {
      table.head.put("encoding", encoding);
      // The same bytes are words in other encodings as well.
      List<String> foreign =
          table.columns.stream()
              .flatMap(each -> Stream.concat(Stream.of(each.name()), each.different().stream()))
              .filter(text -> text.chars().anyMatch(letter -> letter > 127))
              .toList();
      String why = "the file is not UTF-8; are these words right? " + Choice.list(foreign);
      table.open.addFirst(Choice.asked("encoding", why, List.of(encoding, "ISO-8859-1")));
    }
    if (!isWhole || room.isFull()) {
      // A later one may be written in another way.
      int looked = table.rows.kept();
      String rows = looked + (isWhole ? " of " + table.rows.all : "") + " rows";
      String why =
          isWhole && looked == table.rows.all
              ? "the file has more lists than could be looked at; is this the one with the showings?"
              : "only the first " + rows + " were looked at; are the others alike?";
      table.open.addFirst(Choice.asked("lookedAt", why, List.of(String.valueOf(looked))));
    }
    return table;
  }

  private static String encoding(FeedSource.Part part, String stated) throws IOException {
    for (String each : stated.isEmpty() ? List.of("UTF-8", "windows-1252") : List.of(stated)) {
      try (Reader text = FeedText.of(part.open(), Charset.forName(each))) {
        text.transferTo(Writer.nullWriter());
        return each;
      } catch (CharacterCodingException _) {
        // The next one, if there is one.
      }
    }
    throw new UnreadableFeed(part.name() + " is neither UTF-8 nor windows-1252 text");
  }

  private static FeedTable read(FeedSource.Part part, Charset charset, StatedFields said, Room room)
      throws IOException {
    List<String> first;
    try (BufferedReader text = FeedText.of(part.open(), charset)) {
      first = text.lines().filter(line -> !line.isBlank()).limit(2).map(String::strip).toList();
    }
    String start = String.join("", first);
    if (start.startsWith("<")) {
      throw new UnreadableFeed(
          part.name() + " is XML or a web page, and neither CSV nor JSON" + BY_HAND);
    }
    if (!start.startsWith("{") && !start.startsWith("[")) {
      return CsvLook.at(part, charset, room);
    }
    // Each of the first lines is an object by itself, and there are several.
    boolean lines =
        first.size() == 2
            && first.stream()
                .allMatch(line -> line.startsWith("{") && JsonDocument.ofString(line) != null);
    Tree tree = new Tree(room);
    try (BufferedReader text = FeedText.of(part.open(), charset)) {
      if (lines) {
        text.lines()
            .map(JsonDocument::ofString)
            .filter(Objects::nonNull)
            .forEach(document -> tree.add(document.value()));
      } else {
        tree.add(JsonDocument.read(text, part.name()).value());
      }
    }
    return ofTree(tree, lines ? "ndjson" : "json", said);
  }

  private static FeedTable ofTree(Tree tree, String format, StatedFields said) {
    List<Choice> open = new ArrayList<>();
    tree.keyed.forEach((place, held) -> {
      if (held.stream().anyMatch(TimeColumn::mayBe)) {
        String what = place.isEmpty() ? "the document" : place;
        String why = what + " is keyed by ids, days or names (" + Choice.list(held) + ")" + BY_HAND;
        open.add(Choice.asked("rows", why, List.of()));
      }
    });
    // The rows are the elements of the innermost list with times.
    Map<Rows, List<FileColumn>> lists = new LinkedHashMap<>();
    Map<Rows, String> timed = new LinkedHashMap<>();
    tree.top
        .lists()
        .forEach(list -> {
          List<FileColumn> seen = list.columns();
          lists.put(list, seen);
          seen.stream()
              .filter(column -> "@$".indexOf(column.path().charAt(0)) < 0 && isStart(column, said))
              .findFirst()
              .ifPresent(column -> timed.put(list, column.name()));
        });
    Rows chosen = tree.top;
    for (Rows list : timed.isEmpty() ? lists.keySet() : timed.keySet()) {
      chosen = list.depth() > chosen.depth() ? list : chosen;
    }
    List<FileColumn> columns = lists.getOrDefault(chosen, List.of());
    lists.keySet().removeAll(chosen.chain);
    List<String> several = new ArrayList<>();
    for (Map.Entry<Rows, List<FileColumn>> other : lists.entrySet()) {
      several.addAll(Stream.ofNullable(timed.get(other.getKey())).toList());
      refer(columns, other.getValue(), other.getKey().name, chosen.name, open);
    }
    if (!several.isEmpty() && said.columnName("startsAt") == null) {
      several.addFirst(timed.getOrDefault(chosen, ""));
      String why = "several lists have times; which are the showings'? ";
      open.add(Choice.asked("startsAt", why + String.join(", ", several), several));
    }
    return new FeedTable(new LinkedHashMap<>(Map.of("format", format)), columns, chosen, open);
  }

  private static boolean isStart(FileColumn column, StatedFields said) {
    String stated = said.columnName("startsAt");
    if (stated != null) {
      return Stream.of(stated.split("[+]", -1)).anyMatch(column::isMeant);
    }
    TimeColumn times = column.hints(StartSearch.NO_START) ? null : TimeColumn.of(column);
    return times != null && (times.hasClock() || column.means(StartSearch.NAMES));
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
      for (FileColumn column : id.hints(Set.of("id")) ? columns : List.<FileColumn>of()) {
        if (!column.different().isEmpty()
            && ids.containsAll(column.different())
            && !column.hints(UNTIMED)
            && !column.name().equals(id.name())) {
          boolean cinema = id.hints(Set.of("cinema")) || column.hints(Set.of("cinema"));
          String otherwise = column.hints(Set.of("screen")) ? "screenName" : "title";
          String why =
              "%s refer to %s by %s (%s)%s"
                  .formatted(rows, other, column, column.examples(), BY_HAND);
          open.add(Choice.asked(cinema ? "cinema" : otherwise, why, List.of()));
          break;
        }
      }
    }
  }
}
