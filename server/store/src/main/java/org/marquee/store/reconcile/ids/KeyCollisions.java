package org.marquee.store.reconcile.ids;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.store.reconcile.ids.CollidingShowtimes.Variant;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;

/// Tells showtimes apart that would share an id, because it is made of facts that they share: the
/// same film in the same cinema at the same time, on screens that nobody names, in another version
/// or booked at another address (docs/decisions/0071).
///
/// Which of them has which external id is remembered in `key_collision` as long as one of them is
/// stored.
public final class KeyCollisions {
  /// The most variants of one key in one feed that are kept apart. Of more, the last line counts,
  /// as of lines that say the same: no cinema shows a film so often at one time, and each variant
  /// is compared with all others.
  private static final int MOST_VARIANTS = 1000;

  /// The columns that tell the showtimes of one key apart, in each table that has them.
  private static final String APART = "version, booking_url";

  private final ImportSql sql;

  public KeyCollisions(ImportSql sql) {
    this.sql = sql;
  }

  /// A line as it was staged.
  ///
  /// @param taken when its feed was
  private record Line(
      long number, String key, String externalId, String taken, Variant variant, int mask) {
    static Line of(ResultSet row) throws SQLException {
      return new Line(
          row.getLong("line"),
          row.getString("id"),
          row.getString("external_id"),
          String.valueOf(Sql.instantOrNull(row, "observed_at")),
          KeyCollisions.variant(row),
          row.getInt("attribute_mask"));
    }
  }

  private static Variant variant(ResultSet row) throws SQLException {
    return new Variant(row.getString("version"), row.getString("booking_url"));
  }

  /// @param variant without the version, which is not kept
  private record Stored(Variant variant, int mask) {}

  /// Gives the staged showtimes their ids.
  public void settle() throws SQLException {
    forget();
    // Where feeds that followed one another are read as one, only lines of one feed stand beside
    // each other.
    sql.fill(
        TempTable.COLLIDING_KEY,
        """
        select id from staged_showtime where version is not null group by id, observed_at
        having count(*) > 1 and (min(version) <> max(version)
          or min(coalesce(booking_url, '')) <> max(coalesce(booking_url, '')))
        union select key_id from key_collision where provider_id = :provider
        except select id from staged_showtime where version is not null and id in (
          select id from staged_showtime where version is not null group by id, observed_at having count(*) > %1$d)
        group by id, observed_at having count(distinct (%2$s)) > %1$d
        """
            .formatted(MOST_VARIANTS, APART));
    if (sql.any("select from colliding_key")) {
      sql.run("analyze colliding_key");
      assign();
    }
  }

  private void forget() throws SQLException {
    sql.run(
        """
        delete from key_collision a where a.provider_id = :provider and not exists (
          select from key_collision o left join rekeyed k on k.key_id = o.id
          where o.provider_id = a.provider_id and o.key_id = a.key_id and (exists (select from provider_showtime t where t.id = coalesce(k.id, o.id))
            or exists (select from held_back h where h.id = coalesce(k.id, o.id))))
        """);
  }

