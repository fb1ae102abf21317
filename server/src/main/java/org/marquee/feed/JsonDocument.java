package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/// A file that is one JSON value, held in memory whole: for formats of which a file is a day or a
/// venue, and refers to itself back and forth.
///
/// @param repeated a name that stands twice in one of its objects, of which the first counts; null:
///   none
public record JsonDocument(Value value, @Nullable String repeated) {
  /// The longest file, in bytes: ten times that of the largest we know, and its values still fit
  /// into the heap of an import.
  public static final int LONGEST = 32 << 20;

  // Written out: the compiler leaves @Nullable off the parameters of a compact constructor.
  public JsonDocument(Value value, @Nullable String repeated) {
    this.value = value;
    this.repeated = repeated;
  }

  /// Reads a file in UTF-8, or in UTF-16 with or without byte order mark.
  ///
  /// @throws UnreadableFeed if it is not one whole JSON value, or too long
  /// @throws IOException if its bytes cannot be had
  public static JsonDocument read(FeedSource.Part part) throws IOException {
    String text = text(part);
    JsonValues values = new JsonValues();
    try (JsonParser parser = JsonValues.JSON.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) {
        throw unreadable(Code.FEED_EMPTY, part.name());
      }
      Value value = values.read(parser);
      if (parser.nextToken() != null) {
        throw unreadable(
            Code.FEED_UNREADABLE, "there is more after the first value in " + part.name());
      }
      return new JsonDocument(value, values.repeated());
    } catch (JacksonException e) {
      throw unreadable(
          e instanceof UnexpectedEndOfInputException ? Code.FEED_CUT_OFF : Code.FEED_UNREADABLE,
          part.name() + ", " + JsonValues.fault(e));
    }
  }

  private static String text(FeedSource.Part part) throws IOException {
    byte[] bytes;
    try (InputStream in = part.open()) {
      bytes = in.readNBytes(LONGEST + 1);
    }
    if (bytes.length > LONGEST) {
      throw unreadable(Code.FEED_UNREADABLE, part.name() + " is longer than " + LONGEST + " bytes");
    }
    try {
      String text = charset(bytes).newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException _) {
      throw unreadable(Code.FEED_NOT_TEXT, part.name());
    }
  }

  /// The encoding of JSON: its first two characters are ASCII, so zeros tell where the halves of
  /// UTF-16 stand.
  static Charset charset(byte[] bytes) {
    if (bytes.length < 4) {
      return UTF_8;
    }
    if ((bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff) || (bytes[0] == 0 && bytes[2] == 0)) {
      return UTF_16BE;
    }
    if ((bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe) || (bytes[1] == 0 && bytes[3] == 0)) {
      return UTF_16LE;
    }
    return UTF_8;
  }

  private static UnreadableFeed unreadable(Code code, String detail) {
    return new UnreadableFeed(Notice.of(code, detail));
  }
}
