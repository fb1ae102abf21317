package org.marquee.v1;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import org.marquee.http.Header;

/// The forms in which an operation may answer.
enum MediaType {
  JSON("application/json"),
  /// Server-sent events (the HTML standard, 9.2).
  EVENT_STREAM("text/event-stream");

  private final String text;

  MediaType(String text) {
    this.text = text;
  }

  /// The value of the field `Content-Type`.
  String text() {
    return text;
  }

  /// What the tag of an answer begins with: equal bytes of two types have two tags. Of JSON it is
  /// nothing, so that tags of earlier versions hold.
  byte[] mark() {
    return this == JSON ? new byte[0] : text.getBytes(US_ASCII);
  }

  /// The field `Vary` of an operation's answers. `Accept` decides nothing where there is one type.
  static Header vary(List<MediaType> offered) {
    return new Header(
        "Vary",
        offered.size() == 1
            ? "Authorization, Accept-Encoding"
            : "Authorization, Accept, Accept-Encoding");
  }
}
