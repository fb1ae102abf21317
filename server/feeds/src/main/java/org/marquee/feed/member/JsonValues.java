package org.marquee.feed.member;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.UnreadableFeed;
import org.marquee.notice.Code;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/// Reads JSON (RFC 8259) into values. Strict in what the grammar leaves to readers: a name that
/// stands twice in one object is noted, since it is unclear which of the two is meant.
public final class JsonValues {
  /// Where the parser's messages turn to what it would have liked instead.
  private static final Pattern ADVICE =
      Pattern.compile("(: was expecting|: expected| \\(start marker|: enable ).*", Pattern.DOTALL);

  private @Nullable String repeated;

  /// The first name that stood twice in an object read so far.
  public @Nullable String repeated() {
    return repeated;
  }

  /// Reads the object whose opening brace `parser` stands on into `members`. If the parser fails,
  /// what was read till then is there.
  public void fill(Members members, JsonParser parser) {
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      parser.nextToken();
      if (!members.add(name, read(parser)) && repeated == null) {
        repeated = name;
      }
    }
  }

  /// Reads the value that `parser` stands on, to its last token.
  public Value read(JsonParser parser) {
    return switch (parser.currentToken()) {
      case VALUE_STRING -> new Value.Text(parser.getString());
      case VALUE_NUMBER_INT -> new Value.Numeral(parser.getString(), true);
      case VALUE_NUMBER_FLOAT -> new Value.Numeral(parser.getString(), false);
      case VALUE_TRUE -> new Value.Flag(true);
      case VALUE_FALSE -> new Value.Flag(false);
      case VALUE_NULL -> Value.Nothing.NOTHING;
      case START_ARRAY -> list(parser);
      case START_OBJECT -> {
        Members members = new Members();
        fill(members, parser);
        yield members;
      }
      default -> throw new IllegalStateException("no value begins with " + parser.currentToken());
    };
  }

  /// The fault of a feed that `parser` cannot read to its end. The parser does not always
  /// distinguish a text that is cut off from one that is wrong.
  ///
  /// @param text what it reads
  public static UnreadableFeed unreadable(
      JacksonException e, JsonParser parser, Reader text, String file) throws IOException {
    boolean atEnd = parser.releaseBuffered(Writer.nullWriter()) <= 0 && text.read() < 0;
    return new UnreadableFeed(
        atEnd ? Code.FEED_CUT_OFF : Code.FEED_UNREADABLE, file + ", " + fault(e));
  }

  /// The fault that a parser reports, in words for a notice.
  public static String fault(JacksonException e) {
    String what =
        switch (e) {
          case UnexpectedEndOfInputException _ -> "it ends in the middle of a JSON value";
          case StreamConstraintsException _ ->
              "it nests too deeply, or something in it is too long";
          default -> ADVICE.matcher(e.getOriginalMessage()).replaceFirst("");
        };
    @Nullable TokenStreamLocation where = e.getLocation();
    if (where == null) {
      return what;
    }
    String line = where.getLineNr() > 1 ? "line " + where.getLineNr() + ", " : "";
    return line + "column " + where.getColumnNr() + ": " + what;
  }

  private Value list(JsonParser parser) {
    List<Value> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(read(parser));
    }
    return new Value.Items(items);
  }
}
