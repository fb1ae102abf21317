package org.marquee.feed.icalendar;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;
import org.marquee.notice.Code;

/// Reads the lines of a calendar file into components. A line that is none spoils the component in
/// which it stands at most, and no other.
final class CalendarFile {
  /// The longest line, unfolded, in characters: descriptions are long, pictures within them longer.
  private static final int LONGEST = 1 << 20;

  /// How many lines all files of a feed may have: some eighty thousand events.
  static final int MOST = 1_000_000;

  /// How many characters all files of a feed may have: held in memory, they fit into half the heap
  /// of an import.
  static final long MOST_CHARACTERS = 1L << 26;

  /// What was read of a feed.
  record Extent(long lines, long characters) {
    static final Extent NOTHING = new Extent(0, 0);
  }

  private static final int DEEPEST = 8;

  /// The properties without which an event has another meaning.
  private static final Pattern DECISIVE =
      Pattern.compile(
          "(?i)(BEGIN|END|UID|DTSTART|RRULE|RDATE|EXDATE|EXRULE|RECURRENCE-ID|STATUS|CLASS|SUMMARY)\\b");

  private final String file;
  private final List<Component> calendars;
  private final Deque<Component> open = new ArrayDeque<>();

  private CalendarFile(String file, List<Component> calendars) {
    this.file = file;
    this.calendars = calendars;
  }

  /// Adds the calendars of `part` to `calendars`.
  ///
  /// @param before what was read before
  /// @return what was read, that included
  static Extent read(FeedSource.Part part, List<Component> calendars, Extent before)
      throws IOException {
    try (BufferedReader text = FeedText.of(part.open(), UTF_8)) {
      return new CalendarFile(part.name(), calendars).read(text, before);
    } catch (CharacterCodingException _) {
      throw new UnreadableFeed(Code.FEED_NOT_TEXT, part.name());
    }
  }

  private Extent read(BufferedReader text, Extent before) throws IOException {
    int found = calendars.size();
    long number = 0;
    long characters = before.characters();
    long begins = 1;
    StringBuilder unfolded = new StringBuilder();
    for (String line = line(text); line != null; line = line(text)) {
      if (++number + before.lines() > MOST) {
        throw new UnreadableFeed("it has more than " + MOST + " lines");
      }
      characters += line.length();
      if (characters > MOST_CHARACTERS) {
        throw new UnreadableFeed("it has more than " + MOST_CHARACTERS + " characters");
      }
      if (line.startsWith(" ") || line.startsWith("\t")) {
        unfolded.append(line, 1, line.length());
        if (unfolded.length() > LONGEST) {
          throw tooLong(begins);
        }
        continue;
      }
      addLine(unfolded, begins);
      unfolded.setLength(0);
      unfolded.append(line);
      begins = number;
    }
    addLine(unfolded, begins);
    if (!open.isEmpty()) {
      throw new UnreadableFeed(
          Code.FEED_CUT_OFF, file + " has no END:" + open.peekLast().name + " for its beginning");
    }
    if (calendars.size() == found) {
      throw number == 0
          ? new UnreadableFeed(Code.FEED_EMPTY, file)
          : new UnreadableFeed(file + " does not hold a calendar");
    }
    return new Extent(before.lines() + number, characters);
  }

  private @Nullable String line(BufferedReader text) throws IOException {
    StringBuilder line = new StringBuilder(80);
    int letter = text.read();
    if (letter < 0) {
      return null;
    }
    for (; letter >= 0 && letter != '\n' && letter != '\r'; letter = text.read()) {
      line.append((char) letter);
      if (line.length() > LONGEST) {
        throw tooLong(0);
      }
    }
    if (letter == '\r') {
      text.mark(1);
      if (text.read() != '\n') {
        text.reset();
      }
    }
    return line.toString();
  }

  private UnreadableFeed tooLong(long line) {
    return new UnreadableFeed(
        file
            + (line == 0 ? "" : ", line " + line)
            + ": a line is longer than "
            + LONGEST
            + " characters");
  }

  private void addLine(CharSequence unfolded, long begins) throws UnreadableFeed {
    String text = unfolded.toString();
    if (text.isBlank()) {
      return;
    }
    ContentLine line = ContentLine.read(text, begins);
    if (line == null) {
      if (!open.isEmpty() && DECISIVE.matcher(text).lookingAt()) {
        open.element().spoilt("line " + begins + " is not a property: " + shown(text));
      } else if (!open.isEmpty()) {
        open.element().strays(begins, shown(text));
      }
      return;
    }
    switch (line.name()) {
      case "BEGIN" -> begin(line);
      case "END" -> end(line);
      default -> {
        if (!open.isEmpty()) {
          open.element().add(line);
        }
      }
    }
  }

  private void begin(ContentLine line) throws UnreadableFeed {
    String name = line.text().toUpperCase(Locale.ROOT);
    if (open.size() == DEEPEST) {
      throw new UnreadableFeed(file + ", line " + line.line() + ": too deeply nested");
    }
    if (open.isEmpty() && !name.equals("VCALENDAR")) {
      throw new UnreadableFeed(file + ", line " + line.line() + ": not within a calendar");
    }
    // An event within an event is one that was not ended.
    if (name.equals("VEVENT") && open.size() > 1) {
      while (open.size() > 1) {
        close("END:" + open.element().name + " is missing");
      }
    }
    open.push(new Component(name, file, line.line()));
  }

  private void end(ContentLine line) {
    String name = line.text().toUpperCase(Locale.ROOT);
    if (open.stream().noneMatch(component -> component.name.equals(name))) {
      return;
    }
    while (!open.element().name.equals(name)) {
      close("END:" + open.element().name + " is missing");
    }
    close(null);
  }

  private void close(@Nullable String fault) {
    Component closed = open.pop();
    if (fault != null) {
      closed.spoilt(fault);
    }
    if (open.isEmpty()) {
      calendars.add(closed);
    } else {
      open.element().add(closed);
    }
  }

  private static String shown(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
