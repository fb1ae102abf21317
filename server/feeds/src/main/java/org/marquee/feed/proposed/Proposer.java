package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Decides what is what in a file, from the times outwards: the rows with times are showings, and
/// what else a showing has is looked for in what each of them sees.
final class Proposer {
  static final Set<Role> OF_FILM = EnumSet.range(Role.ORIGINAL_TITLE, Role.IMDB);
  private static final Set<Role> OF_CINEMA = EnumSet.range(Role.CHAIN, Role.LONGITUDE);
  private static final Map<Role, Role> NAMES =
      new EnumMap<>(
          Map.of(
              Role.FILM_ID, Role.TITLE,
              Role.CINEMA_ID, Role.CINEMA,
              Role.SCREEN_ID, Role.SCREEN));

  final FeedTable table;
  final Corrections said;
  final Picks picks;

  /// What may be the start, the likeliest first.
  final List<Start> starts;

  /// Null where the file lists no times.
  final @Nullable Start start;

  /// From rows to the ids of other rows, by what these are: [Role#FILM_ID] and its like.
  final Map<Role, IdReference> references = new EnumMap<>(Role.class);

  final Labels labels;
  final ZoneGuess zone;

  /// @throws Corrections.InvalidCorrection if a correction names a column that is not there
  Proposer(FeedTable table, Corrections said) throws Corrections.InvalidCorrection {
    StartSearch times = new StartSearch(table, said.ofFile("order"));
    this.table = table;
    this.said = said;
    this.picks = new Picks(table, times, said);
    this.starts = times.all();
    this.start = start(table, said, times, starts);
    if (start == null) {
      picks.choose(OF_CINEMA, ColumnPath.ROOT, _ -> true);
      nameCinemas();
    } else {
      picks.used().addAll(start.used());
      chooseShowing(start);
    }
    this.zone = ZoneGuess.of(table, picks.columns(), start, said);
    ColumnPath rows = start == null ? ColumnPath.ROOT : start.rows();
    this.labels = Labels.of(table, rows, picks.used()).corrected(table, said);
  }

  /// The rows of the showings, or of a list of cinemas.
  ColumnPath rows() {
    FileColumn name = column(Role.CINEMA);
    return start != null ? start.rows() : name == null ? ColumnPath.ROOT : name.place().rows();
  }

  @Nullable FileColumn column(Role role) {
    return picks.columns().get(role);
  }

  /// Rows that name the screens of the showings' rows; null where there are none.
  @Nullable IdReference namesOfScreens() {
    IdReference screens = references.get(Role.SCREEN_ID);
    FileColumn name = column(Role.SCREEN);
    return screens != null
            && name != null
            && name.place().rows().equals(screens.target().place().rows())
        ? screens
        : null;
  }

  private static @Nullable Start start(
      FeedTable table, Corrections said, StartSearch times, List<Start> starts)
      throws Corrections.InvalidCorrection {
    String stated = said.columnName("startsAt");
    if (stated != null) {
      List<FileColumn> columns = new ArrayList<>();
      boolean one = table.columns().stream().anyMatch(column -> column.toString().equals(stated));
      for (String name : one ? List.of(stated) : List.of(stated.split("\\+", -1))) {
        columns.add(Corrections.column(table, name.strip()));
      }
      return times.of(columns);
    }
    if (starts.isEmpty() || said.isLeftOut("startsAt")) {
      return null;
    }
    boolean places =
        table.columns().stream()
            .anyMatch(
                column -> CinemaFields.isGeoJson(column) || Role.LATITUDE.sureness(column) > 0);
    // A list of places has times as well: those of their last change.
    return places && starts.getFirst().sure() < 60 ? null : starts.getFirst();
  }

  private void chooseShowing(Start first) {
    ColumnPath rows = first.rows();
    Predicate<FileColumn> seen = column -> column.place().isSeenFrom(rows);
    for (Role id : NAMES.keySet()) {
      if (said.stated(id.field) == null) {
        IdReference.in(table, rows, id)
            .ifPresent(reference -> {
              references.put(id, reference);
              picks.put(id, reference.from(), 95);
            });
      }
    }
    // An id that some rows lack would lose them.
    picks.choose(
        Set.of(Role.SHOW_ID),
        rows,
        column -> column.place().rows().equals(rows) && column.count() >= first.count());
    // Names are looked for where the ids of rows lead to, then in the rows themselves.
    references.keySet().forEach(id -> picks.choose(Set.of(NAMES.get(id)), rows, within(id, seen)));
    picks.choose(EnumSet.copyOf(NAMES.values()), rows, seen);
    picks.choose(NAMES.keySet(), rows, seen);
    // An address of a film further out is no booking page of a showing.
    picks.choose(
        Set.of(Role.BOOKING),
        rows,
        column ->
            column.place().isWithin(rows) || (seen.test(column) && column.name().says("booking")));
    FileColumn title = column(Role.TITLE);
    ColumnPath films = title == null ? null : title.place().rows();
    picks.choose(
        OF_FILM,
        rows,
        within(Role.FILM_ID, column -> films != null && column.place().isSeenFrom(films)));
    picks.choose(
        Set.of(Role.DIRECTOR), rows, column -> films != null && column.place().isWithin(films));
    picks.choose(OF_CINEMA, ColumnPath.ROOT, within(Role.CINEMA_ID, seen));
    picks.chooseByValues(rows);
  }

  /// Columns of the rows that an id leads to; the others where it leads nowhere.
  private Predicate<FileColumn> within(Role id, Predicate<FileColumn> others) {
    IdReference reference = references.get(id);
    return reference == null
        ? others
        : column -> column.place().rows().equals(reference.target().place().rows());
  }

  /// The names and ids of a list of cinemas, whose columns need not say that they are cinemas'.
  private void nameCinemas() {
    picks.choose(EnumSet.of(Role.CINEMA, Role.CINEMA_ID), ColumnPath.ROOT, _ -> true);
    boolean placed =
        OF_CINEMA.stream().filter(picks.columns()::containsKey).count() > 1
            || table.columns().stream().anyMatch(CinemaFields::isGeoJson);
    if (placed && column(Role.CINEMA) == null) {
      putFirst(
          Role.CINEMA,
          80,
          column -> column.name().own().equals(List.of("name")) && column.isWords());
    }
    FileColumn name = column(Role.CINEMA);
    if (placed && name != null && column(Role.CINEMA_ID) == null) {
      putFirst(
          Role.CINEMA_ID,
          75,
          column ->
              (column.name().says("id") || column.name().says("number"))
                  && column.isUnique()
                  && column.place().rows().equals(name.place().rows()));
    }
  }

  private void putFirst(Role role, int sureness, Predicate<FileColumn> test) {
    table.columns().stream()
        .filter(test)
        .findFirst()
        .ifPresent(column -> picks.put(role, column, sureness));
  }
}
