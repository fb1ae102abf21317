package org.marquee.store;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.marquee.access.Change;
import org.marquee.access.Plan;
import org.marquee.access.Rate;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Changes the plans in PostgreSQL. A trigger raises `access_revision`, so every node follows
/// within two seconds. [PostgresAccess#listPlans] reads them.
public final class PostgresPlans {
  private final DataSource database;
  private final Audit audit;

  /// The plans of this database, whose migrations have run.
  ///
  /// @param actor who changes them
  public PostgresPlans(DataSource database, Actor actor) {
    this.database = database;
    this.audit = new Audit(actor);
  }

  /// Enters a new plan; [Change#ALREADY_SO] where one of its name exists, which stays as it is.
  public Change create(Plan plan) {
    Sql insert =
        bound(
            """
            insert into plan (name, requests_per_minute, burst, bulk, monthly_quota)
            values (:name, :rate::integer, :burst::integer, :bulk, :quota::bigint) on conflict do nothing\
            """,
            plan);
    return changing(connection ->
        audit.change(connection, Audited.PLAN_CREATE, plan.name(), insert::run) == 0
            ? Change.ALREADY_SO
            : Change.MADE);
  }

  /// Changes a plan, which nobody else changes meanwhile.
  ///
  /// @param change keeps the name
  /// @return the plan as it is now; empty where there is none of that name
  public Optional<Plan> change(String name, UnaryOperator<Plan> change) {
    return changing(connection -> {
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
    });
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

  private <T> T changing(Work<T> work) {
    return Work.on(
        database::getConnection,
        PostgresAccess::failure,
        connection -> {
          connection.setAutoCommit(false);
          AccessRows.takeTurn(connection);
          T result = work.on(connection);
          connection.commit();
          return result;
        });
  }
}
