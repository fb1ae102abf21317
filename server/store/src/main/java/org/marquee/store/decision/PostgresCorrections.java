package org.marquee.store.decision;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionRefused;
import org.marquee.correction.What;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.reconcile.link.Relinking;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Work;

/// What people correct by hand (docs/corrections.md). A correction wins over all providers until it
/// is taken back, whatever is imported, undone or removed meanwhile.
public final class PostgresCorrections {
  private final Database database;

  public PostgresCorrections(Database database) {
    this.database = database;
  }

  /// A correction that is stored.
  ///
  /// @param by who made it
  /// @param present the id of the record that it is about now
  /// @param name of that record; null: it is not there
  public record Stored(
      long id,
      Correction correction,
      String by,
      Instant at,
      String present,
      @Nullable String name) {}

  /// What became of a correction.
  public enum Done {
    ADDED,
    CHANGED,
    UNCHANGED,
    REMOVED
  }

  /// A correction, and what became of it.
  public record Step(Done done, Stored stored) {}

  /// What becomes of corrections that are not among those wanted.
  public enum Others {
    STAY,
    GO
  }

  /// All of them, in the order in which they were first made.
  public List<Stored> list() {
    return Work.on(
        database.pool()::getConnection,
        Outage::whileReading,
        connection -> rows(connection).list());
  }

  private CorrectionRows rows(Connection connection) {
    return new CorrectionRows(connection, database.actor());
  }

  /// Makes corrections, all or none. Made again they change nothing.
  ///
  /// @throws CorrectionRefused if one of them cannot be made
  public List<Step> apply(List<Wanted> wanted, Others others, Effect effect) {
    return change(effect, connection -> apply(rows(connection), wanted, others));
  }

  /// Takes a correction back.
  ///
  /// @return empty if there is none of this number
  public Optional<Stored> undo(long id) {
    List<Step> steps =
        change(
            Effect.COMMIT,
            connection -> {
              Optional<Stored> found = rows(connection).find(id);
              return found.isEmpty() ? List.of() : List.of(remove(rows(connection), found.get()));
            });
    return steps.stream().map(Step::stored).findFirst();
  }

  private List<Step> change(Effect effect, Work<List<Step>> work) {
    return Work.on(
        () -> database.connect("correction"),
        e -> new ListingsUnavailable("nothing was corrected: " + Outage.why(e), e),
        connection -> {
          if (effect == Effect.COMMIT) {
            return Revisions.change(
                connection, () -> linked(connection, work), PostgresCorrections::isChange);
          }
          connection.setAutoCommit(false);
          try {
            long _ = Revisions.begin(connection);
            return linked(connection, work);
          } finally {
            connection.rollback();
          }
        });
  }

  private static boolean isChange(List<Step> steps) {
    return steps.stream().anyMatch(step -> step.done() != Done.UNCHANGED);
  }

  /// The steps, with the records as they are afterwards.
  private List<Step> linked(Connection connection, Work<List<Step>> work) throws SQLException {
    Relinking relinking = Relinking.begin(connection);
    List<Step> steps = work.on(connection);
    if (isChange(steps)) {
      relinking.run();
    }
    List<Step> settled = new ArrayList<>();
    for (Step step : steps) {
      Stored stored = step.stored();
      settled.add(new Step(step.done(), rows(connection).find(stored.id()).orElse(stored)));
    }
    return settled;
  }

  private List<Step> apply(CorrectionRows rows, List<Wanted> wanted, Others others)
      throws SQLException {
    Map<String, Stored> stored = new HashMap<>();
    List<Stored> before = rows.list();
    for (Stored each : before) {
      stored.put(key(rows, each.correction()), each);
    }
    Set<Long> kept = new HashSet<>();
    List<Step> steps = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (Wanted each : wanted) {
      try {
        Step step = make(rows, each.correction(), stored.get(key(rows, each.correction())));
        kept.add(step.stored().id());
        steps.add(step);
      } catch (CorrectionRefused e) {
        faults.add(each.fault(String.valueOf(e.getMessage())));
      }
    }
    if (!faults.isEmpty()) {
      throw new CorrectionRefused(faults);
    }
    for (Stored each : others == Others.GO ? before : List.<Stored>of()) {
      if (!kept.contains(each.id()) && rows.find(each.id()).isPresent()) {
        steps.add(remove(rows, each));
      }
    }
    return steps;
  }

  /// Merges and splits are about source records; all else about the record of today, whatever id it
  /// was given by.
  private static String key(CorrectionRows rows, Correction correction) throws SQLException {
    String id = correction.record();
    String present = correction.what().isLinking() ? id : rows.present(correction.kind(), id);
    return correction.key(each -> each.equals(id) ? present : each);
  }

  private static Step make(CorrectionRows rows, Correction wanted, @Nullable Stored known)
      throws SQLException {
    // A merge is the same in either order.
    Correction correction =
        known == null
            ? whole(rows, wanted)
            : known
                .correction()
                .with(
                    wanted.what().isField() ? wanted.value() : known.correction().value(),
                    wanted.note());
    if (known != null && correction.equals(known.correction())) {
      return new Step(Done.UNCHANGED, known);
    }
    long id =
        audited(
            rows,
            Audited.CORRECTION_MAKE,
            correction,
            _ -> {
              if (known != null) {
                rows.remove(known);
              }
              return rows.add(correction);
            });
    // A decision that is there already makes it superfluous.
    return new Step(
        known == null ? Done.ADDED : Done.CHANGED,
        rows.find(id)
            .orElseThrow(
                () -> new CorrectionRefused("another correction says so; see correct list")));
  }

  /// A new correction with what it leaves open.
  ///
  /// @throws CorrectionRefused if a record of it is not there
  private static Correction whole(CorrectionRows rows, Correction correction) throws SQLException {
    List<String> ids = new ArrayList<>(correction.others());
    ids.addFirst(correction.record());
    for (String id : ids) {
      if (!rows.isStored(correction.kind(), id)) {
        throw new CorrectionRefused(
            "there is no %s %s; import its provider first, take its id from its page, or see review for what is held back"
                .formatted(correction.kind().word(), id));
      }
    }
    if (correction.what() != What.SPLIT || correction.value() != null) {
      return correction;
    }
    LinkDecisions links = new LinkDecisions(rows.connection(), correction.kind());
    String all = String.join(" ", links.others(correction.record()));
    return correction.with(all, correction.note());
  }

  private static Step remove(CorrectionRows rows, Stored stored) throws SQLException {
    long _ = audited(rows, Audited.CORRECTION_UNDO, stored.correction(), _ -> rows.remove(stored));
    return new Step(Done.REMOVED, stored);
  }

  private static long audited(
      CorrectionRows rows, Audited action, Correction correction, Work<Long> work)
      throws SQLException {
    return new Audit(rows.actor()).change(rows.connection(), action, correction.record(), work);
  }
}
