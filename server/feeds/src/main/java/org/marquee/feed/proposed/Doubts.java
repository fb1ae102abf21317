package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.marquee.feed.FeedStart;
import org.marquee.feed.time.Zones;

/// Asks where the values of columns contradict what was found by their names.
record Doubts(Proposer found) {
  private static final Set<String> PLACES =
      Set.of("place", "city", "region", "country", "chain", "zip", "street", "lat", "lon");
  private static final Set<String> FILM_ID = Set.of("film", "id", "number");

  void ask() {
    films();
    FileColumn name = found.columns.get(Role.CINEMA);
    if (found.source.cinema() != null) {
      described();
    } else if (name != null) {
      identity(name, found.columns.getOrDefault(Role.CINEMA_ID, name));
    }
    offsets();
  }

  /// Asks where one title has several ids.
  private void films() {
    FileColumn title = found.columns.get(Role.TITLE);
    if (title == null) {
      return;
    }
    for (FileColumn id : found.table.columns()) {
      boolean isId = id.means(FILM_ID) && id.hints(Set.of("id"));
      Optional<String> several =
          isId && id.around().equals(title.around()) ? title.severalOf(id) : Optional.empty();
      several.ifPresent(text -> found.ask("title", text + "; one film?", title.name()));
    }
  }

  /// Asks where the file of one cinema may have those of several.
  private void described() {
    for (FileColumn column : found.table.columns()) {
      if (column.hints(Set.of("cinema", "place"))
          && column.different().size() > 1
          && !found.used.contains(column.name())) {
        String why =
            "%s has %s, and one cinema is described; are all rows of that one?"
                .formatted(column, column.examples());
        found.ask("cinema", why, "", column.name());
      }
    }
  }

  /// Asks where one name, or id, of a cinema has several towns, addresses, positions, or other
  /// words that may say which of several it is.
  private void identity(FileColumn name, FileColumn key) {
    List<String> evidence = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (FileColumn fact : found.table.columns()) {
      boolean unknown =
          !found.used.contains(fact.name())
              && fact.meanings().contains(ColumnWords.UNKNOWN)
              && fact.name().startsWith(name.around())
              && fact.different().stream().allMatch(Doubts::isShort);
      if (!fact.equals(key) && (fact.equals(name) || unknown || fact.hints(PLACES))) {
        Optional<String> several = key.severalOf(fact);
        several.ifPresent(evidence::add);
        several.ifPresent(_ -> others.add(key + "+" + fact));
      }
    }
    if (!evidence.isEmpty()) {
      others.add(key.name());
      String why = String.join(", ", evidence) + "; one cinema, or several?";
      found.ask(Choice.asked(Role.CINEMA_ID.field, why, others));
    }
  }

  private static boolean isShort(String text) {
    return text.length() <= 60 && text.chars().anyMatch(Character::isLetter);
  }

  /// Asks where a time has another offset than the zone of its cinema has then.
  private void offsets() {
    TimeColumn clock = found.starts.columns.isEmpty() ? null : found.starts.columns.getLast();
    FileColumn zones = found.columns.get(Role.ZONE);
    for (int row = 0; clock != null && row < clock.column().values().size(); row++) {
      String text = clock.column().values().get(row);
      String own = zones == null ? "" : zones.values().get(row);
      String named = own.isEmpty() ? found.said.ofFile("zone") : own;
      Predicate<FeedStart> agrees =
          start ->
              !(start instanceof FeedStart.Exact exact)
                  || Zones.named(named).stream().allMatch(exact::agrees);
      if (!clock.starts(text).allMatch(agrees)) {
        String why = text + ": " + named + " has another offset then" + FeedTable.BY_HAND;
        found.leave(Choice.asked("startsAt", why, List.of()));
      }
    }
  }
}
