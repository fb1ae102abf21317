package org.marquee.feed.icalendar;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.NaturalKey;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Makes rows of the events of a feed.
///
/// An event is called by its `UID`; an occurrence of a recurring one by that and its original start
/// on the wall clock, `5501@rex.example/2025-01-24T19:30`, also once it is moved.
final class Occurrences {
  /// How many recurring events a feed may have, and to how many showings they may come.
  private static final int MOST_SERIES = 5_000;

  private static final int MOST = 200_000;

  private final Instant observedAt;
  private final List<Occurrence> rows = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final SortedSet<String> shared = new TreeSet<>();
  private boolean whole = true;
  private int series;

  Occurrences(Instant observedAt) {
    this.observedAt = observedAt;
  }

  List<Occurrence> rows() {
    return rows;
  }

  List<Notice> notices() {
    return notices;
  }

  /// Whether every event that is no occurrence of another has an id of its own.
  FeedHeader.Keys keys() {
    return shared.isEmpty() && rows.stream().allMatch(row -> row.key() != null)
        ? FeedHeader.Keys.GIVEN
        : FeedHeader.Keys.MADE;
  }

  /// Whether it is known of every event which showings it stands for.
  boolean isWhole() {
    return whole;
  }

  void add(Component calendar) throws UnreadableFeed {
    CalendarZones zones = new CalendarZones(calendar);
    Map<String, List<Event>> events = new LinkedHashMap<>();
    Map<String, List<Event>> changes = new LinkedHashMap<>();
    List<Event> nameless = new ArrayList<>();
    for (Component part : calendar.parts()) {
      if (!part.name.equals("VEVENT")) {
        continue;
      }
      Event event = new Event(part, zones, null);
      String uid = event.uid();
      if (uid == null) {
        nameless.add(event);
      } else {
        (event.isChange() ? changes : events)
            .computeIfAbsent(uid, _ -> new ArrayList<>())
            .add(event);
      }
    }
    for (Map.Entry<String, List<Event>> entry : events.entrySet()) {
      add(entry.getKey(), entry.getValue(), changes.getOrDefault(entry.getKey(), List.of()));
      changes.remove(entry.getKey());
    }
    for (Map.Entry<String, List<Event>> entry : changes.entrySet()) {
      for (Event change : entry.getValue()) {
        change(change, entry.getKey(), null);
      }
    }
    for (Event event : nameless) {
      event(event, null, Key.UID, Set.of(), null);
    }
  }

  /// Adds the events of one id: mostly one, with changes of its occurrences.
  private void add(String uid, List<Event> events, List<Event> changes) throws UnreadableFeed {
    Key key = Key.UID;
    List<Event> inOrder = events;
    Code verdict = null;
    if (events.size() > 1) {
      Set<Integer> versions = new HashSet<>();
      events.forEach(event -> versions.add(event.sequence()));
      if (versions.size() == events.size()) {
        // The last of one id wins, so the last is to be the latest.
        inOrder = new ArrayList<>(events);
        inOrder.sort(Comparator.comparingInt(Event::sequence));
        // And where the latest is called off, so are those it replaces.
        verdict = inOrder.getLast().whyLeftOut();
      } else if (events.stream().map(event -> event.text("DTSTART")).distinct().count() > 1) {
        key = Key.UID_AND_START;
        shared.add(uid);
      }
    }
    Event last = inOrder.getLast();
    Set<LocalDateTime> changed = new HashSet<>();
    for (Event change : changes) {
      LocalDateTime original = change(change, uid, last);
      if (original != null) {
        changed.add(original);
      }
    }
    for (Event event : inOrder) {
      event(event, uid, key, changed, verdict);
    }
  }

  private enum Key {
    UID,
    UID_AND_START
  }

  /// Adds a changed occurrence, and returns the original time of it; null if that cannot be read.
  private @Nullable LocalDateTime change(Event change, String uid, @Nullable Event series) {
    Event event = new Event(change.component(), change.zones(), series);
    ContentLine line = change.component().find("RECURRENCE-ID");
    if (line == null) {
      throw new IllegalStateException("no change: " + uid);
    }
    @Nullable LocalDateTime original = null;
    try {
      original = original(event, line);
      if (line.parameters().get("RANGE") != null) {
        throw new Event.InvalidEvent(
            Code.MEMBER_INVALID,
            String.valueOf(line.parameters().get("RANGE")),
            "a change to an occurrence and all later ones is not supported");
      }
      row(event, NaturalKey.of(uid, original.toString()));
    } catch (Event.InvalidEvent fault) {
      whole &= original != null && line.parameters().get("RANGE") == null;
      String key = original == null ? null : NaturalKey.of(uid, original.toString());
      rows.add(new Occurrence.RefusedEvent(event, key, fault));
    }
    return original;
  }

