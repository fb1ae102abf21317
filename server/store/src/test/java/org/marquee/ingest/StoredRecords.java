package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.marquee.matching.Identity;
import org.marquee.matching.SourceRecord;
import org.marquee.store.reconcile.link.SourceRecords;

/// What must hold for the stored records after every import.
@NullMarked
final class StoredRecords {
  private StoredRecords() {}

  /// Fails if a record, an alias or a source record refers to something that is missing.
  static void assertConsistent(World world) throws SQLException {
    List<String> faults = new ArrayList<>();
    for (String check :
        List.of(
            "select 'alias of a record ' || a.id from alias a where a.id in (select record_id from film_source union select record_id from cinema_source)",
            "select 'alias to nothing ' || a.id from alias a where a.survivor not in (select record_id from film_source union select record_id from cinema_source)",
            "select 'film without a source record ' || f.id from film f where not exists (select from film_source w where w.record_id = f.id)",
            "select 'cinema without a source record ' || f.id from cinema f where not exists (select from cinema_source w where w.record_id = f.id)",
            "select 'film not published ' || w.id from film_source w where not exists (select from film f where f.id = w.record_id)",
            "select 'cinema not published ' || w.id from cinema_source w where not exists (select from cinema f where f.id = w.record_id)",
            "select 'no alias ' || w.id from film_source w where w.id <> w.record_id and not exists (select from alias a where a.id = w.id and a.survivor = w.record_id)",
            "select 'no alias ' || w.id from cinema_source w where w.id <> w.record_id and not exists (select from alias a where a.id = w.id and a.survivor = w.record_id)",
            "select 'showtime of no film ' || s.id from showtime s where not exists (select from film f where f.id = s.film_id)",
            "select 'merged record of one source record ' || w.record_id from showtime_source w where w.record_id not in (select record from correction where what <> 'hide') group by w.record_id having count(*) < 2",
            "select 'not published ' || w.record_id from showtime_source w where not exists (select from showtime s where s.id = w.record_id and s.merged)",
            "select 'merged without a source record ' || s.id from showtime s where s.merged and not exists (select from showtime_source w where w.record_id = s.id)",
            "select 'published twice ' || s.id from showtime s join showtime_source w on w.id = s.id and w.record_id <> s.id",
            "select 'showing in two places ' || w.id from showtime_source w join showtime s on s.id = w.record_id where (w.film_id, w.cinema_id, w.starts_at) is distinct from (s.film_id, s.cinema_id, s.starts_at)",
            "select 'other offset of one showing ' || w.id from showtime_source w join showtime s on s.id = w.record_id join cinema c on c.id = s.cinema_id where c.time_zone is not null and w.offset_minutes <> s.offset_minutes",
            "select 'showtime without a source record ' || s.id from showtime s where not exists (select from film_source w where w.id = coalesce(s.source_film_id, s.film_id) and w.record_id = s.film_id and w.provider_id = s.provider_id)",
            "select 'showtime at no cinema ' || s.id from showtime s where not exists (select from cinema_source w where w.record_id = s.cinema_id and w.provider_id = s.provider_id)",
            "select 'screen of no cinema ' || s.id from screen s where not exists (select from cinema_source w where w.record_id = s.cinema_id and w.provider_id = s.provider_id)")) {
      try (Connection connection = world.database().pool().getConnection();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(check)) {
        while (rows.next()) {
          faults.add(rows.getString(1));
        }
      }
    }
    assertThat(faults).isEmpty();
    assertLinkedAsAWhole(world);
  }

  /// Fails if linking would move a source record once it reads all of them.
  static void assertLinkedAsAWhole(World world) throws SQLException {
    try (Connection connection = world.database().pool().getConnection()) {
      assertThat(moved(connection, SourceRecords.CINEMAS)).isEmpty();
      assertThat(moved(connection, SourceRecords.FILMS)).isEmpty();
    }
  }

  private static <W extends SourceRecord> List<String> moved(
      Connection connection, SourceRecords<W> sources) throws SQLException {
    Map<String, Identity.Bearer> bearers = new HashMap<>();
    List<W> all = new ArrayList<>();
    for (SourceRecords.LinkedSource<W> each : sources.all(connection)) {
      all.add(each.source());
      bearers.put(each.source().id(), each.bearer());
    }
    Map<String, Identity.Id> records =
        Identity.of(
            sources.group(all, sources.decisions(connection)).groups().stream()
                .map(group -> group.stream().map(each -> bearer(bearers, each)).toList())
                .toList());
    return all.stream()
        .filter(each -> !bearer(bearers, each).record().equals(records.get(each.id())))
        .map(each -> each + " is part of " + bearer(bearers, each).record())
        .toList();
  }

  private static Identity.Bearer bearer(Map<String, Identity.Bearer> bearers, SourceRecord of) {
    return Objects.requireNonNull(bearers.get(of.id()));
  }
}
