package org.marquee.store.access;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.AccessUnusable;
import org.marquee.access.Account;
import org.marquee.access.Change;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyRotation;
import org.marquee.access.NewKey;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.access.Register;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.DatabaseClock;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// The book of organizations and keys in PostgreSQL (`V1__schema.sql`, "Access").
///
/// Every change raises `access_revision` in its own transaction. That row is locked until the
/// commit, so revisions are in commit order, and a reader of one sees all changes up to it. It is
/// not the revision of the listings: no import waits for a key, and no key for an import. What
/// changes nothing makes none. Every method throws [AccessUnavailable] when what is stored cannot
/// be reached. Safe for many threads; it may block.
public final class PostgresAccess {
  private final DataSource database;
  private final AccessChanges changes;
  private final Runnable changed;

  /// A book in this database, whose migrations have run, for this program itself.
  public PostgresAccess(DataSource database) {
    this(database, Actor.here("marquee"));
  }

  /// The book for changes by somebody.
  public PostgresAccess(DataSource database, Actor actor) {
    this(database, actor, () -> {});
  }

  /// @param changed runs after each change, and after one that failed: it may have been made all
  ///   the same
  public PostgresAccess(DataSource database, Actor actor, Runnable changed) {
    this.database = database;
    this.changes = new AccessChanges(new Audit(actor));
    this.changed = changed;
  }

  /// Enters a new organization, in good standing and without an entitlement. One that exists is
  /// [Change#ALREADY_SO] and stays as it is.
  ///
  /// @param name see [Organization#isName]
  public Change createOrganization(String name) {
    return changeOrganization(
        Audited.ORGANIZATION_CREATE,
        new Organization(name, Organization.Standing.GOOD).name(),
        "insert into organization (name) values (:name) on conflict do nothing");
  }

  /// Every organization with what it was granted, by name.
  public List<Account> listAccounts() {
    return reading(AccessRows::accounts);
  }

  /// Suspends an organization: none of its keys is good until it is resumed. Keys and entitlement
  /// stay as they are.
  public Change suspend(String organization) {
    return changeOrganization(
        Audited.ORGANIZATION_SUSPEND,
        organization,
        "update organization set suspended = true where name = :name and not suspended");
  }

  /// Ends a suspension: its keys are good again.
  public Change resume(String organization) {
    return changeOrganization(
        Audited.ORGANIZATION_RESUME,
        organization,
        "update organization set suspended = false where name = :name and suspended");
  }

  /// Every plan, by name.
  public List<Plan> listPlans() {
    return reading(AccessRows::plans);
  }

  /// Enters a new plan; [Change#ALREADY_SO] where one of its name exists, which stays as it is.
  public Change createPlan(Plan plan) {
    return changing(
        connection -> changes.create(connection, plan) ? Change.MADE : Change.ALREADY_SO);
  }

  /// Changes a plan, which nobody else changes meanwhile.
  ///
  /// @param change keeps the name
  /// @return the plan as it is now; empty where there is none of that name
  public Optional<Plan> changePlan(String name, UnaryOperator<Plan> change) {
    return changing(connection -> changes.change(connection, name, change));
  }

  /// Grants an entitlement in place of the one before; never [Change#ALREADY_SO].
  ///
  /// @return [Change#UNKNOWN] where there is no such organization, or no such plan
  public Change grant(String organization, Entitlement entitlement) {
    Sql grant =
        Sql.of(
                """
                insert into entitlement (organization, plan, valid_from, valid_until)
                select organization.name, plan.name, :from, :until from organization, plan
                where organization.name = :name and plan.name = :plan
                on conflict (organization) do update
                set plan = excluded.plan, valid_from = excluded.valid_from,
                  valid_until = excluded.valid_until\
                """)
            .bind("from", entitlement.from())
            .bind("until", entitlement.until())
            .bind("name", organization)
            .bind("plan", entitlement.plan());
    return changing(connection ->
        changes.make(connection, Audited.ENTITLEMENT_GRANT, organization, grant)
            ? Change.MADE
            : Change.UNKNOWN);
  }

  /// Grants an entitlement in place of the one before, on the plan of the one before, or on
  /// [Plan#DEFAULT] where there was none.
  ///
  /// @param until later than `from`; null: no end
  /// @return the name of the plan; empty where there is no such organization
  public Optional<String> renew(String organization, Instant from, @Nullable Instant until) {
    Sql renew =
        Sql.of(
                """
                insert into entitlement (organization, plan, valid_from, valid_until)
                select name, :plan, :from, :until from organization where name = :name
                on conflict (organization) do update
                set valid_from = excluded.valid_from, valid_until = excluded.valid_until\
                """)
            .bind("plan", Plan.DEFAULT)
            .bind("from", AccessChanges.micros(from))
            .bind("until", AccessChanges.micros(until))
            .bind("name", organization);
    return changing(connection ->
        changes.make(connection, Audited.ENTITLEMENT_GRANT, organization, renew)
            ? Sql.of("select plan from entitlement where organization = :name")
                .bind("name", organization)
                .first(connection, rows -> rows.getString("plan"))
            : Optional.empty());
  }

