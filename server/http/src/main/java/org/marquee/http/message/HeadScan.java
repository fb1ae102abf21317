package org.marquee.http.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/// Checks the raw bytes of a request's head as they arrive, before the codec normalizes them.
///
/// The codec forgives much of what RFC 9112 lets a server refuse: folded lines (5.2), runs of white
/// space in the request line (3), carriage returns alone (2.2). Requests are smuggled between two
/// readers that forgive differently, so this one forgives nothing.
final class HeadScan {
  static final int REQUEST_LINE_LIMIT = 8 * 1024;
  static final int HEADERS_LIMIT = 16 * 1024;

  private static final byte[] HEAD = "HEAD".getBytes(US_ASCII);
  private static final byte[] PROTOCOL = " HTTP/".getBytes(US_ASCII);
  private static final int VERSION_LENGTH = "HTTP/1.1".length();
  private static final int LINE_END = 2;

  /// More than most heads; of requests that are sent ahead not all are copied each time.
  private static final int CHUNK = 512;

  private int scanned;
  private int lineLength;
  private int requestLineLength;
  private int headersLength;
  private int spaces;
  private int lastSpace;
  private boolean afterReturn;
  private boolean inFields;
  private boolean complete;
  private @Nullable Fault fault;

  /// Checks the new bytes of `in`, whose readable bytes begin with the head.
  ///
  /// @return the first fault, or null as long as there is none
  @Nullable Fault scan(ByteBuf in) {
    boolean goesOn = true;
    while (goesOn && scanned < in.readableBytes()) {
      // Looking at an array is much cheaper than asking a buffer for each byte.
      byte[] chunk = new byte[Math.min(CHUNK, in.readableBytes() - scanned)];
      in.getBytes(in.readerIndex() + scanned, chunk);
      goesOn = scan(chunk);
    }
    if (complete) {
      checkVersion(in);
    }
    return fault;
  }

  private boolean scan(byte[] chunk) {
    for (int at = 0; at < chunk.length; at++) {
      at = skipVisible(chunk, at);
      if (at == chunk.length) {
        return true;
      }
      scanned++;
      if (!process(chunk[at])) {
        return false;
      }
    }
    return true;
  }

  /// Skips bytes that are valid at any place, nearly all of a head, without the state before them;
  /// but never past a limit.
  private int skipVisible(byte[] chunk, int from) {
    if (afterReturn) {
      return from;
    }
    int at = from;
    while (at < chunk.length && chunk[at] > ' ' && chunk[at] < 0x7f) {
      at++;
    }
    int most =
        inFields
            ? HEADERS_LIMIT - LINE_END - headersLength - lineLength
            : REQUEST_LINE_LIMIT - lineLength;
    int skipped = Math.max(0, Math.min(at - from, most));
    scanned += skipped;
    lineLength += skipped;
    return from + skipped;
  }

  /// Whether the method of the request that begins with the readable bytes is HEAD, as far as they
  /// go; what is sent before a method by mistake is passed over. An answer to HEAD has no body,
  /// whatever else is wrong with the request (RFC 9110, 9.3.2).
  static boolean asksForHead(ByteBuf in) {
    int at = in.readerIndex();
    while (at < in.writerIndex() && in.getByte(at) >= 0 && in.getByte(at) <= ' ') {
      at++;
    }
    int end = at + HEAD.length;
    if (end > in.writerIndex()) {
      return false;
    }
    for (int letter = 0; letter < HEAD.length; letter++) {
      if (in.getByte(at + letter) != HEAD[letter]) {
        return false;
      }
    }
    return end == in.writerIndex() || !isOfToken(in.getByte(end));
  }

  /// Whether a method, or the name of a field, may hold this octet (RFC 9110, 5.6.2).
  static boolean isOfToken(int octet) {
    return (octet >= 'A' && octet <= 'Z')
        || (octet >= 'a' && octet <= 'z')
        || (octet >= '0' && octet <= '9')
        || "!#$%&'*+-.^_`|~".indexOf(octet) >= 0;
  }

  /// Whether the empty line that ends the head has been seen.
  boolean isComplete() {
    return complete;
  }

  /// Whether a head has begun and not yet ended.
  boolean isUnderWay() {
    return scanned > 0 && !complete;
  }

  void reset() {
    scanned = 0;
    lineLength = 0;
    requestLineLength = 0;
    headersLength = 0;
    spaces = 0;
    lastSpace = 0;
    afterReturn = false;
    inFields = false;
    complete = false;
    fault = null;
  }

  /// Whether to go on.
  private boolean process(byte octet) {
    if (afterReturn) {
      afterReturn = false;
      return octet == '\n' ? endLine() : refuse("header", "a carriage return without a line feed");
    }
    if (octet == '\r') {
      afterReturn = true;
      return true;
    }
    lineLength++;
    return inFields ? inField(octet) : inRequestLine(octet);
  }

  private boolean endLine() {
    if (!inFields) {
      inFields = true;
      requestLineLength = lineLength;
      lineLength = 0;
      return spaces == 2 || refuseRequestLine();
    }
    complete = lineLength == 0;
    headersLength += lineLength + LINE_END;
    lineLength = 0;
    return !complete;
  }

  private boolean inRequestLine(byte octet) {
    if (lineLength > REQUEST_LINE_LIMIT) {
      return refuse(Fault.TARGET_TOO_LONG);
    }
    if (octet == ' ') {
      boolean alone = lineLength > lastSpace + 1;
      lastSpace = lineLength;
      spaces++;
      return alone || refuseRequestLine();
    }
    // Bytes above 0x7f are negative.
    return (octet > ' ' && octet < 0x7f)
        || refuse("target", "a byte in the request line is not visible ASCII");
  }

  /// The limit is for the field lines with their line ends, without the empty line after them.
  private boolean inField(byte octet) {
    if (headersLength + lineLength + LINE_END > HEADERS_LIMIT) {
      return refuse(Fault.HEADERS_TOO_LARGE);
    }
    if (lineLength == 1 && (octet == ' ' || octet == '\t')) {
      return refuse("header", "a field line is folded");
    }
    return !isControl(octet) || refuse("header", "a control character in a field line");
  }

  /// Whether the value of a field must not hold this octet (RFC 9110, 5.5).
  private static boolean isControl(int octet) {
    return (octet >= 0 && octet < ' ' && octet != '\t') || octet == 0x7f;
  }

  private void checkVersion(ByteBuf in) {
    int version = in.readerIndex() + requestLineLength - VERSION_LENGTH;
    boolean known = lastSpace == requestLineLength - VERSION_LENGTH;
    for (int at = 0; known && at < PROTOCOL.length; at++) {
      known = in.getByte(version - 1 + at) == PROTOCOL[at];
    }
    int major = known ? in.getByte(version + 5) - '0' : -1;
    int minor = known ? in.getByte(version + 7) - '0' : -1;
    known &= known && in.getByte(version + 6) == '.';
    if (!known || major < 0 || major > 9 || minor < 0 || minor > 9) {
      refuseRequestLine();
    } else if (major != 1 || minor > 1) {
      refuse(Fault.VERSION);
    }
  }

  private boolean refuseRequestLine() {
    return refuse("request-line", "the request line is not a method, a target and a version");
  }

  private boolean refuse(String part, String message) {
    return refuse(Fault.malformed(part, message));
  }

  private boolean refuse(Fault found) {
    fault = found;
    return false;
  }
}
