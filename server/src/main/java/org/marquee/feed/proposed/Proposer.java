package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
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

  private final FeedTable table;
  private final Corrections said;
  private final StartSearch times;
  private final Picks picks;

  private Proposer(FeedTable table, Corrections said) throws Corrections.Fault {
    this.table = table;
    this.said = said;
    this.times = new StartSearch(table, order(said));
    this.picks = new Picks(table, times, said);
    picks.takeSaid();
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
    ColumnPath rows() {
      return start == null ? listed() : start.rows();
    }

    /// The rows of a list of cinemas.
    private ColumnPath listed() {
      FileColumn name = picks.columns().get(Role.CINEMA);
      return name == null ? ColumnPath.ROOT : name.place().rows();
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

    @Nullable FileColumn column(Role role) {
      return picks.columns().get(role);
    }
  }

  /// @throws Corrections.Fault if a correction names a column that is not there
  static Decided decide(FeedTable table, Corrections said) throws Corrections.Fault {
    return new Proposer(table, said).decide();
  }

  private static @Nullable DayOrder order(Corrections said) {
    String order = said.find("order");
    if (order == null || order.isEmpty()) {
      return null;
    }
    return order.equals("day-first") ? DayOrder.DAY_FIRST : DayOrder.MONTH_FIRST;
  }

  private Decided decide() throws Corrections.Fault {
    List<Start> starts = times.all();
    Start start = start(starts);
    Map<Role, IdReference> references = new HashMap<>();
    if (start == null) {
      chooseCinemas(column -> true);
      nameCinemas();
    } else {
      if (start instanceof Start.InColumns(List<TimeColumn> parts, _, _)) {
        parts.forEach(part -> picks.use(part.column()));
      } else if (start instanceof Start.InHeadings headings) {
        headings.headings().forEach(heading -> picks.use(heading.column()));
        headings.beside().forEach(part -> picks.use(part.column()));
      }
      chooseShowing(start, references);
    }
    ZoneGuess zone = ZoneGuess.of(table, picks.columns(), start);
    ColumnPath rows = start == null ? ColumnPath.ROOT : start.rows();
    Labels labels = Labels.of(table, rows, picks.used()).corrected(table, said);
    return new Decided(table, said, start, starts, picks, references, labels, zone);
  }

  private @Nullable Start start(List<Start> starts) throws Corrections.Fault {
    if (said.names("startsAt")) {
      List<FileColumn> columns = new ArrayList<>();
      String text = String.valueOf(said.find("startsAt"));
      boolean one = table.columns().stream().anyMatch(column -> column.toString().equals(text));
      for (String name : one ? List.of(text) : List.of(text.split("\\+", -1))) {
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

  private void chooseShowing(Start start, Map<Role, IdReference> references) {
    ColumnPath rows = start.rows();
    Predicate<FileColumn> seen = column -> column.place().isSeenFrom(rows);
    for (Role id : List.of(Role.FILM_ID, Role.CINEMA_ID, Role.SCREEN_ID)) {
      IdReference found = said.find(id.field) == null ? IdReference.find(table, rows, id) : null;
      if (found != null) {
        references.put(id, found);
        picks.put(id, found.from(), 95);
      }
    }
    // An id that some rows lack would lose them.
    picks.choose(
        EnumSet.of(Role.SHOW_ID),
        rows,
        column -> column.place().rows().equals(rows) && column.count() >= start.count());
    choose(EnumSet.of(Role.TITLE, Role.CINEMA, Role.SCREEN), rows, seen, references);
    picks.choose(EnumSet.of(Role.FILM_ID, Role.CINEMA_ID, Role.SCREEN_ID), rows, seen);
    picks.choose(EnumSet.of(Role.BOOKING), rows, column -> isOfRow(column, rows));
    FileColumn title = picks.columns().get(Role.TITLE);
    picks.choose(
        OF_FILM,
        rows,
        within(
            references.get(Role.FILM_ID),
            column -> title != null && column.place().isSeenFrom(title.place().rows())));
    if (title != null) {
      picks.choose(
          EnumSet.of(Role.DIRECTOR), rows, column -> column.place().isWithin(title.place().rows()));
    }
    chooseCinemas(within(references.get(Role.CINEMA_ID), seen));
    picks.chooseByValues(rows);
  }

  /// Names are looked for where the ids of rows lead to, then in the rows themselves.
  private void choose(
      Set<Role> names,
      ColumnPath rows,
      Predicate<FileColumn> seen,
      Map<Role, IdReference> references) {
    Map<Role, Role> ids =
        Map.of(Role.TITLE, Role.FILM_ID, Role.CINEMA, Role.CINEMA_ID, Role.SCREEN, Role.SCREEN_ID);
    for (Role name : names) {
      IdReference reference = references.get(ids.get(name));
      if (reference != null) {
        picks.choose(EnumSet.of(name), rows, within(reference, seen));
      }
    }
    picks.choose(names, rows, seen);
  }

  private static Predicate<FileColumn> within(
      @Nullable IdReference reference, Predicate<FileColumn> seen) {
    ColumnPath rows = reference == null ? null : reference.target().place().rows();
    return rows == null ? seen : column -> column.place().rows().equals(rows);
  }

  /// An address of a film further out is no booking page of a showing.
  private static boolean isOfRow(FileColumn column, ColumnPath rows) {
    return column.place().isWithin(rows)
        || (column.place().isSeenFrom(rows) && column.name().says("booking"));
  }

  private void chooseCinemas(Predicate<FileColumn> among) {
    picks.choose(OF_CINEMA, ColumnPath.ROOT, among);
  }

  /// The names and ids of a list of cinemas, whose columns need not say that they are cinemas'.
  private void nameCinemas() {
    picks.choose(EnumSet.of(Role.CINEMA, Role.CINEMA_ID), ColumnPath.ROOT, column -> true);
    boolean placed =
        OF_CINEMA.stream().filter(picks.columns()::containsKey).count() > 1
            || table.columns().stream().anyMatch(CinemaFields::isGeoJson);
    if (!placed) {
      return;
    }
    for (FileColumn column : table.columns()) {
      ColumnName name = column.name();
      if (name.own().equals(List.of("name"))
          && column.isWords()
          && !picks.columns().containsKey(Role.CINEMA)) {
        picks.put(Role.CINEMA, column, 80);
      }
    }
    for (FileColumn column : table.columns()) {
      ColumnName name = column.name();
      if ((name.says("id") || name.says("number"))
          && column.isUnique()
          && !picks.columns().containsKey(Role.CINEMA_ID)
          && picks.columns().get(Role.CINEMA) != null
          && column.place().rows().equals(picks.columns().get(Role.CINEMA).place().rows())) {
        picks.put(Role.CINEMA_ID, column, 75);
      }
    }
  }
}
