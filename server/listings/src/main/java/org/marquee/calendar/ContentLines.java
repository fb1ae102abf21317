package org.marquee.calendar;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Collectors;

/// The lines of a calendar, folded and escaped (RFC 5545, 3.1 and 3.3.11).
final class ContentLines {
  /// Octets of a line, without its end.
  private static final int LONGEST = 75;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);

  /// Adds a property whose value is a text.
  ContentLines text(String property, String text) {
    return line(property + ":" + escaped(text));
  }

  /// Adds a property whose value is a list of texts.
  ContentLines texts(String property, List<String> texts) {
    return line(
        property
            + ":"
            + texts.stream().map(ContentLines::escaped).collect(Collectors.joining(",")));
  }

  /// Adds a line as it is, apart from control characters, which no line may hold.
  ContentLines line(String line) {
    int room = LONGEST;
    for (int at = 0; at < line.length(); ) {
      int letter = line.codePointAt(at);
      at += Character.charCount(letter);
      if (Character.isISOControl(letter) && letter != '\t') {
        continue;
      }
      byte[] octets = Character.toString(letter).getBytes(UTF_8);
      if (octets.length > room) {
        bytes.writeBytes(new byte[] {'\r', '\n', ' '});
        room = LONGEST - 1;
      }
      bytes.writeBytes(octets);
      room -= octets.length;
    }
    bytes.write('\r');
    bytes.write('\n');
    return this;
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\")
        .replace(";", "\\;")
        .replace(",", "\\,")
        .replaceAll("\r\n|\r|\n", "\\\\n");
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }
}