  /// Withdraws the entitlement; [Change#ALREADY_SO] where there is none.
  public Change revokeEntitlement(String organization) {
    return changeOrganization(
        Audited.ENTITLEMENT_REVOKE,
        organization,
        "delete from entitlement where organization = :name");
  }

  /// Issues a new key to an organization; empty where there is no such organization.
  ///
  /// @param label see [IssuedKey#isLabel]
  /// @param expires from when on the key is no longer valid
  public Optional<NewKey> issueKey(
      String organization,
      IssuedKey.Scope scope,
      @Nullable String label,
      @Nullable Instant expires) {
    return changing(connection -> changes.issue(connection, organization, scope, label, expires));
  }

  /// Issues a new key for the whole interface.
  public Optional<NewKey> issueKey(
      String organization, @Nullable String label, @Nullable Instant expires) {
    return issueKey(organization, IssuedKey.Scope.API, label, expires);
  }

  /// Issues a new key in place of another one, with its organization, scope and label. The old one
  /// ends after `keepOld`, or when it was to expire if that is earlier.
  ///
  /// @param keepOld zero or more; with zero it ends at once
  /// @param expires from when on the new key is no longer valid; null: from when on the old one was
  public KeyRotation rotateKey(String id, Duration keepOld, @Nullable Instant expires) {
    return changing(connection -> changes.rotate(connection, id, keepOld, expires));
  }

  /// Every key that was ever issued, by organization, then oldest first.
  public List<IssuedKey> listKeys() {
    return reading(AccessRows::keys);
  }

  /// Withdraws a key for good; [Change#ALREADY_SO] where it was before.
  public Change revokeKey(String id) {
    return changeOrFind(
        Audited.KEY_REVOKE,
        id,
        "update api_key set revoked = now() where id = :name and revoked is null",
        "select 1 from api_key where id = :name");
  }

  /// One state of it all, for a node that starts; then [PostgresRegisters] is asked.
  public Register load() {
    return reading(AccessRows::register);
  }

  /// What the clock shows by which keys and entitlements begin and end.
  public Instant now() {
    return reading(DatabaseClock::now);
  }

  private Change changeOrganization(Audited what, String name, String sql) {
    return changeOrFind(what, name, sql, "select 1 from organization where name = :name");
  }

  /// Makes a change that has no effect where it is so already.
  private Change changeOrFind(Audited what, String name, String change, String find) {
    return changing(connection -> {
      if (changes.make(connection, what, name, Sql.of(change).bind("name", name))) {
        return Change.MADE;
      }
      return Sql.of(find).bind("name", name).first(connection, rows -> rows.getInt(1)).isPresent()
          ? Change.ALREADY_SO
          : Change.UNKNOWN;
    });
  }

  /// Looks at one state of it all, however many statements it takes.
  private <T> T reading(Work<T> work) {
    return inTransaction(
        database,
        connection -> {
          connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
          return work.on(connection);
        });
  }

  private <T> T changing(Work<T> work) {
    try {
      return changing(database, work);
    } finally {
      changed.run();
    }
  }

  /// Makes a change, in full or not at all. Changes wait for each other, where on a stricter level
  /// the later one would fail: what the audit says was there before is what the change met.
  static <T> T changing(DataSource database, Work<T> work) {
    return inTransaction(
        database,
        connection -> {
          AccessRows.takeTurn(connection);
          return work.on(connection);
        });
  }

  /// What was not committed is undone when the connection is closed or goes back to its pool.
  private static <T> T inTransaction(DataSource database, Work<T> work) {
    return Work.on(
        database::getConnection,
        PostgresAccess::failure,
        connection -> {
          connection.setAutoCommit(false);
          T result = work.on(connection);
          connection.commit();
          return result;
        });
  }

  /// The message of a failure.
  static RuntimeException failure(SQLException e) {
    return Outage.is(e)
        ? new AccessUnavailable("organizations and keys cannot be reached: " + Outage.why(e), e)
        : new AccessUnusable(
            "the database answers, but not with our organizations and keys: " + Outage.line(e), e);
  }
}
