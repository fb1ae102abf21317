package org.marquee.v1.declaration;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import org.marquee.http.message.Header;

/// The forms in which an operation may answer.
public enum MediaType {
  JSON("application/json"),
  /// Server-sent events (the HTML standard, 9.2).
  EVENT_STREAM("text/event-stream"),
  /// A row a record (RFC 4180), the first with the names of the columns.
  CSV("text/csv", "; charset=utf-8; header=present"),
  /// A line a record.
  NDJSON("application/x-ndjson"),
  /// A calendar (RFC 5545).
  CALENDAR("text/calendar", "; charset=utf-8"),
  /// Linked data (JSON-LD 1.1) in the words of schema.org.
  LINKED_DATA("application/ld+json"),
  /// Lines of text.
  TEXT("text/plain", "; charset=utf-8"),
  /// Something compressed with gzip.
  GZIP("application/gzip");

  private static final Header IN_ONE_FORM = new Header("Vary", "Authorization, Accept-Encoding");
  private static final Header NEGOTIATED =
      new Header("Vary", "Authorization, Accept, Accept-Encoding");

  private final String text;
  private final String parameters;

  MediaType(String text) {
    this(text, "");
  }

  MediaType(String text, String parameters) {
    this.text = text;
    this.parameters = parameters;
  }

  /// Its name: `text/csv`.
  public String text() {
    return text;
  }

  /// The value of the field `Content-Type`.
  public String contentType() {
    return text + parameters;
  }

  /// Whether a list in this form has rows and nothing else.
  public boolean hasRows() {
    return this == CSV || this == NDJSON;
  }

  /// What the tag of an answer begins with: equal bytes of two types have two tags. Of JSON it is
  /// nothing.
  public byte[] mark() {
    return this == JSON ? new byte[0] : text.getBytes(US_ASCII);
  }

  /// The field `Vary` of an operation's answers. `Accept` decides nothing where there is one type.
  public static Header vary(List<MediaType> offered) {
    return offered.size() == 1 ? IN_ONE_FORM : NEGOTIATED;
  }
}
