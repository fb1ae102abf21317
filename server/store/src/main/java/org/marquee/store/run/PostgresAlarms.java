package org.marquee.store.run;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Alarms that are open or were, and what of them is still to be sent, in PostgreSQL. What several
/// nodes report is entered once, and each delivery is claimed by one of them. Each method throws
/// [org.marquee.listing.ListingsUnavailable] where the database cannot be used now.
public final class PostgresAlarms {
  /// A way that no node has named for so long is not in use any more.
  private static final Duration FORGOTTEN = Duration.ofDays(7);

  private final Database database;

  public PostgresAlarms(Database database) {
    this.database = database;
  }

  /// Something that is wrong now.
  ///
  /// @param code what it is
  /// @param subject the provider or the node; with the code it names the alarm
  /// @param message for people
  public record Trouble(String code, String subject, String message) {}

  /// The two things to say of an alarm.
  public enum Phase {
    BEGAN("began"),
    ENDED("ended");

    private final String word;

    Phase(String word) {
      this.word = word;
    }

    /// As in the database and in messages.
    public String word() {
      return word;
    }
  }

  /// The beginning or the end of an alarm.
  ///
  /// @param trouble as it was found last
  /// @param endedAt null at its beginning
  public record Event(
      UUID alarm, Phase phase, Trouble trouble, Instant beganAt, @Nullable Instant endedAt) {
    /// When this happened.
    public Instant at() {
      return endedAt == null ? beganAt : endedAt;
    }
  }

  /// An event to send in one way.
  ///
  /// @param attempts with the one that begins now
  public record Delivery(Event event, String channel, int attempts) {}

  /// What is wrong now, the oldest first, as far as it was seen lately: where no node looks, what
  /// is open stays so.
  public List<Event> open(Duration lately) {
    return ask(connection ->
        Sql.of(
                """
                select *, 'began' as phase from alarm
                where ended_at is null and seen_at > clock_timestamp() - :lately::interval
                order by began_at\
                """)
            .bind("lately", lately.toString())
            .list(connection, PostgresAlarms::event));
  }

  /// The id of the next alarm about the database.
  public UUID nextOutage() {
    return ask(connection ->
        Sql.of("select next_id from outage")
            .first(connection, row -> row.getObject(1, UUID.class))
            .orElseThrow());
  }

  /// Notes in which ways this node sends: alarms from now on are queued for them.
  public void use(Collection<String> channels) {
    ask(connection ->
        Sql.of(
                """
                insert into alarm_channel
                select name, clock_timestamp() from unnest(:names::text[]) name order by name
                on conflict (name) do update set seen_at = excluded.seen_at\
                """)
            .bind("names", channels)
            .run(connection));
  }

  /// Enters what is wrong now with everything that these codes are about. What else is open of them
  /// ends.
  public void settle(Collection<String> codes, List<Trouble> all) {
    found(all);
    end(
        "code = any (:codes) and code || ' ' || subject <> all (:found)",
        end ->
            end.bind("codes", codes)
                .bind(
                    "found",
                    all.stream().map(each -> each.code() + ' ' + each.subject()).toList()));
  }

  /// Enters what is wrong now: it begins, or goes on.
  public void found(List<Trouble> troubles) {
    for (Trouble each : troubles) {
      ask(connection ->
          Sql.of(
                  """
                  with entered as (
                    insert into alarm (id, code, subject, message)
                    values (gen_random_uuid(), :code, :subject, :message)
                    on conflict (code, subject) where ended_at is null
                    do update set seen_at = clock_timestamp(), message = excluded.message
                    returning id, xmax = 0 as is_new)
                  """
                      + queued("'began' from entered where is_new"))
              .bind("code", each.code())
              .bind("subject", each.subject())
              .bind("message", each.message())
              .bind("forgotten", FORGOTTEN.toString())
              .run(connection));
    }
  }

  /// Ends what no node has found for so long of these codes, be it that it is over, or that the
  /// node is gone.
  public void endUnseen(Collection<String> codes, Duration quiet) {
    end(
        "code = any (:codes) and seen_at < clock_timestamp() - :quiet::interval",
        end -> end.bind("codes", codes).bind("quiet", quiet.toString()));
  }

  private void end(String which, UnaryOperator<Sql> values) {
    Sql end =
        Sql.of(
            """
            with over as (
              update alarm set ended_at = clock_timestamp() where ended_at is null and %s returning id)
            """
                    .formatted(which)
                + queued("'ended' from over"));
    ask(connection -> values.apply(end.bind("forgotten", FORGOTTEN.toString())).run(connection));
  }

