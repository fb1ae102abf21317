package org.marquee.feed.mapped;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.Set;
import java.util.function.Supplier;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.JsonDocument;
import org.marquee.feed.member.Value;
import org.marquee.notice.Code;

/// The files of a feed, as a mapping describes them: documents that are trees, or rows of CSV.
record MappedFiles(Mapping mapping, FeedSource source) {
  interface Taker {
    /// A document, or a row.
    ///
    /// @param place where it stands in its file; empty for the whole of it
    void document(Spot whole, Supplier<String> place);

    default void broken(String place, String why) {}

    /// A row, handed over next, that has no values for its last columns.
    default void lacking(String place, int columns) {}

    /// The names of the columns of a file of rows, before any of them.
    ///
    /// @throws UnreadableFeed if nothing can be made of such rows
    default void columns(Set<String> columns) throws UnreadableFeed {}
  }

  /// Hands over what a file holds; may be called for a file more than once.
  ///
  /// @throws UnreadableFeed if it is not what the mapping describes
  void read(FeedSource.Part part, Taker taker) throws IOException {
    if (mapping.shape() == Mapping.Shape.Tree.XML) {
      try (InputStream bytes = part.open()) {
        taker.document(whole(XmlTree.read(bytes, part.name(), mapping.lists()), part), () -> "");
      }
      return;
    }
    try (BufferedReader text = FeedText.of(part.open(), mapping.encoding())) {
      switch (mapping.shape()) {
        case Mapping.Shape.Tree.NDJSON -> lines(text, part, taker);
        case Mapping.Shape.Tree _ ->
            taker.document(whole(JsonDocument.read(text, part.name()).value(), part), () -> "");
        case Mapping.Shape.Csv csv ->
            new CsvRows(csv, part.name(), row -> whole(row, part), taker).read(text);
      }
    } catch (CharacterCodingException _) {
      throw new UnreadableFeed(
          Code.FEED_NOT_TEXT,
          part.name()
              + " has characters that are not "
              + mapping.encoding()
              + (mapping.encoding().equals(UTF_8)
                  ? "; if it comes from Windows, add encoding: windows-1252 to the mapping"
                  : ""));
    }
  }

  private void lines(BufferedReader text, FeedSource.Part part, Taker taker) throws IOException {
    long number = 0;
    for (String line = text.readLine(); line != null; line = text.readLine()) {
      String place = "line " + ++number + " of the file";
      JsonDocument document = line.isBlank() ? null : JsonDocument.ofString(line);
      if (document != null) {
        taker.document(whole(document.value(), part), () -> place);
      } else if (!line.isBlank()) {
        taker.broken(place, "it is no JSON");
      }
    }
  }

  private Spot whole(Value value, FeedSource.Part part) {
    return Spot.whole(
        value, part.name(), source.cinema() == null ? null : source.cinema().externalId());
  }
}
