package org.marquee.feed.proposed;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which column is what, for rows of one kind: the surest column for each role, and each column but
/// once.
final class Picks {
  private static final Pattern CINEMAS =
      Pattern.compile(
          "(?iu).*(kino|cinema|cin[eé]ma|theat|teatro|bioscoop|lichtspiel|filmhaus|palast|palace|odeon|multiplex|cineplex|rex|capitol).*");

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

  Picks(FeedTable table, StartSearch times, Corrections said) {
    this.table = table;
    this.times = times;
    this.said = said;
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

  void use(FileColumn column) {
    used.add(column);
  }

  /// Takes the columns that a person named, before anything is looked for.
  void takeSaid() throws Corrections.Fault {
    for (Role role : Role.values()) {
      if (role != Role.START && said.names(role.field)) {
        put(role, Corrections.column(table, String.valueOf(said.find(role.field))), 100);
      }
    }
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
    List<Candidate> candidates =
        roles.stream()
            .filter(role -> said.find(role.field) == null)
            .flatMap(role ->
                table.columns().stream()
                    .filter(among)
                    .map(column -> new Candidate(role, column, score(role, column, nearest))))
            // 18.06 may be degrees as well as a time, if the column is called so.
            .filter(candidate ->
                candidate.sure() > (times.isTime(candidate.column()) ? SURE_OF_TIMES : 25))
            .sorted(Comparator.comparingInt(Candidate::sure).reversed())
            .toList();
    for (Candidate candidate : candidates) {
      if (!columns.containsKey(candidate.role()) && !used.contains(candidate.column())) {
        put(candidate.role(), candidate.column(), Math.min(100, candidate.sure()));
      }
    }
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
    byValues(Role.SCREEN, rows, FileColumn::isScreens, Comparator.comparingInt(FileColumn::count));
    byValues(
        Role.BOOKING, rows, FileColumn::isAddresses, Comparator.comparingInt(FileColumn::count));
    byValues(Role.ZIP, rows, RoleFit::isPostcodes, Comparator.comparingInt(FileColumn::count));
    byValues(
        Role.CINEMA,
        rows,
        column -> column.isWords() && column.share(CINEMAS) > 0.5,
        Comparator.comparingInt(column -> -column.different().size()));
    if (columns.containsKey(Role.FILM_ID)) {
      return;
    }
    byValues(
        Role.TITLE,
        rows,
        column -> Role.TITLE.fits(column) && column.averageLength() > 4,
        Comparator.comparingDouble(
            column -> column.different().size() * Math.min(column.averageLength(), 20)));
  }

  /// Where members are called by what they are of, that is a cinema outside, then a film.
  private void chooseNames(ColumnPath rows) {
    List<FileColumn> names =
        table.columns().stream()
            .filter(column -> column.place().steps().getLast() == ColumnPath.Step.Many.NAME)
            .filter(column ->
                column.place().isSeenFrom(rows) && !times.isTime(column) && !used.contains(column))
            .sorted(
                Comparator.comparingInt((FileColumn column) -> column.place().depth()).reversed())
            .toList();
    if (names.isEmpty() || columns.containsKey(Role.TITLE) || said.find(Role.TITLE.field) != null) {
      return;
    }
    FileColumn film = names.getFirst();
    boolean words = film.share(Pattern.compile(".*[a-z ].*")) > 0.8;
    put(words ? Role.TITLE : Role.FILM_ID, film, BY_VALUES);
    if (names.size() > 1 && !columns.containsKey(Role.CINEMA) && said.find("cinema") == null) {
      put(
          names.get(1).share(Pattern.compile(".*[a-z ].*")) > 0.8 ? Role.CINEMA : Role.CINEMA_ID,
          names.get(1),
          BY_VALUES);
    }
  }

  private void byValues(
      Role role, ColumnPath rows, Predicate<FileColumn> test, Comparator<FileColumn> best) {
    if (columns.containsKey(role) || said.find(role.field) != null) {
      return;
    }
    table.columns().stream()
        .filter(column ->
            column.place().isSeenFrom(rows) && !used.contains(column) && !times.isTime(column))
        .filter(column -> column.name().own().stream().allMatch(SAYING_NOTHING::contains))
        .filter(test)
        .max(best)
        .ifPresent(column -> put(role, column, BY_VALUES));
  }

  /// Other columns that a role may have, the likeliest first.
  List<String> others(Role role, ColumnPath rows) {
    @Nullable FileColumn chosen = columns.get(role);
    Stream<FileColumn> likely =
        table.columns().stream()
            .filter(
                column -> column != chosen && column.place().isSeenFrom(rows) && role.fits(column))
            .sorted(Comparator.comparingInt(role::sureness).reversed());
    return likely.limit(8).map(FileColumn::toString).toList();
  }
}
