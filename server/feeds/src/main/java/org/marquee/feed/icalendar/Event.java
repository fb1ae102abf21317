package org.marquee.feed.icalendar;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.evidence.Cancellations;
import org.marquee.notice.Code;

/// An event as a component has it, with the zones of its calendar.
///
/// @param series the event that this one changes an occurrence of; what this one lacks, that one
///   does
record Event(Component component, CalendarZones zones, @Nullable Event series) {
  private static final Pattern COMMA = Pattern.compile("(?<!\\\\),");

  @Nullable String uid() {
    return component.text("UID");
  }

  @Nullable String summary() {
    String summary = text("SUMMARY");
    return summary == null ? null : summary.replaceAll("[\\s\\u00a0]+", " ").strip();
  }

  @Nullable String text(String property) {
    String own = component.text(property);
    return own == null && series != null ? series.text(property) : own;
  }

  /// The web address of the event; like all addresses, nothing in it is escaped.
  @Nullable String address() {
    ContentLine line = component.find("URL");
    if (line == null) {
      return series == null ? null : series.address();
    }
    return line.value().strip();
  }

  List<String> categories() {
    List<String> categories =
        component.all("CATEGORIES").stream()
            .flatMap(line -> COMMA.splitAsStream(line.value()))
            .map(ContentLine::unescaped)
            .filter(text -> !text.isEmpty())
            .toList();
    return categories.isEmpty() && series != null ? series.categories() : categories;
  }

  boolean isRecurring() {
    return component.find("RRULE") != null || component.find("RDATE") != null;
  }

  boolean isChange() {
    return component.find("RECURRENCE-ID") != null;
  }

  /// Its version; the higher one replaces the lower one (RFC 5545, 3.8.7.4).
  int sequence() {
    String text = component.text("SEQUENCE");
    return text == null || !text.matches("[0-9]{1,9}") ? 0 : Integer.parseInt(text);
  }

  /// The rule that leaves all of it out; null where none does.
  @Nullable Code whyLeftOut() {
    String summary = String.valueOf(summary());
    if (status().equals("CANCELLED") || Cancellations.isCalledOff(summary)) {
      return Code.SHOWING_CALLED_OFF;
    }
    String access = String.valueOf(component.text("CLASS")).toUpperCase(Locale.ROOT);
    if (access.equals("PRIVATE")
        || access.equals("CONFIDENTIAL")
        || Cancellations.isPrivate(summary)) {
      return Code.SHOWING_PRIVATE;
    }
    ContentLine start = component.find("DTSTART");
    Moment moment = start == null ? null : Moment.read(start.value());
    return moment != null && moment.time() == null ? Code.NOT_A_SHOWING : null;
  }

  private String status() {
    return String.valueOf(component.text("STATUS")).toUpperCase(Locale.ROOT);
  }

  /// What a notice shows of an event that is left out.
  String shown(Code reason) {
    ContentLine start = component.find("DTSTART");
    String said =
        switch (reason) {
          case NOT_A_SHOWING -> start == null ? null : start.value();
          case SHOWING_PRIVATE -> component.text("CLASS");
          default -> component.text("STATUS");
        };
    return said == null ? String.valueOf(summary()) : said;
  }

  /// When it starts.
  ///
  /// @throws InvalidEvent if it does not give that in exactly one way, or lacks something else
  When start() throws InvalidEvent {
    String fault = component.fault();
    if (fault != null) {
      throw new InvalidEvent(Code.LINE_UNREADABLE, "", fault);
    }
    ContentLine start = component.find("DTSTART");
    if (start == null) {
      throw new InvalidEvent(Code.MEMBER_MISSING, "", "\"DTSTART\" is missing");
    }
    if (component.all("DTSTART").size() > 1) {
      throw new InvalidEvent(Code.LINE_UNREADABLE, "", "\"DTSTART\" occurs twice");
    }
    if (summary() == null) {
      throw new InvalidEvent(Code.MEMBER_MISSING, "", "\"SUMMARY\" is missing");
    }
    return when(start);
  }

  /// How long it lasts on the wall clock, by `DTEND`; null where it does not say.
  @Nullable Duration length() {
    ContentLine line = component.find("DTEND");
    if (line == null) {
      return series == null ? null : series.length();
    }
    Moment moment = Moment.read(line.value());
    try {
      When start = start();
      LocalDateTime end = moment == null ? null : Series.onWallClock(moment, zone(line), start);
      return end == null ? null : Duration.between(start.local(), end);
    } catch (InvalidEvent _) {
      return null;
    }
  }

  /// A time of the event, and the zone it is in.
  ///
  /// @param zone null where it is that of the cinema's wall clock
  record When(LocalDateTime local, @Nullable Zone zone, boolean utc) {}

  /// The value of `DTSTART`, `RECURRENCE-ID` or the like.
  ///
  /// @throws InvalidEvent if it is none
  When when(ContentLine line) throws InvalidEvent {
    Moment moment = Moment.read(line.value());
    if (moment == null || moment.time() == null) {
      throw new InvalidEvent(
          Code.MEMBER_INVALID,
          line.value(),
          '"' + line.name() + "\" must be a date and time of the years 1902 to 9998");
    }
    return new When(moment.date().atTime(moment.time()), zone(line), moment.utc());
  }

  /// The zone that the values of `line` are in; null where it names none.
  ///
  /// @throws InvalidEvent if it names one that nobody knows
  @Nullable Zone zone(ContentLine line) throws InvalidEvent {
    String name = line.parameters().get("TZID");
    if (name == null || name.isBlank()) {
      return null;
    }
    Zone zone = zones.find(name);
    if (zone == null) {
      throw new InvalidEvent(
          Code.MEMBER_INVALID, name, '"' + line.name() + "\" is in an unknown time zone");
    }
    return zone;
  }

  static final class InvalidEvent extends Exception {
    private static final long serialVersionUID = 1;

    final Code code;
    final String read;

    InvalidEvent(Code code, String read, String detail) {
      super(detail, null, false, false);
      this.code = code;
      this.read = read;
    }

    String detail() {
      return String.valueOf(getMessage());
    }
  }
}
