package org.marquee.store;

import static java.util.stream.Collectors.toMap;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessBook;
import org.marquee.access.AccessRevision;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Account;
import org.marquee.access.ApiKey;
import org.marquee.access.Change;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyHash;
import org.marquee.access.NewKey;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.access.Register;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;

/// The book of organizations and keys in PostgreSQL (`V2__access.sql`, `V19__plans.sql`).
///
/// Every change raises `access_revision` in its own transaction. That row is locked until the
/// commit, so revisions are in commit order, and a reader of one sees all changes up to it. It is
/// not the revision of the listings: no import waits for a key, and no key for an import.
public final class PostgresAccess implements AccessBook {
  private static final String KEYS =
      "select id, organization, label, created, expires, revoked, hash from api_key";

  private final DataSource database;

  /// A book in this database, whose migrations have run.
  public PostgresAccess(DataSource database) {
    this.database = database;
  }

  @Override
  public Change createOrganization(String name) {
    Organization organization = new Organization(name, Organization.Standing.GOOD);
    return changing(connection ->
        changes(
                connection,
                Sql.of("insert into organization (name) values (:name) on conflict do nothing")
                    .bind("name", organization.name()))
            ? Change.MADE
            : Change.ALREADY_SO);
  }

  @Override
  public List<Account> listAccounts() {
    return reading(PostgresAccess::accounts);
  }

  @Override
  public Change suspend(String organization) {
    return changeOrganization(
        organization,
        "update organization set suspended = true where name = :name and not suspended");
  }

  @Override
  public Change resume(String organization) {
    return changeOrganization(
        organization, "update organization set suspended = false where name = :name and suspended");
  }

  @Override
  public List<Plan> listPlans() {
    return reading(PostgresAccess::plans);
  }

  @Override
  public Change grant(String organization, Entitlement entitlement) {
    return changing(connection ->
        changes(
                connection,
                Sql.of(
                        """
                        insert into entitlement (organization, plan, valid_from, valid_until)
                        select organization.name, plan.name, :since, :until
                        from organization, plan
                        where organization.name = :name and plan.name = :plan
                        on conflict (organization) do update
                        set plan = excluded.plan, valid_from = excluded.valid_from,
                          valid_until = excluded.valid_until
                        """)
                    .bind("name", organization)
                    .bind("plan", entitlement.plan())
                    .bind("since", stored(entitlement.from()))
                    .bind("until", stored(entitlement.until())))
            ? Change.MADE
            : Change.UNKNOWN);
  }

  @Override
  public Optional<String> renew(String organization, Instant from, @Nullable Instant until) {
    return changing(connection ->
        changes(
                connection,
                Sql.of(
                        """
                        insert into entitlement (organization, plan, valid_from, valid_until)
                        select name, :plan, :since, :until from organization where name = :name
                        on conflict (organization) do update
                        set valid_from = excluded.valid_from, valid_until = excluded.valid_until
                        """)
                    .bind("name", organization)
                    .bind("plan", Plan.DEFAULT)
                    .bind("since", stored(from))
                    .bind("until", stored(until)))
            ? Sql.of("select plan from entitlement where organization = :name")
                .bind("name", organization)
                .first(connection, rows -> rows.getString("plan"))
            : Optional.empty());
  }

  @Override
  public Change revokeEntitlement(String organization) {
    return changeOrganization(organization, "delete from entitlement where organization = :name");
  }

  @Override
  public Optional<NewKey> issueKey(
      String organization, @Nullable String label, @Nullable Instant expires) {
    if (label != null && !IssuedKey.isLabel(label)) {
      throw new IllegalArgumentException("not a label of a key");
    }
    ApiKey secret = ApiKey.generate();
    String id = IssuedKey.newId();
    return changing(connection ->
        changes(
                connection,
                Sql.of(
                        """
                        insert into api_key (id, hash, organization, label, expires)
                        select :id, :hash, name, :label, :expires
                        from organization where name = :name
                        """)
                    .bind("id", id)
                    .bind("hash", secret.hash().toBytes())
                    .bind("name", organization)
                    .bind("label", label)
                    .bind("expires", stored(expires)))
            ? Sql.of(KEYS + " where id = :id")
                .bind("id", id)
                .first(connection, rows -> new NewKey(secret, key(rows)))
            : Optional.empty());
  }

  @Override
  public List<IssuedKey> listKeys() {
    return reading(connection ->
        Sql.of(KEYS + " order by organization, created, id").list(connection, PostgresAccess::key));
  }

