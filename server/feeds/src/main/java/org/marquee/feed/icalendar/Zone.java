package org.marquee.feed.icalendar;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.time.StartTime;

/// The zone that a time of a calendar is in.
sealed interface Zone {
  /// Settles a time on the zone's wall clocks.
  StartTime at(LocalDateTime local);

  /// What the wall clocks show at `instant`.
  LocalDateTime local(Instant instant);

  /// The offset at `instant` in whole minutes, east positive.
  int offsetMinutes(Instant instant);

  /// A zone of the IANA database.
  record Iana(ZoneId id) implements Zone {
    @Override
    public StartTime at(LocalDateTime local) {
      return StartTime.at(local, id);
    }

    @Override
    public LocalDateTime local(Instant instant) {
      return LocalDateTime.ofInstant(instant, id);
    }

    @Override
    public int offsetMinutes(Instant instant) {
      return StartTime.offsetMinutes(instant, id);
    }
  }

  /// A zone of the calendar's own making (RFC 5545, 3.6.5): at each onset, the clocks go to its
  /// offset.
  record Ruled(List<Observance> observances) implements Zone {
    private static final Pattern OFFSET =
        Pattern.compile("([+-])([0-9]{2}):?([0-9]{2})(?:[0-9]{2})?");

    public Ruled {
      observances = List.copyOf(observances);
    }

    /// Summer time or winter time.
    ///
    /// @param begins its first onset, on the clocks before it
    /// @param recurrence of its onsets; null where there is one only
    record Observance(
        LocalDateTime begins, @Nullable Recurrence recurrence, ZoneOffset from, ZoneOffset to) {
      /// Its last onset up to `local`, which is not before the first.
      LocalDateTime last(LocalDateTime local) {
        if (recurrence == null) {
          return begins;
        }
        List<LocalDateTime> onsets = recurrence.between(begins, local.minusDays(800), local, 4);
        return onsets.isEmpty() ? begins : onsets.getLast();
      }
    }

    /// The zone that a VTIMEZONE describes; null where it does not describe one that can be
    /// understood.
    static @Nullable Ruled read(Component zone) {
      List<Observance> observances = new ArrayList<>();
      for (Component part : zone.parts()) {
        Observance observance = observance(part);
        if (observance == null) {
          return null;
        }
        observances.add(observance);
      }
      return observances.isEmpty() || observances.size() > 50 ? null : new Ruled(observances);
    }

    private static @Nullable Observance observance(Component part) {
      String begins = part.text("DTSTART");
      Moment first = begins == null ? null : firstOnset(begins);
      ZoneOffset from = offset(part.text("TZOFFSETFROM"));
      ZoneOffset to = offset(part.text("TZOFFSETTO"));
      LocalDateTime local = first == null ? null : first.local(null);
      String rule = part.text("RRULE");
      Recurrence recurrence = rule == null ? null : Recurrence.read(rule, null);
      if (local == null
          || from == null
          || to == null
          || part.fault() != null
          || (rule != null && (recurrence == null || !recurrence.isYearly()))) {
        return null;
      }
      return new Observance(local, recurrence, from, to);
    }

    /// Outlook writes that a rule holds since 1601.
    private static @Nullable Moment firstOnset(String text) {
      return Moment.read(text.startsWith("16") ? "1970" + text.substring(4) : text);
    }

    private static @Nullable ZoneOffset offset(@Nullable String text) {
      Matcher written = OFFSET.matcher(text == null ? "" : text);
      if (!written.matches()) {
        return null;
      }
      int minutes = Integer.parseInt(written.group(2)) * 60 + Integer.parseInt(written.group(3));
      if (minutes > 18 * 60) {
        return null;
      }
      return ZoneOffset.ofTotalSeconds(60 * (written.group(1).equals("-") ? -minutes : minutes));
    }

    private ZoneOffset offset(LocalDateTime local) {
      return observances.stream()
          .filter(observance -> !local.isBefore(observance.begins))
          .max(Comparator.comparing(observance -> observance.last(local)))
          .map(Observance::to)
          .orElseGet(() -> observances.getFirst().from());
    }

    @Override
    public StartTime at(LocalDateTime local) {
      return new StartTime(local.toInstant(offset(local)), null);
    }

    @Override
    public LocalDateTime local(Instant instant) {
      LocalDateTime near = LocalDateTime.ofInstant(instant, observances.getFirst().to());
      return LocalDateTime.ofInstant(instant, offset(near));
    }

    @Override
    public int offsetMinutes(Instant instant) {
      return offset(local(instant)).getTotalSeconds() / 60;
    }
  }
}
