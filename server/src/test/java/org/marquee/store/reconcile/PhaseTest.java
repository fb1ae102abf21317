package org.marquee.store.reconcile;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.KnownFilm;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.notice.Report;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;

/// Compares [Phase] and [TempTable] with the statements of a dozen imports of every kind.
@NullMarked
class PhaseTest {
  private static final Instant MONDAY = Instant.parse("2026-06-01T06:00:00Z");

  /// A table's name, after the words by which it is written.
  private static final Pattern TABLE =
      Pattern.compile(
          "(insert into |update |delete from |truncate |create temporary table if not exists "
              + "|analyze )?(?<![.:'\\w])([a-z_]+)(?![\\w'(.])");

  private final Map<Phase, Set<TempTable>> reads = perPhase();
  private final Map<Phase, Set<TempTable>> writes = perPhase();
  private final Map<TempTable, List<String>> columns = new EnumMap<>(TempTable.class);

  @Test
  void each_phase_reads_and_writes_the_tables_that_it_declares() throws Exception {
    try (Database database = MigratedDatabase.open()) {
      runEverything(database);
    }
    SoftAssertions all = new SoftAssertions();
    all.assertThat(text(reads)).isEqualTo(text(declared(Phase::reads)));
    all.assertThat(text(writes)).isEqualTo(text(declared(Phase::writes)));
    columns.forEach(
        (table, found) -> all.assertThat(found).as("%s", table).isEqualTo(declared(table)));
    all.assertThat(columns.keySet()).isEqualTo(EnumSet.allOf(TempTable.class));
    all.assertAll();
  }

