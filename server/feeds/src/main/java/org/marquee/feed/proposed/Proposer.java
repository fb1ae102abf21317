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
  static final Set<Role> OF_FILM =
      EnumSet.of(
          Role.ORIGINAL_TITLE,
          Role.YEAR,
          Role.LENGTH,
          Role.RATING,
          Role.DIRECTOR,
          Role.POSTER,
          Role.RELEASE,
          Role.TMDB,
          Role.IMDB);
  private static final Set<Role> OF_CINEMA =
      EnumSet.of(
          Role.CHAIN,
          Role.ZONE,
          Role.COUNTRY,
          Role.CITY,
          Role.ZIP,
          Role.STREET,
          Role.LATITUDE,
          Role.LONGITUDE);
  private static final Map<Role, Role> NAMES =
      new EnumMap<>(
          Map.of(
              Role.FILM_ID, Role.TITLE,
              Role.CINEMA_ID, Role.CINEMA,
              Role.SCREEN_ID, Role.SCREEN));

  private final FeedTable table;
  private final Corrections said;
  private final StartSearch times;
  private final Picks picks;
  private final Map<Role, IdReference> references = new EnumMap<>(Role.class);

  private Proposer(FeedTable table, Corrections said) throws Corrections.InvalidCorrection {
    String order = said.stated("order");
    this.table = table;
    this.said = said;
    this.times = new StartSearch(table, order == null || order.isEmpty() ? null : order);
    this.picks = new Picks(table, times, said);
  }

  /// What was decided.
  ///
  /// @param start null where the file lists no times
  /// @param starts what else may be the start, the likeliest first
  /// @param references from rows to the ids of other rows, by what these are: [Role#FILM_ID] and
  ///   its like
  record Decided(
      FeedTable table,
      Corrections said,
      @Nullable Start start,
      List<Start> starts,
      Picks picks,
      Map<Role, IdReference> references,
      Labels labels,
      ZoneGuess zone) {
    /// The rows of the showings, or of a list of cinemas.
    ColumnPath rows() {
      FileColumn name = column(Role.CINEMA);
      return start != null ? start.rows() : name == null ? ColumnPath.ROOT : name.place().rows();
    }

    @Nullable FileColumn column(Role role) {
      return picks.column(role);
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
  }

  /// @throws Corrections.InvalidCorrection if a correction names a column that is not there
  static Decided decide(FeedTable table, Corrections said) throws Corrections.InvalidCorrection {
    return new Proposer(table, said).decide();
  }

  private Decided decide() throws Corrections.InvalidCorrection {
    List<Start> starts = times.all();
    Start start = start(starts);
    if (start == null) {
      picks.choose(OF_CINEMA, ColumnPath.ROOT, _ -> true);
      nameCinemas();
    } else {
      picks.used().addAll(start.used());
      chooseShowing(start);
    }
    ZoneGuess zone = ZoneGuess.of(table, picks.columns(), start, said);
    ColumnPath rows = start == null ? ColumnPath.ROOT : start.rows();
    Labels labels = Labels.of(table, rows, picks.used()).corrected(table, said);
    return new Decided(table, said, start, starts, picks, references, labels, zone);
  }

  private @Nullable Start start(List<Start> starts) throws Corrections.InvalidCorrection {
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

  private void chooseShowing(Start start) {
    ColumnPath rows = start.rows();
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
        EnumSet.of(Role.SHOW_ID),
        rows,
        column -> column.place().rows().equals(rows) && column.count() >= start.count());
    // Names are looked for where the ids of rows lead to, then in the rows themselves.
    references.keySet().forEach(id -> picks.choose(Set.of(NAMES.get(id)), rows, within(id, seen)));
    picks.choose(EnumSet.copyOf(NAMES.values()), rows, seen);
    picks.choose(NAMES.keySet(), rows, seen);
    // An address of a film further out is no booking page of a showing.
    picks.choose(
        EnumSet.of(Role.BOOKING),
        rows,
        column ->
            column.place().isWithin(rows) || (seen.test(column) && column.name().says("booking")));
    FileColumn title = picks.column(Role.TITLE);
    ColumnPath films = title == null ? null : title.place().rows();
    picks.choose(
        OF_FILM,
        rows,
        within(Role.FILM_ID, column -> films != null && column.place().isSeenFrom(films)));
    picks.choose(
        EnumSet.of(Role.DIRECTOR), rows, column -> films != null && column.place().isWithin(films));
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
    if (!placed) {
      return;
    }
    for (FileColumn column : table.columns()) {
      boolean isName = column.name().own().equals(List.of("name")) && column.isWords();
      if (isName && picks.column(Role.CINEMA) == null) {
        picks.put(Role.CINEMA, column, 80);
      }
    }
    FileColumn name = picks.column(Role.CINEMA);
    for (FileColumn column : table.columns()) {
      boolean isId = column.name().says("id") || column.name().says("number");
      if (name != null
          && isId
          && column.isUnique()
          && column.place().rows().equals(name.place().rows())
          && picks.column(Role.CINEMA_ID) == null) {
        picks.put(Role.CINEMA_ID, column, 75);
      }
    }
  }
}
