package org.marquee.feed.proposed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.JsonDocument;

/// A file as it was looked at: what it is, its columns, and its first rows.
///
/// @param format `csv`, `json` or `ndjson`
/// @param csv members of the mapping's `csv`, as `separator`
/// @param encoding what the mapping must say of it; empty where its bytes show it
/// @param columns those that have values
/// @param head the first rows of a table, as they stand there, its headings first; empty of a tree
record FeedTable(
    String format,
    Map<String, Object> csv,
    String encoding,
    List<FileColumn> columns,
    List<List<String>> head) {
  private static final Charset WINDOWS = Charset.forName("windows-1252");

  FeedTable {
    columns = columns.stream().filter(column -> column.count() > 0).toList();
    head = List.copyOf(head);
  }

  boolean isTable() {
    return format.equals("csv");
  }

  /// How many rows there are at a place.
  int rowsAt(ColumnPath rows) {
    return columns.stream()
        .filter(column -> column.place().rows().equals(rows))
        .mapToInt(FileColumn::count)
        .max()
        .orElse(0);
  }

  /// Reads a file to its end.
  ///
  /// @throws UnreadableFeed if it is neither a table nor JSON
  static FeedTable read(FeedSource.Part part) throws IOException {
    if (isIn(UTF_8, part)) {
      return read(part, UTF_8, "");
    }
    if (isIn(WINDOWS, part)) {
      return read(part, WINDOWS, WINDOWS.name());
    }
    throw new UnreadableFeed(part.name() + " is neither UTF-8 nor windows-1252 text");
  }

  private static boolean isIn(Charset charset, FeedSource.Part part) throws IOException {
    try (Reader text = FeedText.of(part.open(), charset)) {
      text.transferTo(Writer.nullWriter());
      return true;
    } catch (CharacterCodingException _) {
      return false;
    }
  }

  private static FeedTable read(FeedSource.Part part, Charset charset, String encoding)
      throws IOException {
    List<String> first;
    try (BufferedReader text = FeedText.of(part.open(), charset)) {
      first = text.lines().filter(line -> !line.isBlank()).limit(2).toList();
    }
    if (!first.isEmpty() && first.getFirst().strip().startsWith("<")) {
      throw new UnreadableFeed(
          part.name() + " is XML, or a web page: write its mapping by hand (docs/mappings.md)");
    }
    if (first.isEmpty() || !first.getFirst().strip().matches("(?s)[\\[{].*")) {
      return TableLook.at(part, charset, encoding);
    }
    // Each of the first lines is an object by itself, and there are several.
    boolean lines =
        first.size() == 2
            && first.stream()
                .allMatch(line -> line.startsWith("{") && JsonDocument.ofString(line) != null);
    TreeColumns columns = new TreeColumns();
    try (BufferedReader text = FeedText.of(part.open(), charset)) {
      if (lines) {
        text.lines().map(JsonDocument::ofString).forEach(columns::document);
      } else {
        columns.document(JsonDocument.read(text, part.name()));
      }
    }
    return new FeedTable(lines ? "ndjson" : "json", Map.of(), encoding, columns.list(), List.of());
  }
}
