package org.marquee.store.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.json.JsonObject;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.reconcile.publish.SourceTrouble;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Forgets runs of which nothing was stored, so that a feed that was tried by mistake raises no
/// alarm.
public final class ForgottenRuns {
  private final Database database;

  public ForgottenRuns(Database database) {
    this.database = database;
  }

  /// What became of a wish to forget a run.
  public sealed interface Outcome {
    /// It is forgotten.
    record Forgotten(String provider, String outcome) implements Outcome {}

    /// Something of it was stored; its outcome is `applied` or `undone`.
    record Stored(String outcome) implements Outcome {}

    /// There is no such run.
    record Unknown() implements Outcome {}
  }

  /// Forgets a run, and the doubt that it cast on what its provider said before.
  public Outcome forget(String id) {
    return Work.on(
        () -> database.connect("forgetting of " + id),
        LedgerUnavailable::new,
        connection ->
            Revisions.change(
                connection,
                () -> forget(connection, id),
                outcome ->
                    outcome instanceof Outcome.Forgotten(String provider, _)
                        && SourceTrouble.forget(connection, provider)));
  }

  private Outcome forget(Connection connection, String id) throws SQLException {
    Optional<Outcome> forgotten =
        Sql.of(
                """
                delete from run where id = :id and outcome in ('refused', 'failed') returning provider, outcome
                """)
            .bind("id", id)
            .first(
                connection,
                row -> new Outcome.Forgotten(row.getString("provider"), row.getString("outcome")));
    if (forgotten.isPresent()
        && forgotten.get() instanceof Outcome.Forgotten(String provider, String outcome)) {
      String before = JsonObject.of("provider", provider).with("outcome", outcome).toString();
      new Audit(database.actor()).note(connection, Audited.RUN_FORGET, id, before, null);
    }
    return forgotten.isPresent()
        ? forgotten.get()
        : Sql.of("select outcome from run where id = :id")
            .bind("id", id)
            .<Outcome>first(connection, row -> new Outcome.Stored(row.getString("outcome")))
            .orElse(new Outcome.Unknown());
  }
}