  private void assign() throws SQLException {
    Map<String, List<Line>> keys = new TreeMap<>();
    sql.each(
        """
        select line, id, external_id, observed_at, %s, attribute_mask from staged_showtime
        where id in (select id from colliding_key) and version is not null order by line
        """
            .formatted(APART),
        row -> {
          Line line = Line.of(row);
          keys.computeIfAbsent(line.key(), _ -> new ArrayList<>()).add(line);
        });
    Map<String, CollidingShowtimes> known = known();
    Map<String, Stored> stored = stored();
    CopyRows renamed = TempTable.RENAMED_LINE.rows();
    CopyRows named = TempTable.ASSIGNED_KEY.rows();
    for (List<Line> lines : keys.values()) {
      Line first = lines.getFirst();
      CollidingShowtimes namesakes =
          known.computeIfAbsent(first.key(), _ -> new CollidingShowtimes(first.externalId()));
      // In the order in which the feeds followed one another.
      for (List<Line> feed :
          lines.stream().collect(groupingBy(Line::taken, LinkedHashMap::new, toList())).values()) {
        Map<Variant, String> assigned = assign(namesakes, feed, stored.get(first.key()));
        for (Line line : feed) {
          String externalId = Objects.requireNonNull(assigned.get(line.variant()));
          if (!externalId.equals(line.externalId())) {
            renamed.row().bigint(line.number()).text(id(externalId)).text(externalId);
          }
        }
      }
      namesakes
          .known()
          .forEach((externalId, variant) ->
              named
                  .row()
                  .text(first.key())
                  .text(variant.version())
                  .text(variant.bookingUrl())
                  .text(id(externalId))
                  .text(externalId));
    }
    write(renamed, named);
  }

  private static Map<Variant, String> assign(
      CollidingShowtimes namesakes, List<Line> feed, @Nullable Stored stored) {
    Map<Variant, Line> variants = new HashMap<>();
    feed.forEach(line -> variants.put(line.variant(), line));
    Comparator<Variant> likeStored =
        Comparator.comparingInt(variant ->
            stored == null ? 0 : difference(stored, Objects.requireNonNull(variants.get(variant))));
    return namesakes.assign(variants.keySet(), likeStored);
  }

  private static int difference(Stored stored, Line line) {
    return (stored.variant().address().equals(line.variant().address()) ? 0 : 2)
        + (stored.mask() == line.mask() ? 0 : 1);
  }

  private Map<String, CollidingShowtimes> known() throws SQLException {
    Map<String, CollidingShowtimes> known = new HashMap<>();
    sql.each(
        """
        select a.key_id, s.external_id as key, %s, a.external_id
        from key_collision a join (
          select id, min(external_id) as external_id from staged_showtime group by id) s on s.id = a.key_id
        where a.provider_id = :provider
        """
            .formatted(APART),
        row -> {
          String key = row.getString("key");
          known
              .computeIfAbsent(row.getString("key_id"), _ -> new CollidingShowtimes(key))
              .know(row.getString("external_id"), variant(row));
        });
    return known;
  }

  private Map<String, Stored> stored() throws SQLException {
    Map<String, Stored> stored = new HashMap<>();
    sql.each(
        """
        select c.id, '' as version, t.* from colliding_key c left join rekeyed k on k.key_id = c.id
        join (
          select id as stored, booking_url, attribute_mask from showtime where merged is null
          union all select id, booking_url, attribute_mask from showtime_source) t on t.stored = coalesce(k.id, c.id)
        """,
        row ->
            stored.put(
                row.getString("id"), new Stored(variant(row), row.getInt("attribute_mask"))));
    return stored;
  }

  private void write(CopyRows renamed, CopyRows named) throws SQLException {
    sql.fill(TempTable.RENAMED_LINE, renamed);
    sql.fill(TempTable.ASSIGNED_KEY, named);
    sql.run(
        """
        update staged_showtime s set id = r.id, external_id = r.external_id from renamed_line r where r.line = s.line
        """);
    sql.run(
        """
        insert into key_collision (provider_id, key_id, %1$s, id, external_id)
        select :provider::integer, key_id, %1$s, id, external_id from assigned_key
        on conflict (id) do update set version = excluded.version, booking_url = excluded.booking_url
        where (key_collision.version, key_collision.booking_url) is distinct from (excluded.version, excluded.booking_url)
        """
            .formatted(APART));
    // A line that was refused may have been of any of them.
    sql.run(
        """
        insert into staged_mention select m.kind, a.id from staged_mention m join key_collision a on a.key_id = m.id
        where m.kind = 'showtime' and a.id <> m.id
        """);
  }

  private String id(String externalId) {
    return RecordId.of(Kind.SHOWTIME, sql.feed().provider(), externalId);
  }
}
