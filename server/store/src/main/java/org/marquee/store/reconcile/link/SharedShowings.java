package org.marquee.store.reconcile.link;

import static java.util.stream.Collectors.joining;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.What;
import org.marquee.listing.Kind;
import org.marquee.matching.Showings;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.record.RecordTable;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.CopyRows;

/// Publishes one showtime where several providers list the same showing, or where a person has
/// corrected it: what its source says is kept apart then.
///
/// Only where cinemas are shared by providers or showings corrected is there anything to do, and
/// only for showings of which something was written in this revision.
public record SharedShowings(Statements sql) {
  /// The most listings of one film in one cinema at one time that are compared
  /// (docs/decisions/0071). Of more, none is joined to another: no cinema has so many screens, and
  /// they would fill the memory.
  private static final int MOST_LISTINGS = 10_000;

  /// From this many changes of an import on, tables are joined by hashes. The planner's statistics
  /// are from before the import, so it expects few rows and would read one table for each row of
  /// another.
  private static final int MANY_CHANGES = 10_000;

  /// The cinemas that several providers list.
  private static final String SHARED_CINEMAS =
      """
      select a.record_id from cinema_source a
      join cinema_source b on b.record_id = a.record_id and b.provider_id <> a.provider_id
      """;

  /// The showings of which a person says something else than their sources.
  private static final String CORRECTED =
      "select record from correction where kind = 'showtime' and what <> '%s'"
          .formatted(What.HIDE.word());

  public void join() throws SQLException {
    if (sql.any("select from showtime_source") || sql.any(SHARED_CINEMAS) || sql.any(CORRECTED)) {
      long changes =
          sql.number(
              "select count(*) from (select from change where n = :revision limit %d) c"
                  .formatted(MANY_CHANGES));
      if (changes == MANY_CHANGES) {
        sql.run("set local enable_nestloop = off");
      }
      findTouched();
      if (sql.any(
          "select from touched_showing union all select from left_record where kind = 'showtime'")) {
        sql.run("analyze touched_showing");
        group();
        apply();
      }
      sql.run("set local enable_nestloop = default");
    }
  }

  private void findTouched() throws SQLException {
    sql.run(
        """
        insert into touched_showing
        select s.cinema_id, s.film_id, s.starts_at from change c join showtime s on s.id = c.id
        where c.n = :revision and c.kind = 'showtime' and s.cinema_id in (%s)
        union
        select cinema_id, film_id, starts_at from showtime_source where written = :revision
          or record_id in (select id from left_record where kind = 'showtime')
        union
        -- What was together, and is now at another time or place.
        select o.cinema_id, o.film_id, o.starts_at from showtime_source w join showtime_source o on o.record_id = w.record_id
        where w.written = :revision
        union
        select cinema_id, film_id, starts_at from showtime where merged is null and id in (%s)
        """
            .formatted(SHARED_CINEMAS, CORRECTED));
  }

  /// A listing.
  ///
  /// @param block its film, cinema and time; of a crowded block each listing is alone
  /// @param since when its provider first listed it
  /// @param before the record that it was part of; null for one that was alone
  /// @param isCorrected whether it is a record of its source even where it is alone
  private record Candidate(
      Showings.Listed listed,
      String block,
      long since,
      @Nullable String before,
      boolean isCorrected) {
    static final Comparator<Candidate> OLDEST =
        Comparator.comparingLong(Candidate::since)
            .thenComparingInt(each -> each.listed().provider())
            .thenComparing(each -> each.listed().id());

    static Candidate of(ResultSet row) throws SQLException {
      return new Candidate(
          new Showings.Listed(
              row.getString("id"),
              row.getInt("provider_id"),
              Showings.screenKey(row.getString("screen"))),
          row.getString("block"),
          row.getLong("since"),
          row.getString("record_id"),
          row.getBoolean("corrected"));
    }
  }

  /// Lays out which record each listing is to be part of; null for one that is alone.
  private void group() throws SQLException {
    CopyRows rows = TempTable.GROUPED_SHOWING.rows();
    sql.fill(TempTable.GROUPED_SHOWING, rows);
    List<Candidate> block = new ArrayList<>();
    sql.each(
        """
        select t.id, t.provider_id, r.name as screen, t.record_id, t.id in (%2$s) as corrected,
          case when count(*) over (partition by t.cinema_id, t.film_id, t.starts_at) > %1$d then t.id
            else concat_ws(' ', t.cinema_id, t.film_id, t.starts_at) end as block,
          -- Not a join: the planner takes the new ones for few, and would read them again for each row.
          coalesce(w.since, case when t.id in (
            select id from change where n = :revision and kind = 'showtime' and what = '+')
            then (select n from revision) else 0 end) as since
        from provider_showtime t
        join (select distinct cinema_id, film_id, starts_at from touched_showing) b
          on b.cinema_id = t.cinema_id and b.starts_at = t.starts_at and b.film_id = t.film_id || '' -- not by its index: other cinemas show it then too
        left join showtime_source w on w.id = t.id
        left join screen r on r.id = t.screen_id
        order by block, t.id
        """
            .formatted(MOST_LISTINGS, CORRECTED),
        row -> {
          Candidate next = Candidate.of(row);
          if (!block.isEmpty() && !block.getFirst().block().equals(next.block())) {
            write(block, rows);
            block.clear();
          }
          block.add(next);
        });
    write(block, rows);
    rows.send(sql.connection());
    sql.run("create index if not exists grouped_showing_by_id on grouped_showing (id)");
    sql.run("analyze grouped_showing");
  }