  @Override
  public Change revokeKey(String id) {
    return change(
        id,
        "update api_key set revoked = now() where id = :name and revoked is null",
        "select 1 from api_key where id = :name");
  }

  @Override
  public AccessRevision revision() {
    return reading(PostgresAccess::revision);
  }

  @Override
  public Register load() {
    return reading(PostgresAccess::register);
  }

  /// One state of it all, in a transaction that sees one state.
  static Register register(Connection connection) throws SQLException {
    return Register.of(
        revision(connection), plans(connection), accounts(connection), validKeys(connection));
  }

  private Change changeOrganization(String name, String sql) {
    return change(name, sql, "select 1 from organization where name = :name");
  }

  /// Makes a change that has no effect where it is so already.
  private Change change(String name, String sql, String exists) {
    return changing(connection -> {
      if (changes(connection, Sql.of(sql).bind("name", name))) {
        return Change.MADE;
      }
      return Sql.of(exists).bind("name", name).first(connection, rows -> rows.getInt(1)).isPresent()
          ? Change.ALREADY_SO
          : Change.UNKNOWN;
    });
  }

  /// Whether this statement changes a row; if so, the transaction gets a revision.
  private static boolean changes(Connection connection, Sql change) throws SQLException {
    if (change.run(connection) == 0) {
      return false;
    }
    Sql.of("update access_revision set n = n + 1, mark = gen_random_uuid()").run(connection);
    return true;
  }

  static AccessRevision revision(Connection connection) throws SQLException {
    return Sql.of("select n, mark from access_revision")
        .first(
            connection,
            rows -> new AccessRevision(rows.getLong("n"), rows.getObject("mark", UUID.class)))
        .orElseThrow();
  }

  private static List<Account> accounts(Connection connection) throws SQLException {
    return Sql.of(
            """
            select name, suspended, plan, valid_from, valid_until
            from organization left join entitlement on organization = name
            order by name
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
    if (plan == null) {
      return null;
    }
    return new Entitlement(
        plan, Sql.instant(rows, "valid_from"), Sql.instantOrNull(rows, "valid_until"));
  }

  private static List<Plan> plans(Connection connection) throws SQLException {
    return Sql.of("select name, requests_per_minute from plan order by name")
        .list(connection, PostgresAccess::plan);
  }

  private static Plan plan(ResultSet rows) throws SQLException {
    Integer rate = rows.getObject("requests_per_minute", Integer.class);
    return new Plan(
        rows.getString("name"), rate == null ? OptionalInt.empty() : OptionalInt.of(rate));
  }

  private static Map<KeyHash, IssuedKey> validKeys(Connection connection) throws SQLException {
    return Sql.of(KEYS + " where revoked is null")
        .list(connection, rows -> Map.entry(KeyHash.of(rows.getBytes("hash")), key(rows)))
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static IssuedKey key(ResultSet rows) throws SQLException {
    return new IssuedKey(
        rows.getString("id"),
        rows.getString("organization"),
        rows.getString("label"),
        Sql.instant(rows, "created"),
        Sql.instantOrNull(rows, "expires"),
        Sql.instantOrNull(rows, "revoked"));
  }

  /// Digits beyond microseconds are cut, where PostgreSQL would round them.
  private static @Nullable Instant stored(@Nullable Instant instant) {
    return instant == null ? null : instant.truncatedTo(ChronoUnit.MICROS);
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /// Looks at one state of it all, however many statements it takes.
  private <T> T reading(Work<T> work) {
    return inTransaction(Connection.TRANSACTION_REPEATABLE_READ, work);
  }

  /// Makes a change, in full or not at all. Changes wait for each other, where on a stricter level
  /// the later one would fail.
  private <T> T changing(Work<T> work) {
    return inTransaction(Connection.TRANSACTION_READ_COMMITTED, work);
  }

  private <T> T inTransaction(int isolation, Work<T> work) {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(isolation);
      T result = work.on(connection);
      connection.commit();
      return result;
    } catch (SQLException e) {
      // What was not committed is undone when the connection is closed or goes back to its pool.
      throw failure(e);
    }
  }

  /// The message of a failure.
  static RuntimeException failure(SQLException e) {
    return Outage.is(e)
        ? new AccessUnavailable("organizations and keys cannot be reached: " + e.getMessage(), e)
        : new IllegalStateException("a statement of ours is wrong", e);
  }
}
