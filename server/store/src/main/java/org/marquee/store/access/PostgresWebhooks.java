package org.marquee.store.access;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangeFilter;
import org.marquee.listing.Kind;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// The webhooks of customers in PostgreSQL: what they want, and how far each has come. Each
/// delivery is claimed by one node.
public final class PostgresWebhooks {
  private static final String ENTITLED =
      """
      exists (select from organization o join entitlement e on e.organization = o.name
        where o.name = w.organization and not o.suspended and e.valid_from <= clock_timestamp()
          and (e.valid_until is null or e.valid_until > clock_timestamp()))
      """;

  private final Database database;

  public PostgresWebhooks(Database database) {
    this.database = database;
  }

  /// One of them, as it is listed.
  ///
  /// @param state `active`, `failing`, `unentitled` (nothing is sent until the organization is
  ///   entitled) or `off` (nothing is sent any more)
  /// @param position behind what was sent last
  /// @param oldUntil until when the secret from before signs too; null: there is none
  /// @param failure why the last attempt failed; null where it did not
  public record Webhook(
      String id,
      String organization,
      String url,
      ChangeFilter filter,
      String position,
      String state,
      Instant created,
      @Nullable Instant oldUntil,
      @Nullable Instant deliveredAt,
      @Nullable Instant failingSince,
      @Nullable String failure,
      @Nullable Instant disabledAt) {}

  /// One to deliver to.
  ///
  /// @param secrets by which to sign: one, or two while one rotates
  /// @param position behind what was sent last
  /// @param attempts that failed since then
  public record Due(
      String id,
      String organization,
      String url,
      ChangeFilter filter,
      List<String> secrets,
      String position,
      int attempts,
      @Nullable Instant failingSince) {}

  /// Enters a webhook.
  ///
  /// @param position where it begins
  /// @return false: there is no such organization
  public boolean create(
      String id,
      String organization,
      String url,
      ChangeFilter filter,
      String secret,
      String position) {
    ChangeFilter.Area near = filter.near();
    return change(
        Audited.WEBHOOK_CREATE,
        id,
        Sql.of(
                """
                insert into webhook (id, organization, url, kinds, film, cinema, latitude, longitude, kilometres, with_details, secret, position)
                select :id, name, :url, :kinds, :film, :cinema, :latitude, :longitude, :kilometres, :with_details, :secret, :position
                from organization where name = :organization\
                """)
            .bind("id", id)
            .bind("url", url)
            .bind("kinds", filter.kinds().stream().sorted().map(Kind::word).collect(joining(",")))
            .bind("film", filter.film())
            .bind("cinema", filter.cinema())
            .bind("latitude", near == null ? null : near.latitude())
            .bind("longitude", near == null ? null : near.longitude())
            .bind("kilometres", near == null ? null : near.kilometres())
            .bind("with_details", filter.breadth() == Breadth.WITH_DETAILS)
            .bind("secret", secret)
            .bind("position", position)
            .bind("organization", organization));
  }

  /// Gives a webhook another secret; the one before signs too for a while.
  ///
  /// @return false: there is no such webhook
  public boolean rotate(String id, String secret, Duration keepOld) {
    return change(
        Audited.WEBHOOK_ROTATE,
        id,
        Sql.of(
                """
                update webhook set old_secret = secret, secret = :secret,
                  old_until = clock_timestamp() + :keep::interval
                where id = :id\
                """)
            .bind("secret", secret)
            .bind("keep", keepOld.toString())
            .bind("id", id));
  }

  /// Switches a webhook on again that was switched off. It goes on at a position.
  public void resume(String id, String position) {
    change(
        Audited.WEBHOOK_RESUME,
        id,
        Sql.of(
                """
                update webhook set disabled_at = null, failing_since = null, failure = null, attempts = 0, seen = null,
                  due_at = clock_timestamp(), position = :position where id = :id and disabled_at is not null\
                """)
            .bind("position", position)
            .bind("id", id));
  }

  /// Removes a webhook.
  ///
  /// @return false: there is no such webhook
  public boolean remove(String id) {
    return change(
        Audited.WEBHOOK_REMOVE, id, Sql.of("delete from webhook where id = :id").bind("id", id));
  }

  private boolean change(Audited what, String id, Sql statement) {
    return PostgresAccess.changing(
        database.pool(),
        connection -> new Audit(database.actor()).change(connection, what, id, statement::run) > 0);
  }