  private void write(List<Candidate> block, CopyRows rows) throws SQLException {
    Map<String, String> records = new HashMap<>();
    Map<String, Candidate> byId = new HashMap<>();
    block.forEach(each -> byId.put(each.listed().id(), each));
    for (List<Showings.Listed> group :
        Showings.same(block.stream().map(Candidate::listed).toList())) {
      Candidate oldest =
          group.stream()
              .map(each -> Objects.requireNonNull(byId.get(each.id())))
              .min(Candidate.OLDEST)
              .orElseThrow();
      group.forEach(each -> records.put(each.id(), oldest.listed().id()));
    }
    for (Candidate each : block) {
      String id = each.listed().id();
      if (each.isCorrected()) {
        records.putIfAbsent(id, id);
      }
      if (records.containsKey(id) || each.before() != null) {
        rows.row().text(id).text(records.get(id)).bigint(each.since()).text(each.before());
      }
    }
    if (rows.isFull()) {
      rows.send(sql.connection());
    }
  }

  private static final RecordTable<?> TABLE = ShowtimeColumns.TABLE;

  private static final List<String> COLUMNS =
      Stream.concat(
              Stream.of("id", "provider_id", "observed_at", "observed_updated_at"),
              TABLE.content().stream())
          .toList();

  private static final String LISTED = String.join(", ", COLUMNS);

  private void apply() throws SQLException {
    sql.run(
        """
        insert into showtime_source (%1$s, record_id, since, written)
        select %2$s, x.record_id, x.since, (select n from revision) from grouped_showing x join showtime s on s.id = x.id
        where x.before is null and s.merged is null
        """
            .formatted(LISTED, RecordTable.of("s", COLUMNS)));
    sql.run(
        """
        update showtime_source w set record_id = x.record_id, written = (select n from revision) from grouped_showing x
        where x.id = w.id and x.before is not null and x.record_id <> w.record_id
        """);
    sql.run(
        """
        insert into left_record select distinct 'showtime', x.before from grouped_showing x
        where x.before is not null and x.record_id is distinct from x.before
        """);
    publishAlone();
    publishTogether();
    sql.run(
        """
        delete from showtime s using grouped_showing x
        where s.id = x.id and x.record_id <> s.id
          and not exists (select from showtime_source w where w.record_id = s.id)
        """);
    sql.run(
        """
        delete from showtime s using left_record l
        where l.kind = 'showtime' and s.id = l.id and s.merged
          and not exists (select from showtime_source w where w.record_id = s.id)
        """);
    sql.run("delete from left_record where kind = 'showtime'");
  }

  private void publishAlone() throws SQLException {
    upsert(
        """
        select %1$s, null::boolean as merged from showtime_source w join grouped_showing x on x.id = w.id
        where x.record_id is null
        """
            .formatted(RecordTable.of("w", COLUMNS)));
    sql.run(
        "delete from showtime_source w using grouped_showing x where x.id = w.id and x.record_id is"
            + " null");
  }

  /// Of the first listing that has a value, where it is one that any of them may supply.
  private static String first(String column) {
    if (column.equals("details")) {
      return JoinedDetails.of(TABLE);
    }
    String there =
        switch (column) {
          case "attribute_mask" -> "w.attribute_mask <> 0";
          case "screen_name" -> "w.screen_id is not null";
          default -> "w." + column + " is not null";
        };
    return "(array_agg(w.%1$s order by %3$s) filter (where %2$s))[1] as %1$s"
        .formatted(column, there, TABLE.order());
  }

  private static String together(String column) {
    return switch (column) {
      case "id" -> "m.record_id as id";
      case "attribute_mask" -> "coalesce(m.attribute_mask, 0::smallint) as attribute_mask";
      case "details" -> "corrected_details(m.details, h.fields -> 'details') as details";
      default -> (TABLE.supplied().contains(column) ? "m." : "v.") + column;
    };
  }

  private void publishTogether() throws SQLException {
    upsert(
        """
        select %s, true as merged
        from (
          select w.record_id, (array_agg(w.id order by %s))[1] as first, %s
          from showtime_source w join provider p on p.id = w.provider_id
          where w.record_id in (select record_id from showtime_source where written = :revision
            union select id from left_record where kind = 'showtime')
          group by w.record_id) m
        join showtime_source v on v.id = m.first
        left join jsonb_each(:corrected::jsonb) h(id, fields) on h.id = m.record_id
        """
            .formatted(
                COLUMNS.stream().map(SharedShowings::together).collect(joining(", ")),
                TABLE.order(),
                TABLE.supplied().stream().map(SharedShowings::first).collect(joining(", "))));
  }

  private void upsert(String select) throws SQLException {
    sql.statement(
            """
            insert into showtime as k (%1$s, merged) select %1$s, merged from (%2$s) n
            on conflict (id) do update set (%1$s, merged) = row(%3$s, excluded.merged)
            where row(%4$s, k.merged) is distinct from row(%3$s, excluded.merged)
            """
                .formatted(
                    LISTED,
                    select,
                    RecordTable.of("excluded", COLUMNS),
                    RecordTable.of("k", COLUMNS)))
        .bind("corrected", new CorrectedRecords(sql).columns(Kind.SHOWTIME))
        .run(sql.connection());
  }
}
