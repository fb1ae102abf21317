package org.marquee.feed.proposed;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Which column is what, for rows of one kind: the surest column for each role, and each column but
/// once.
final class Picks {
  private static final Pattern CINEMAS =
      Pattern.compile(
          "(?iu).*(kino|cinema|cin[eé]ma|theat|teatro|bioscoop|lichtspiel|filmhaus|palast|palace|odeon|multiplex|cineplex|rex|capitol).*");
  private static final Pattern WORDS = Pattern.compile(".*[a-z ].*");

  /// A name that is not known says nothing, so values decide, and a person should look.
  private static final int BY_VALUES = 40;

  private static final int SURE_OF_TIMES = 84;
  private static final Set<String> SAYING_NOTHING = Set.of(ColumnWords.UNKNOWN, "name");

  private final FeedTable table;
  private final StartSearch times;
  private final Corrections said;
  private final Set<FileColumn> used = new HashSet<>();
  private final Map<Role, FileColumn> columns = new EnumMap<>(Role.class);
  private final Map<Role, Integer> sure = new EnumMap<>(Role.class);

  /// Takes the columns that a person named, before anything is looked for.
  Picks(FeedTable table, StartSearch times, Corrections said) throws Corrections.InvalidCorrection {
    this.table = table;
    this.times = times;
    this.said = said;
    for (Role role : Role.values()) {
      String name = said.columnName(role.field);
      if (role != Role.START && name != null) {
        put(role, Corrections.column(table, name), 100);
      }
    }
  }

  Map<Role, FileColumn> columns() {
    return columns;
  }

  int sureness(Role role) {
    return sure.getOrDefault(role, 0);
  }

  /// The columns that are something already.
  Set<FileColumn> used() {
    return used;
  }

  /// Whether nothing is chosen for a role yet, and nothing stated.
  boolean isOpen(Role role) {
    return !columns.containsKey(role) && said.stated(role.field) == null;
  }

  void put(Role role, FileColumn column, int sureness) {
    columns.put(role, column);
    sure.put(role, sureness);
    used.add(column);
  }

  /// Chooses for some roles among columns, together: the surest choice of all goes first.
  ///
  /// @param nearest rows whose own columns are taken before those that stand further out
  void choose(Set<Role> roles, ColumnPath nearest, Predicate<FileColumn> among) {
    record Candidate(Role role, FileColumn column, int sure) {}
    roles.stream()
        .filter(this::isOpen)
        .flatMap(role ->
            table.columns().stream()
                .filter(among)
                .map(column -> new Candidate(role, column, score(role, column, nearest))))
        // 18.06 may be degrees as well as a time, if the column is called so.
        .filter(
            candidate -> candidate.sure() > (times.isTime(candidate.column()) ? SURE_OF_TIMES : 25))
        .sorted(Comparator.comparingInt(Candidate::sure).reversed())
        .toList()
        .forEach(candidate -> {
          if (!columns.containsKey(candidate.role()) && !used.contains(candidate.column())) {
            put(candidate.role(), candidate.column(), Math.min(100, candidate.sure()));
          }
        });
  }

  /// A column that few rows have says less.
  private int score(Role role, FileColumn column, ColumnPath nearest) {
    ColumnPath rows = column.place().rows();
    int named = role.sureness(column);
    int sure = named > 0 && rows.equals(nearest) ? named + 4 : named;
    return column.count() * 2 < table.rowsAt(rows) ? sure - 20 : sure;
  }

  /// Looks at values where names say nothing: for tables without headings, and headings in words
  /// that are not known.
  void chooseByValues(ColumnPath rows) {
    chooseNames(rows);
    Comparator<FileColumn> fullest = Comparator.comparingInt(FileColumn::count);
    byValues(Role.SCREEN, rows, FileColumn::isScreens, fullest);
    byValues(Role.BOOKING, rows, FileColumn::isAddresses, fullest);
    byValues(Role.ZIP, rows, Role::arePostcodes, fullest);
    byValues(
        Role.CINEMA,
        rows,
        column -> column.isWords() && column.share(CINEMAS) > 0.5,
        Comparator.comparingInt(column -> -column.different().size()));
    if (!columns.containsKey(Role.FILM_ID)) {
      byValues(
          Role.TITLE,
          rows,
          column -> Role.TITLE.fits(column) && column.averageLength() > 4,
          Comparator.comparingDouble(
              column -> column.different().size() * Math.min(column.averageLength(), 20)));
    }
  }

  /// Where members are called by what they are of, that is a cinema outside, then a film.
  private void chooseNames(ColumnPath rows) {
    List<FileColumn> names =
        table.columns().stream()
            .filter(column -> column.place().isName() && isFree(column, rows))
            .sorted(Comparator.comparingInt((FileColumn column) -> -column.place().depth()))
            .toList();
    if (!names.isEmpty() && isOpen(Role.TITLE)) {
      chooseName(names.getFirst(), Role.TITLE, Role.FILM_ID);
      if (names.size() > 1 && isOpen(Role.CINEMA)) {
        chooseName(names.get(1), Role.CINEMA, Role.CINEMA_ID);
      }
    }
  }

  private void chooseName(FileColumn column, Role name, Role id) {
    put(column.share(WORDS) > 0.8 ? name : id, column, BY_VALUES);
  }

  private boolean isFree(FileColumn column, ColumnPath rows) {
    return column.place().isSeenFrom(rows) && !used.contains(column) && !times.isTime(column);
  }

  private void byValues(
      Role role, ColumnPath rows, Predicate<FileColumn> test, Comparator<FileColumn> best) {
    if (isOpen(role)) {
      table.columns().stream()
          .filter(column -> isFree(column, rows))
          .filter(column -> SAYING_NOTHING.containsAll(column.name().own()))
          .filter(test)
          .max(best)
          .ifPresent(column -> put(role, column, BY_VALUES));
    }
  }

  /// Other columns that a role may have, the likeliest first.
  String[] others(Role role, ColumnPath rows) {
    FileColumn chosen = columns.get(role);
    return table.columns().stream()
        .filter(column -> column != chosen && column.place().isSeenFrom(rows) && role.fits(column))
        .sorted(Comparator.comparingInt(role::sureness).reversed())
        .limit(8)
        .map(FileColumn::toString)
        .toArray(String[]::new);
  }
}