  /// All of them, by organization.
  public List<Webhook> list() {
    return ask(connection ->
        Sql.of(
                "select w.*, case when disabled_at is not null then 'off' when not "
                    + ENTITLED
                    + " then 'unentitled' when failing_since is not null then 'failing' else"
                    + " 'active' end as state from webhook w order by organization, created, id")
            .list(
                connection,
                row ->
                    new Webhook(
                        row.getString("id"),
                        row.getString("organization"),
                        row.getString("url"),
                        filter(row),
                        row.getString("position"),
                        row.getString("state"),
                        Sql.instant(row, "created"),
                        Sql.instantOrNull(row, "old_until"),
                        Sql.instantOrNull(row, "delivered_at"),
                        Sql.instantOrNull(row, "failing_since"),
                        row.getString("failure"),
                        Sql.instantOrNull(row, "disabled_at"))));
  }

  private static ChangeFilter filter(ResultSet row) throws SQLException {
    Set<Kind> kinds =
        Arrays.stream(row.getString("kinds").split(","))
            .flatMap(word -> Kind.find(word).stream())
            .collect(toSet());
    Double radius = row.getObject("kilometres", Double.class);
    return new ChangeFilter(
        kinds.isEmpty() ? EnumSet.allOf(Kind.class) : kinds,
        row.getString("film"),
        row.getString("cinema"),
        radius == null
            ? null
            : new ChangeFilter.Area(row.getDouble("latitude"), row.getDouble("longitude"), radius),
        row.getBoolean("with_details") ? Breadth.WITH_DETAILS : Breadth.RECORDS);
  }

  /// Takes the next webhook for whose entitled organization something may have changed. Time in
  /// which nobody could take it, as while the organization was suspended, is no time of failures.
  ///
  /// @param lease after which another node may take it, unless something became of it
  /// @param except organizations whose turn it is not
  public Optional<Due> claim(Duration lease, Set<String> except) {
    return ask(connection ->
        Sql.of(
                """
                update webhook set due_at = clock_timestamp() + :lease::interval, failing_since = failing_since + (clock_timestamp() - due_at)
                where id = (
                  select w.id from webhook w, revision r
                  where w.disabled_at is null and w.due_at <= clock_timestamp()
                    and w.seen is distinct from r.mark and not w.organization = any (:except) and %s
                  order by w.due_at limit 1 for update of w skip locked)
                returning *, case when old_until > clock_timestamp() then old_secret end as also\
                """
                    .formatted(ENTITLED))
            .bind("lease", lease.toString())
            .bind("except", except)
            .first(connection, PostgresWebhooks::due));
  }

  private static Due due(ResultSet row) throws SQLException {
    String also = row.getString("also");
    String secret = row.getString("secret");
    return new Due(
        row.getString("id"),
        row.getString("organization"),
        row.getString("url"),
        filter(row),
        also == null ? List.of(secret) : List.of(secret, also),
        row.getString("position"),
        row.getInt("attempts"),
        Sql.instantOrNull(row, "failing_since"));
  }

  /// The cinemas of these that lie in an area.
  public Set<String> within(ChangeFilter.Area area, Set<String> cinemas) {
    return ask(connection ->
        Sql.of(
                """
                select id, latitude, longitude from cinema
                where id = any (:ids) and latitude is not null\
                """)
            .bind("ids", cinemas)
            .list(
                connection,
                row -> area.holds(row.getDouble(2), row.getDouble(3)) ? row.getString(1) : "")
            .stream()
            .collect(toSet()));
  }

  /// Notes that a webhook was told of everything up to a position.
  ///
  /// @param next the position
  /// @param seen the mark of the state in which nothing follows; null: something does
  /// @param delivered when something was sent; null: nothing had to be
  public void advance(Due due, String next, @Nullable UUID seen, @Nullable Instant delivered) {
    note(
        due,
        Sql.of(
                """
                update webhook set position = :next, seen = :seen::uuid, due_at = clock_timestamp(),
                  delivered_at = coalesce(:delivered::timestamptz, delivered_at), attempts = 0,
                  failing_since = null, failure = null where id = :id and position = :position\
                """)
            .bind("next", next)
            .bind("seen", seen == null ? null : seen.toString())
            .bind("delivered", delivered));
  }

  /// Notes why a delivery failed.
  ///
  /// @param again when it is tried next; null: the webhook is switched off
  public void failed(Due due, String why, @Nullable Duration again) {
    note(
        due,
        Sql.of(
                """
                update webhook set failure = :why, attempts = attempts + 1,
                  failing_since = coalesce(failing_since, clock_timestamp()),
                  due_at = clock_timestamp() + coalesce(:again::text, 'PT0S')::interval,
                  disabled_at = case when :again::text is null then clock_timestamp() end
                where id = :id and position = :position\
                """)
            .bind("why", why)
            .bind("again", again == null ? null : again.toString()));
  }

  private void note(Due due, Sql update) {
    update.bind("id", due.id()).bind("position", due.position());
    ask(update::run);
  }

  private <T> T ask(Work<T> work) {
    return Work.on(database.reserve()::getConnection, PostgresAccess::failure, work);
  }
}