  private static Map<Phase, Set<TempTable>> perPhase() {
    Map<Phase, Set<TempTable>> tables = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      tables.put(phase, EnumSet.noneOf(TempTable.class));
    }
    return tables;
  }

  private static Map<Phase, Set<TempTable>> declared(
      java.util.function.Function<Phase, Set<TempTable>> of) {
    Map<Phase, Set<TempTable>> tables = perPhase();
    tables.replaceAll((phase, none) -> new TreeSet<>(of.apply(phase)));
    // Needs three providers of one cinema, of which the first leaves.
    Objects.requireNonNull(tables.get(Phase.RELINKED)).remove(TempTable.RELINKED_PROGRAMME);
    return tables;
  }

  private static String text(Map<Phase, Set<TempTable>> tables) {
    return tables.entrySet().stream()
        .map(each -> each.getKey() + ": " + new TreeSet<>(each.getValue()))
        .collect(joining("\n"));
  }

  private static List<String> declared(TempTable table) {
    return table.declared().stream()
        .map(column -> column.replace(" primary key", "").replaceAll(" key$", " text C"))
        .map(column ->
            column
                .replaceAll(" timestamptz$", " timestamp with time zone")
                .replaceAll(" timestamp$", " timestamp without time zone")
                .replace(" collate \"C\"", " C"))
        .toList();
  }

  /// The ledger of an import, whose statements are noted.
  private final class Noted implements Ledger {
    private final Database database;

    Noted(Database database) {
      this.database = database;
    }

    @Override
    public Staging stage(String run, String provider, String feed, FeedHeader header) {
      try {
        Watch watch = new Watch(database.connectAgain(""));
        watch.staging =
            PostgresStaging.open(
                watch.proxy(), _ -> database.giveBack(watch.connection), provider, feed, header);
        return watch.staging;
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public Map<String, List<KnownFilm>> titlesOfOthers(String provider, Set<String> keys) {
      return Map.of();
    }

    @Override
    public void remember(Report report) {}
  }

  /// A connection that notes the tables in each statement.
  private final class Watch {
    private final Connection connection;
    private final List<TempTable> fresh = new ArrayList<>();
    private final Map<String, Long> written = new TreeMap<>();
    private @Nullable PostgresStaging staging;
    private @Nullable Phase last;

    Watch(Connection connection) {
      this.connection = connection;
    }

    Connection proxy() {
      return (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (_, method, arguments) -> {
                if (method.getName().equals("prepareStatement")) {
                  note((String) arguments[0]);
                } else if (method.getName().equals("commit")
                    || method.getName().equals("rollback")) {
                  enter(null);
                }
                try {
                  return method.invoke(connection, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getTargetException();
                }
              });
    }

    private void note(String sql) throws SQLException {
      if (staging == null) {
        return;
      }
      Phase phase = staging.phase();
      check();
      enter(phase);
      if (phase == null) {
        return;
      }
      Matcher matcher = TABLE.matcher(sql.replaceAll("\\s+", " "));
      while (matcher.find()) {
        TempTable table = table(matcher.group(2));
        String verb = Objects.requireNonNullElse(matcher.group(1), "");
        if (table == null || verb.equals("analyze ")) {
          continue;
        }
        if (verb.isEmpty()) {
          addTo(reads, phase, table);
        } else {
          addTo(writes, phase, table);
        }
        if (verb.startsWith("create")) {
          fresh.add(table);
        }
      }
    }

    /// The server's counts show what COPY writes; no statement does.
    private void enter(@Nullable Phase phase) throws SQLException {
      if (phase == last) {
        return;
      }
      Phase ended = last;
      if (ended == null) {
        fresh.addAll(
            Arrays.stream(TempTable.values())
                .takeWhile(table -> table != TempTable.COLLIDING_KEY)
                .toList());
        check();
      }
      Map<String, Long> now = new TreeMap<>();
      Sql.of(
              """
              select relname, n_tup_ins + n_tup_upd + n_tup_del as n from pg_stat_xact_user_tables
              where schemaname like 'pg_temp%'
              """)
          .each(connection, row -> now.put(row.getString("relname"), row.getLong("n")));
      now.forEach((name, count) -> {
        TempTable table = table(name);
        if (ended != null && table != null && count > written.getOrDefault(name, 0L)) {
          addTo(writes, ended, table);
        }
      });
      written.clear();
      written.putAll(now);
      last = phase;
    }

    private void check() throws SQLException {
      for (TempTable table : fresh) {
        List<String> found =
            Sql.of(
                    """
                    select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                      || case when c.collname = 'C' then ' C' else '' end as text
                    from pg_attribute a left join pg_collation c on c.oid = a.attcollation
                    where a.attrelid = to_regclass('pg_temp.' || :table) and a.attnum > 0 order by a.attnum
                    """)
                .bind("table", table.sqlName())
                .list(connection, row -> row.getString("text"));
        columns.put(table, table == TempTable.FORGOTTEN_HELD_BACK ? declared(table) : found);
      }
      fresh.clear();
    }
  }

  private static void addTo(Map<Phase, Set<TempTable>> tables, Phase phase, TempTable table) {
    Objects.requireNonNull(tables.get(phase)).add(table);
  }

  private static @Nullable TempTable table(String name) {
    return Arrays.stream(TempTable.values())
        .filter(table -> table.sqlName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static FeedHeader header(
      FeedHeader.Mode mode, int day, FeedHeader.@Nullable Covers covers) {
    return new FeedHeader(
        mode, MONDAY.plus(Duration.ofDays(day)), null, covers, FeedHeader.Keys.MADE);
  }

  private static FeedHeader full(int day) {
    return header(FeedHeader.Mode.FULL, day, null);
  }

  private void runEverything(Database database) throws IOException {
    Imports imports = new Imports(new Import(new Noted(database), InstantSource.system()));
    Rules normal = new Rules.Normal(Shrinking.REFUSED, Effect.COMMIT);
    Rules accepted = new Rules.Normal(Shrinking.ACCEPTED, Effect.COMMIT);
    ScriptedFeed first =
        new ScriptedFeed(
            full(0),
            pen -> {
              pen.add(new FeedRecord.Chain("c", "Chain", null, null));
              pen.rex("Europe/London", "c").ritz(null);
              pen.film("s", "Solaris", "x1").film("a", "Alien", null).film("n", null, "x2");
              pen.film("z", "Zardoz", null).film("h", null, null);
              pen.add(new FeedRecord.Screen("1", "rex", "Screen 1", null));
              for (int day = 1; day < 20; day++) {
                pen.show("s" + day, "s", "rex", day, 0, day % 2 == 0 ? "1" : null);
              }
              pen.show("s1", "s", "rex", 1, 0, null);
              pen.show("blue", "a", "rex", 2, 30, new FeedRecord.ScreenSeen(null, "Blue"), null);
              pen.show("unnamed", "a", "rex", 3, 30, "9");
              pen.show("n1", "n", "rex", 4, 45, null).show("r1", "s", "ritz", 5, 0, null);
              pen.show("k", "a", "rex", 6, 15, null, "2d").show("k", "a", "rex", 6, 15, null, "3d");
              pen.show("h1", "h", "rex", 8, 15, null);
              pen.show("?", "unknown", "rex", 7, 15, null);
            });
    imports.run("a", normal, first);
    imports.run(
        "b",
        normal,
        new ScriptedFeed(
            full(0),
            pen -> {
              pen.rex("Europe/London", null).ritz("LS2 2BB");
              pen.film("s", "Solaris", "x1").film("n", "Nostalghia", "x2");
              pen.show("b1", "s", "rex", 1, 0, null).show("b2", "n", "rex", 9, 0, null);
            }));
    ScriptedFeed second =
        new ScriptedFeed(
            full(1),
            pen -> {
              pen.rex("Europe/Madrid", "c").ritz(null);
              pen.film("s", "Solaris", "x1").film("a", "Alien (1979)", null).film("n", null, "x2");
              pen.film("h", null, null).show("h1", "h", "rex", 8, 15, null);
              pen.add(new FeedRecord.Screen("1", "rex", "Screen 1", null));
              pen.add(new FeedRecord.Screen("2", "rex", "Blue", null));
              for (int day = 1; day < 16; day++) {
                pen.show(
                    day % 5 == 0 ? "moved" + day : "s" + day,
                    "s",
                    "rex",
                    day,
                    day % 5 == 0 ? 20 : 0,
                    "1");
              }
              pen.show("blue2", "a", "rex", 2, 35, new FeedRecord.ScreenSeen(null, "Blue"), null);
              pen.show("k", "a", "rex", 6, 15, null, "3d").show("k", "a", "rex", 6, 15, null, "2d");
              pen.cancel("s16").refuse("s17");
            });
    imports.run("a", normal, second);
    imports.run("a", normal, new ScriptedFeed(full(2), pen -> pen.rex("Europe/Madrid", "c")));
    ScriptedFeed delta =
        new ScriptedFeed(
            header(FeedHeader.Mode.DELTA, 3, null),
            pen -> {
              pen.film("d", "Dogville", null);
              pen.show("d1", "d", "rex", 21, 0, null).withdraw(Kind.SHOWTIME, "d1", null);
              pen.withdraw(Kind.SHOWTIME, "s3", null).withdraw(Kind.SHOWTIME, "s1", null);
              pen.withdraw(Kind.FILM, "z", null).withdraw(Kind.SCREEN, "2", "rex");
              pen.withdraw(Kind.CINEMA, "ritz", null).withdraw(Kind.CHAIN, "c", null);
            });
    Report last = imports.run("a", normal, delta);
    imports.run("a", undo(last, 3, 2), second);
    Report covering =
        imports.run(
            "a",
            normal,
            new ScriptedFeed(
                header(FeedHeader.Mode.FULL, 4, new FeedHeader.Covers(null, null, Set.of("rex"))),
                pen ->
                    pen.rex("Europe/London", "c")
                        .add(new FeedRecord.Screen("1", "rex", "Screen 1", null))
                        .film("s", "Solaris", "x1")
                        .show("s1", "s", "rex", 1, 0, null)));
    imports.run("a", undo(covering, 4, 3), second, delta);
    Report shrunk =
        imports.run(
            "a",
            accepted,
            new ScriptedFeed(full(5), pen -> pen.film("s", "Solaris", "x1").ritz("LS2 2BB")));
    imports.run("a", undo(shrunk, 5, 3), second, delta);
  }

  private static Rules undo(Report report, int day, int last) {
    return new Rules.Undo(
        Objects.requireNonNull(report.revision()),
        MONDAY.plus(Duration.ofDays(day)),
        MONDAY.plus(Duration.ofDays(last)),
        MONDAY,
        Effect.COMMIT);
  }

  private record Imports(Import imports) {
    Report run(String provider, Rules rules, ScriptedFeed... scripts) throws IOException {
      List<Import.Feed> feeds =
          Arrays.stream(scripts)
              .map(script ->
                  new Import.Feed(
                      script,
                      new FeedSource(
                          List.of(World.part(new byte[0])), script.header().observedAt(), null)))
              .toList();
      Report report = imports.run(new Import.Order(feeds, provider, rules));
      assertThat(report.result()).as("%s", report.refusal()).isEqualTo(Report.Result.APPLIED);
      return report;
    }
  }
}