  /// The time that the occurrence had, on the wall clock of its series.
  private static LocalDateTime original(Event event, ContentLine line) throws Event.InvalidEvent {
    Moment moment = Moment.read(line.value());
    Event series = event.series();
    ContentLine start = series == null ? null : series.component().find("DTSTART");
    if (moment != null && series != null && start != null) {
      Event.When when = series.when(start);
      if (moment.time() == null) {
        return moment.date().atTime(when.local().toLocalTime());
      }
      LocalDateTime original = Series.onWallClock(moment, event.zone(line), when);
      if (original != null) {
        return original;
      }
    }
    return event.when(line).local();
  }

  /// @param verdict why it is left out, whatever its own status; null: by its own status
  private void event(
      Event event,
      @Nullable String uid,
      Key key,
      Set<LocalDateTime> changed,
      @Nullable Code verdict)
      throws UnreadableFeed {
    try {
      Code said = verdict == null ? event.whyLeftOut() : verdict;
      Code reason = event.component().fault() == null ? said : null;
      if (reason != null) {
        leaveOut(event, uid, key, changed, reason);
      } else if (event.isRecurring()) {
        series(event, uid, changed);
      } else {
        Event.When when = event.start();
        row(event, named(uid, key, when));
      }
    } catch (Event.InvalidEvent fault) {
      whole &= uid != null && key == Key.UID && !event.isRecurring();
      rows.add(new Occurrence.RefusedEvent(event, uid, fault));
    }
  }

  /// A row for each showing that the event would come to, each by the name that it would have, or
  /// has had; one for all where that cannot be worked out.
  private void leaveOut(
      Event event, @Nullable String uid, Key key, Set<LocalDateTime> changed, Code reason) {
    List<@Nullable String> names = new ArrayList<>();
    try {
      if (uid != null && reason != Code.NOT_A_SHOWING) {
        Event.When start = event.start();
        if (event.isRecurring()) {
          Series.of(event, start, changed, observedAt)
              .starts()
              .forEach(local -> names.add(NaturalKey.of(uid, local.toString())));
        } else {
          names.add(named(uid, key, start));
        }
      }
    } catch (Event.InvalidEvent _) {
      // It is left out, whatever else is wrong with it.
    }
    if (names.isEmpty() || rows.size() + names.size() > MOST) {
      names.clear();
      names.add(uid == null ? null : NaturalKey.of(uid));
    }
    String read = event.shown(reason);
    names.forEach(name -> rows.add(new Occurrence.LeftOut(event, name, reason, read)));
  }

  private static @Nullable String named(@Nullable String uid, Key key, Event.When when) {
    if (uid == null) {
      return null;
    }
    return key == Key.UID ? NaturalKey.of(uid) : NaturalKey.of(uid, when.local().toString());
  }

  private void series(Event event, @Nullable String uid, Set<LocalDateTime> changed)
      throws Event.InvalidEvent, UnreadableFeed {
    if (++series > MOST_SERIES) {
      throw tooMuch(MOST_SERIES + " recurring events");
    }
    Event.When start = event.start();
    Series occurrences = Series.of(event, start, changed, observedAt);
    if (rows.size() + occurrences.starts().size() > MOST) {
      throw tooMuch(MOST + " showings of recurring events");
    }
    if (occurrences.starts().isEmpty() && changed.isEmpty()) {
      rows.add(new Occurrence.LeftOut(event, uid, Code.SERIES_OVER, String.valueOf(start.local())));
      return;
    }
    for (LocalDateTime local : occurrences.starts()) {
      String key = uid == null ? null : NaturalKey.of(uid, local.toString());
      rows.add(Occurrence.at(event, key, new Event.When(local, start.zone(), start.utc())));
    }
    if (occurrences.goesOn() && !occurrences.starts().isEmpty()) {
      notices.add(
          new Notice(
              Code.SERIES_GOES_ON,
              "",
              String.valueOf(event.summary()),
              "listed until " + occurrences.starts().getLast()));
    }
  }

  private static UnreadableFeed tooMuch(String what) {
    return new UnreadableFeed("it has more than " + what);
  }

  private void row(Event event, @Nullable String key) throws Event.InvalidEvent {
    Code reason = event.component().fault() == null ? event.whyLeftOut() : null;
    rows.add(
        reason == null
            ? Occurrence.at(event, key, event.start())
            : new Occurrence.LeftOut(event, key, reason, event.shown(reason)));
  }

  /// The ids that several events at different times share.
  SortedSet<String> sharedIds() {
    return shared;
  }
}
