package org.marquee.store.access;

import static java.util.stream.Collectors.toMap;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessRevision;
import org.marquee.access.Account;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyHash;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.access.Rate;
import org.marquee.access.Register;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.WholeTables;

/// Reads the rows of organizations, plans and keys, on a connection of the caller's.
final class AccessRows {
  private static final String KEYS =
      """
      select id, organization, label, scope, created, expires, revoked, replaced_by, last_used, hash
      from api_key \
      """;

  private static final String PLANS =
      "select name, requests_per_minute, burst, bulk, monthly_quota from plan ";

  private AccessRows() {}

  /// One state of it all, in a transaction that sees one state.
  static Register register(Connection connection) throws SQLException {
    return Register.of(
        revision(connection), plans(connection), accounts(connection), gateKeys(connection));
  }

  static AccessRevision revision(Connection connection) throws SQLException {
    return Sql.of("select n, mark, " + WholeTables.ACCESS_LACK + " from access_revision")
        .first(
            connection,
            rows -> {
              WholeTables.check(rows);
              return new AccessRevision(rows.getLong("n"), rows.getObject("mark", UUID.class));
            })
        .orElseThrow(() -> WholeTables.unusable("the table access_revision is empty"));
  }

  /// Lets nobody else change organizations, plans or keys until the transaction ends.
  static void takeTurn(Connection connection) throws SQLException {
    Sql.of("select n from access_revision for update").list(connection, row -> row.getLong("n"));
  }

  static List<Account> accounts(Connection connection) throws SQLException {
    return Sql.of(
            """
            select name, suspended, plan, valid_from, valid_until
            from organization left join entitlement on organization = name
            order by name\
            """)
        .list(connection, rows -> new Account(organization(rows), entitlement(rows)));
  }

  private static Organization organization(ResultSet rows) throws SQLException {
    return new Organization(
        rows.getString("name"),
        rows.getBoolean("suspended")
            ? Organization.Standing.SUSPENDED
            : Organization.Standing.GOOD);
  }

  private static @Nullable Entitlement entitlement(ResultSet rows) throws SQLException {
    String plan = rows.getString("plan");
    return plan == null
        ? null
        : new Entitlement(
            plan, Sql.instant(rows, "valid_from"), Sql.instantOrNull(rows, "valid_until"));
  }

  static List<Plan> plans(Connection connection) throws SQLException {
    return Sql.of(PLANS + "order by name").list(connection, AccessRows::plan);
  }

  /// The plan, which nobody else changes until the transaction ends.
  static Optional<Plan> lockedPlan(Connection connection, String name) throws SQLException {
    return Sql.of(PLANS + "where name = :name for update")
        .bind("name", name)
        .first(connection, AccessRows::plan);
  }

  private static Plan plan(ResultSet rows) throws SQLException {
    Integer rate = rows.getObject("requests_per_minute", Integer.class);
    Integer burst = rows.getObject("burst", Integer.class);
    Long quota = rows.getObject("monthly_quota", Long.class);
    return new Plan(
        rows.getString("name"),
        rate == null ? Optional.empty() : Optional.of(new Rate(rate, burst == null ? rate : burst)),
        rows.getBoolean("bulk"),
        quota == null ? OptionalLong.empty() : OptionalLong.of(quota));
  }

  static List<IssuedKey> keys(Connection connection) throws SQLException {
    return Sql.of(KEYS + "order by organization, created, id").list(connection, AccessRows::key);
  }

  /// The keys that may be valid, and those that were revoked lately: a gate remembers them
  /// ([Register#after]).
  private static Map<KeyHash, IssuedKey> gateKeys(Connection connection) throws SQLException {
    return Sql.of(KEYS + "where revoked is null or revoked > now() - interval '1 day'")
        .list(connection, rows -> Map.entry(KeyHash.of(rows.getBytes("hash")), key(rows)))
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  static Optional<IssuedKey> key(Connection connection, String id) throws SQLException {
    return Sql.of(KEYS + "where id = :id").bind("id", id).first(connection, AccessRows::key);
  }

  /// The key, which nobody else changes until the transaction ends.
  static Optional<IssuedKey> lockedKey(Connection connection, String id) throws SQLException {
    return Sql.of(KEYS + "where id = :id for update")
        .bind("id", id)
        .first(connection, AccessRows::key);
  }

  private static IssuedKey key(ResultSet rows) throws SQLException {
    return new IssuedKey(
        rows.getString("id"),
        rows.getString("organization"),
        rows.getString("label"),
        IssuedKey.Scope.of(rows.getString("scope")),
        Sql.instant(rows, "created"),
        Sql.instantOrNull(rows, "expires"),
        Sql.instantOrNull(rows, "revoked"),
        rows.getString("replaced_by"),
        Sql.instantOrNull(rows, "last_used"));
  }

  /// One statement for each hour; there are rarely two.
  static void noteUse(Connection connection, Map<String, Instant> hours) throws SQLException {
    for (Instant hour : new HashSet<>(hours.values())) {
      List<String> ids =
          hours.entrySet().stream()
              .filter(use -> use.getValue().equals(hour))
              .map(Map.Entry::getKey)
              .toList();
      Sql.of(
              """
              update api_key set last_used = :hour
              where id = any(:ids)
                and (last_used is null or last_used < :hour)\
              """)
          .bind("hour", hour)
          .bind("ids", ids)
          .run(connection);
    }
  }
}