  /// The rest of a statement that queues events.
  ///
  /// @param events a phase, and where the ids are from
  private static String queued(String events) {
    return """
    insert into alarm_delivery (alarm, phase, channel)
    select e.id, e.phase, c.name from (select id, %s) e(id, phase), alarm_channel c
    where c.seen_at > clock_timestamp() - :forgotten::interval
    on conflict do nothing
    """
        .formatted(events);
  }

  /// Enters an alarm about the database that is over. Of several nodes that sent it, one does.
  ///
  /// @param sent in which ways its beginning was sent already
  public void over(Event outage, Set<String> sent) {
    ask(connection ->
        Sql.of(
                """
                with renewed as (
                  update outage set next_id = gen_random_uuid() where next_id = :id),
                entered as (
                  insert into alarm (id, code, subject, message, began_at, ended_at)
                  values (:id, :code, :subject, :message, :began, :ended)
                  on conflict do nothing returning id)
                insert into alarm_delivery (alarm, phase, channel, done_at)
                select e.id, p.phase, c.name,
                  case when p.phase = 'began' and c.name = any (:sent) then clock_timestamp() end
                from entered e, alarm_channel c, (values ('began'), ('ended')) p(phase)
                where c.seen_at > clock_timestamp() - :forgotten::interval
                """)
            .bind("id", outage.alarm())
            .bind("code", outage.trouble().code())
            .bind("subject", outage.trouble().subject())
            .bind("message", outage.trouble().message())
            .bind("began", outage.beganAt())
            .bind("ended", outage.endedAt())
            .bind("sent", sent)
            .bind("forgotten", FORGOTTEN.toString())
            .run(connection));
  }

  /// Takes the next event that is due in one of a node's ways. The end of an alarm waits for its
  /// beginning.
  ///
  /// @param lease after which another node may take it, unless something became of it
  public Optional<Delivery> claim(String channel, Duration lease) {
    return ask(connection ->
        Sql.of(
                """
                update alarm_delivery d
                set attempts = attempts + 1, due_at = clock_timestamp() + :lease::interval
                from alarm a
                where a.id = d.alarm and d.channel = :channel and (d.alarm, d.phase) = (
                  select w.alarm, w.phase from alarm_delivery w
                  where w.channel = :channel and w.done_at is null and w.due_at <= clock_timestamp()
                    and (w.phase = 'began' or not exists (
                      select from alarm_delivery b where b.alarm = w.alarm and b.channel = w.channel
                        and b.phase = 'began' and b.done_at is null))
                  order by w.due_at limit 1 for update skip locked)
                returning d.phase, d.attempts, a.*
                """)
            .bind("channel", channel)
            .bind("lease", lease.toString())
            .first(connection, row -> new Delivery(event(row), channel, row.getInt("attempts"))));
  }

  private static Event event(ResultSet row) throws SQLException {
    Phase phase = row.getString("phase").equals("began") ? Phase.BEGAN : Phase.ENDED;
    return new Event(
        row.getObject("id", UUID.class),
        phase,
        new Trouble(row.getString("code"), row.getString("subject"), row.getString("message")),
        Sql.instant(row, "began_at"),
        phase == Phase.BEGAN ? null : Sql.instantOrNull(row, "ended_at"));
  }

  /// Notes that an event was sent.
  public void sent(Delivery delivery) {
    note(delivery, null, null);
  }

  /// Notes that an event could not be sent.
  ///
  /// @param again when it is tried next; null: never
  public void failed(Delivery delivery, String why, @Nullable Duration again) {
    note(delivery, why, again);
  }

  private void note(Delivery delivery, @Nullable String failure, @Nullable Duration again) {
    ask(connection ->
        Sql.of(
                """
                update alarm_delivery
                set failure = :failure,
                  due_at = clock_timestamp() + coalesce(:again::text, 'PT0S')::interval,
                  done_at = case when :again::text is null then clock_timestamp() end
                where alarm = :alarm and phase = :phase and channel = :channel and done_at is null\
                """)
            .bind("failure", failure)
            .bind("again", again == null ? null : again.toString())
            .bind("alarm", delivery.event().alarm())
            .bind("phase", delivery.event().phase().word())
            .bind("channel", delivery.channel())
            .run(connection));
  }

  private <T> T ask(Work<T> work) {
    return Work.on(database.reserve()::getConnection, Outage::whileReading, work);
  }
}
