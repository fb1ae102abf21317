package org.marquee.feed.schemaorg;

import java.util.regex.Pattern;
import org.jsoup.parser.Parser;

/// The names of the vocabulary, and the texts of its values, as they are meant.
final class Names {
  private static final Pattern PREFIX =
      Pattern.compile("(?is)^(https?://(www\\.)?schema\\.org/|schema:)(?=.)");

  private Names() {}

  /// A type, property or member of an enumeration without what goes before it:
  /// `https://schema.org/EventCancelled` is `EventCancelled`.
  static String plain(String name) {
    return PREFIX.matcher(name).replaceFirst("");
  }

  /// A property's name; `id` and `type` are what contexts like to call `@id` and `@type`.
  static String property(String name) {
    String plain = plain(name);
    return switch (plain) {
      case "id", "type" -> "@" + plain;
      default -> plain;
    };
  }

  /// A text for people: the entities of HTML, which have no meaning within JSON but are common
  /// there, as what they stand for, and runs of spaces as one.
  static String words(String text) {
    String plain = text.indexOf('&') < 0 ? text : Parser.unescapeEntities(text, false);
    return plain.replaceAll("[\\s\\u00a0]+", " ").strip();
  }
}
