package org.marquee.store.access;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.marquee.access.ApiKey;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyRotation;
import org.marquee.access.NewKey;
import org.marquee.access.Plan;
import org.marquee.access.Rate;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.sql.DatabaseClock;
import org.marquee.store.sql.Sql;

/// Changes the rows of organizations, plans and keys, on a connection of the caller's. Each change
/// raises `access_revision` and is audited: one that is not would reach no node.
record AccessChanges(Audit audit) {
  /// Whether this statement changes a row; if so, the transaction gets a revision.
  boolean make(Connection connection, Audited what, String record, Sql statement)
      throws SQLException {
    return audit.change(
        connection,
        what,
        record,
        _ -> {
          if (statement.run(connection) == 0) {
            return false;
          }
          Sql.of("update access_revision set n = n + 1, mark = gen_random_uuid()").run(connection);
          return true;
        });
  }

  /// Whether a plan is new. A trigger raises `access_revision` where plans change.
  boolean create(Connection connection, Plan plan) throws SQLException {
    Sql insert =
        bound(
            """
            insert into plan (name, requests_per_minute, burst, bulk, monthly_quota)
            values (:name, :rate::integer, :burst::integer, :bulk, :quota::bigint) on conflict do nothing\
            """,
            plan);
    return audit.change(connection, Audited.PLAN_CREATE, plan.name(), insert::run) > 0;
  }

  Optional<Plan> change(Connection connection, String name, UnaryOperator<Plan> change)
      throws SQLException {
    Optional<Plan> changed = AccessRows.lockedPlan(connection, name).map(change);
    if (changed.isPresent()) {
      Sql update =
          bound(
              """
              update plan set requests_per_minute = :rate::integer, burst = :burst::integer, bulk = :bulk,
                monthly_quota = :quota::bigint
              where name = :name\
              """,
              changed.get());
      audit.change(connection, Audited.PLAN_CHANGE, name, update::run);
    }
    return changed;
  }

  private static Sql bound(String sql, Plan plan) {
    OptionalLong quota = plan.monthlyQuota();
    return Sql.of(sql)
        .bind("name", plan.name())
        .bind("rate", plan.rate().map(Rate::perMinute).orElse(null))
        .bind(
            "burst",
            plan.rate()
                .filter(rate -> rate.burst() != rate.perMinute())
                .map(Rate::burst)
                .orElse(null))
        .bind("bulk", plan.bulk())
        .bind("quota", quota.isPresent() ? quota.getAsLong() : null);
  }

  Optional<NewKey> issue(
      Connection connection,
      String organization,
      IssuedKey.Scope scope,
      @Nullable String label,
      @Nullable Instant expires)
      throws SQLException {
    ApiKey secret = ApiKey.generate();
    String id = IssuedKey.newId();
    Sql insert = insert(id, secret, organization, scope, label, expires);
    return make(connection, Audited.KEY_CREATE, id, insert)
        ? AccessRows.key(connection, id).map(key -> new NewKey(secret, key))
        : Optional.empty();
  }

  private static Sql insert(
      String id,
      ApiKey secret,
      String organization,
      IssuedKey.Scope scope,
      @Nullable String label,
      @Nullable Instant expires) {
    if (label != null && !IssuedKey.isLabel(label)) {
      throw new IllegalArgumentException("not a label of a key");
    }
    return Sql.of(
            """
            insert into api_key (id, hash, organization, scope, label, expires)
            select :id, :hash, name, :scope, :label, :expires
            from organization where name = :name\
            """)
        .bind("id", id)
        .bind("hash", secret.hash().toBytes())
        .bind("scope", scope.word())
        .bind("label", label)
        .bind("expires", micros(expires))
        .bind("name", organization);
  }

  KeyRotation rotate(Connection connection, String id, Duration keepOld, @Nullable Instant expires)
      throws SQLException {
    Optional<IssuedKey> found = AccessRows.lockedKey(connection, id);
    if (found.isEmpty()) {
      return new KeyRotation.Unknown();
    }
    IssuedKey old = found.get();
    if (!old.isValid(DatabaseClock.now(connection)) || old.replacedBy() != null) {
      return new KeyRotation.NotInUse(old);
    }
    ApiKey secret = ApiKey.generate();
    String successor = IssuedKey.newId();
    insert(
            successor,
            secret,
            old.organization(),
            old.scope(),
            old.label(),
            expires == null ? old.expires() : expires)
        .run(connection);
    make(
        connection,
        Audited.KEY_ROTATE,
        id,
        Sql.of(
                """
                update api_key
                set replaced_by = :replacement, expires = least(expires, now() + :keep::interval)
                where id = :id\
                """)
            .bind("replacement", successor)
            .bind("keep", keepOld.toString())
            .bind("id", id));
    return new KeyRotation.Rotated(
        new NewKey(secret, AccessRows.key(connection, successor).orElseThrow()),
        AccessRows.key(connection, id).orElseThrow());
  }

  /// Digits beyond microseconds are cut, where PostgreSQL would round them.
  static @Nullable Instant micros(@Nullable Instant instant) {
    return instant == null ? null : instant.truncatedTo(ChronoUnit.MICROS);
  }
}
