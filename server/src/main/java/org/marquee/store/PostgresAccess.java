package org.marquee.store;

import static java.util.stream.Collectors.toMap;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
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
                "insert into organization (name) values (?) on conflict do nothing",
                organization.name())
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
        organization, "update organization set suspended = true where name = ? and not suspended");
  }

  @Override
  public Change resume(String organization) {
    return changeOrganization(
        organization, "update organization set suspended = false where name = ? and suspended");
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
                """
                insert into entitlement (organization, plan, valid_from, valid_until)
                select organization.name, plan.name, ?, ? from organization, plan
                where organization.name = ? and plan.name = ?
                on conflict (organization) do update
                set plan = excluded.plan, valid_from = excluded.valid_from,
                  valid_until = excluded.valid_until\
                """,
                entitlement.from(),
                entitlement.until(),
                organization,
                entitlement.plan())
            ? Change.MADE
            : Change.UNKNOWN);
  }

  @Override
  public Optional<String> renew(String organization, Instant from, @Nullable Instant until) {
    return changing(connection ->
        changes(
                connection,
                """
                insert into entitlement (organization, plan, valid_from, valid_until)
                select name, ?, ?, ? from organization where name = ?
                on conflict (organization) do update
                set valid_from = excluded.valid_from, valid_until = excluded.valid_until\
                """,
                Plan.DEFAULT,
                from,
                until,
                organization)
            ? select(
                    connection,
                    rows -> rows.getString("plan"),
                    "select plan from entitlement where organization = ?",
                    organization)
                .stream()
                .findFirst()
            : Optional.empty());
  }

  @Override
  public Change revokeEntitlement(String organization) {
    return changeOrganization(organization, "delete from entitlement where organization = ?");
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
                """
                insert into api_key (id, hash, organization, label, expires)
                select ?, ?, name, ?, ? from organization where name = ?\
                """,
                id,
                secret.hash().toBytes(),
                label,
                expires,
                organization)
            ? Optional.of(
                new NewKey(
                    secret,
                    select(connection, PostgresAccess::key, KEYS + " where id = ?", id).getFirst()))
            : Optional.empty());
  }

  @Override
  public List<IssuedKey> listKeys() {
    return reading(connection ->
        select(connection, PostgresAccess::key, KEYS + " order by organization, created, id"));
  }

  @Override
  public Change revokeKey(String id) {
    return changing(connection -> {
      if (changes(
          connection, "update api_key set revoked = now() where id = ? and revoked is null", id)) {
        return Change.MADE;
      }
      return exists(connection, "select 1 from api_key where id = ?", id)
          ? Change.ALREADY_SO
          : Change.UNKNOWN;
    });
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

  /// Makes a change of an organization that has no effect where it is so already.
  private Change changeOrganization(String name, String sql) {
    return changing(connection -> {
      if (changes(connection, sql, name)) {
        return Change.MADE;
      }
      return exists(connection, "select 1 from organization where name = ?", name)
          ? Change.ALREADY_SO
          : Change.UNKNOWN;
    });
  }

  /// Whether this statement changes a row; if so, the transaction gets a revision.
  private static boolean changes(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters)) {
      if (statement.executeUpdate() == 0) {
        return false;
      }
    }
    try (PreparedStatement raise =
        prepare(connection, "update access_revision set n = n + 1, mark = gen_random_uuid()")) {
      raise.executeUpdate();
    }
    return true;
  }

  private static boolean exists(Connection connection, String sql, String name)
      throws SQLException {
    return !select(connection, rows -> rows.getInt(1), sql, name).isEmpty();
  }

  static AccessRevision revision(Connection connection) throws SQLException {
    return select(
            connection,
            rows -> new AccessRevision(rows.getLong("n"), rows.getObject("mark", UUID.class)),
            "select n, mark from access_revision")
        .getFirst();
  }

  private static List<Account> accounts(Connection connection) throws SQLException {
    return select(
        connection,
        rows -> new Account(organization(rows), entitlement(rows)),
        """
        select name, suspended, plan, valid_from, valid_until
        from organization left join entitlement on organization = name
        order by name\
        """);
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
    return new Entitlement(plan, instant(rows, "valid_from"), findInstant(rows, "valid_until"));
  }

  private static List<Plan> plans(Connection connection) throws SQLException {
    return select(
        connection,
        PostgresAccess::plan,
        "select name, requests_per_minute from plan order by name");
  }

  private static Plan plan(ResultSet rows) throws SQLException {
    Integer rate = rows.getObject("requests_per_minute", Integer.class);
    return new Plan(
        rows.getString("name"), rate == null ? OptionalInt.empty() : OptionalInt.of(rate));
  }

  private static Map<KeyHash, IssuedKey> validKeys(Connection connection) throws SQLException {
    return select(
            connection,
            rows -> Map.entry(KeyHash.of(rows.getBytes("hash")), key(rows)),
            KEYS + " where revoked is null")
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static IssuedKey key(ResultSet rows) throws SQLException {
    return new IssuedKey(
        rows.getString("id"),
        rows.getString("organization"),
        rows.getString("label"),
        instant(rows, "created"),
        findInstant(rows, "expires"),
        findInstant(rows, "revoked"));
  }

  private static Instant instant(ResultSet rows, String column) throws SQLException {
    return rows.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static @Nullable Instant findInstant(ResultSet rows, String column) throws SQLException {
    OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  private interface Row<T> {
    T read(ResultSet rows) throws SQLException;
  }

  private static <T> List<T> select(
      Connection connection, Row<T> row, String sql, @Nullable Object... parameters)
      throws SQLException {
    List<T> found = new ArrayList<>();
    try (PreparedStatement statement = prepare(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(row.read(rows));
      }
    }
    return found;
  }

  private static PreparedStatement prepare(
      Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int at = 0; at < parameters.length; at++) {
      Object parameter = parameters[at];
      statement.setObject(
          at + 1, parameter instanceof Instant instant ? stored(instant) : parameter);
    }
    return statement;
  }

  /// Digits beyond microseconds are cut, where PostgreSQL would round them.
  private static OffsetDateTime stored(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
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
