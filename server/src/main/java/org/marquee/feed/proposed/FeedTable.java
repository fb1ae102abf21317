package org.marquee.feed.proposed;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.JsonDocument;
import org.marquee.feed.UnreadableFeed;

/// A file as it was looked at: what it is, its columns, and its first rows.
///
/// @param format `csv`, `json` or `ndjson`
/// @param csv members of the mapping's `csv`, as `separator`
/// @param encoding what the mapping must say of it; empty where its bytes show it
/// @param columns those that have values
/// @param head the first rows of a table, as they stand there, its headings first; empty of a tree
record FeedTable(
    String format,
    Map<String, String> csv,
    String encoding,
    List<FileColumn> columns,
    List<List<String>> head) {
  private static final String WINDOWS = "windows-1252";

  FeedTable {
    csv = new LinkedHashMap<>(csv);
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
    try {
      return decoded(part);
    } catch (CharacterCodingException _) {
      throw new UnreadableFeed(part.name() + " is neither UTF-8 nor windows-1252 text");
    }
  }

  private static FeedTable decoded(FeedSource.Part part) throws IOException {
    String encoding = isUtf8(part) ? "" : WINDOWS;
    Charset charset = encoding.isEmpty() ? StandardCharsets.UTF_8 : Charset.forName(WINDOWS);
    char first;
    try (Reader text = FeedText.of(part.open(), charset)) {
      int letter = text.read();
      while (letter >= 0 && Character.isWhitespace(letter)) {
        letter = text.read();
      }
      first = (char) Math.max(0, letter);
    }
    if (first != '{' && first != '[') {
      return TableLook.at(part, charset, encoding);
    }
    TreeColumns columns = new TreeColumns();
    if (!isLines(part, charset)) {
      try (Reader text = FeedText.of(part.open(), charset)) {
        columns.document(JsonDocument.read(text, part.name()).value());
        return new FeedTable("json", Map.of(), encoding, columns.list(), List.of());
      }
    }
    try (var text = FeedText.of(part.open(), charset)) {
      for (String line = text.readLine(); line != null; line = text.readLine()) {
        Optional.ofNullable(JsonDocument.ofString(line))
            .ifPresent(document -> columns.document(document.value()));
      }
    }
    return new FeedTable("ndjson", Map.of(), encoding, columns.list(), List.of());
  }

  /// Whether each of the first lines is an object by itself, and there are several.
  private static boolean isLines(FeedSource.Part part, Charset charset) throws IOException {
    List<String> lines = new ArrayList<>();
    try (var text = FeedText.of(part.open(), charset)) {
      for (String line = text.readLine(); line != null && lines.size() < 2; ) {
        if (!line.isBlank()) {
          lines.add(line);
        }
        line = text.readLine();
      }
    }
    return lines.size() == 2
        && lines.stream()
            .allMatch(line -> line.startsWith("{") && JsonDocument.ofString(line) != null);
  }

  private static boolean isUtf8(FeedSource.Part part) throws IOException {
    try (InputStream bytes = part.open()) {
      byte[] block = new byte[1 << 16];
      int read = bytes.readNBytes(block, 0, block.length);
      Charset shown =
          FeedText.charset(Arrays.copyOf(block, Math.max(0, read)), StandardCharsets.UTF_8);
      if (!shown.equals(StandardCharsets.UTF_8)) {
        return true;
      }
      CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
      ByteBuffer left = ByteBuffer.allocate(2 * block.length);
      CharBuffer letters = CharBuffer.allocate(2 * block.length);
      while (read > 0) {
        left.put(block, 0, read).flip();
        CoderResult result = decoder.decode(left, letters.clear(), false);
        if (result.isError()) {
          return false;
        }
        left.compact();
        read = bytes.readNBytes(block, 0, block.length);
      }
      return true;
    }
  }
}
