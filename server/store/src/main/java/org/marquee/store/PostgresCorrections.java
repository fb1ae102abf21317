package org.marquee.store;

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
import org.marquee.correction.Correction.What;
import org.marquee.correction.CorrectionRefused;
import org.marquee.json.JsonObject;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.reconcile.Relinking;
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
  /// @param name of the record; null: it is not there now
  public record Stored(
      long id, Correction correction, String by, Instant at, @Nullable String name) {}

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

  /// Whether changes are kept.
  public enum Effect {
    COMMIT,
    DRY_RUN
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
    return change(effect, connection -> apply(connection, wanted, others));
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
              return found.isEmpty() ? List.of() : List.of(remove(connection, found.get()));
            });
    return steps.stream().map(Step::stored).findFirst();
  }

  private List<Step> change(Effect effect, Work<List<Step>> work) {
    return Work.on(
        () -> database.connect("correction"),
        e -> new ListingsUnavailable("nothing was corrected: " + Outage.why(e), e),
        connection ->
            switch (effect) {
              case COMMIT ->
                  Revisions.change(
                      connection, () -> linked(connection, work), PostgresCorrections::isChange);
              case DRY_RUN -> {
                connection.setAutoCommit(false);
                try {
                  long _ = Revisions.begin(connection);
                  yield linked(connection, work);
                } finally {
                  connection.rollback();
                }
              }
            });
  }

  private static boolean isChange(List<Step> steps) {
    return steps.stream().anyMatch(step -> step.done() != Done.UNCHANGED);
  }

  private static List<Step> linked(Connection connection, Work<List<Step>> work)
      throws SQLException {
    Relinking relinking = Relinking.begin(connection);
    List<Step> steps = work.on(connection);
    if (isChange(steps)) {
      relinking.run();
    }
    return steps;
  }

  private List<Step> apply(Connection connection, List<Wanted> wanted, Others others)
      throws SQLException {
    CorrectionRows rows = rows(connection);
    List<Stored> before = rows.list();
    Map<String, Stored> stored = new HashMap<>();
    for (Stored each : before) {
      stored.put(key(rows, each.correction()), each);
    }
    Set<Long> kept = new HashSet<>();
    List<Step> steps = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (Wanted each : wanted) {
      try {
        Stored known = stored.get(key(rows, each.correction()));
        Step step = make(connection, each.correction(), known);
        kept.add(step.stored().id());
        steps.add(step);
      } catch (CorrectionRefused | PostgresDecisions.Undecidable e) {
        faults.add(each.fault(String.valueOf(e.getMessage())));
      }
    }
    if (!faults.isEmpty()) {
      throw new CorrectionRefused(faults);
    }
    if (others == Others.GO) {
      for (Stored each : before) {
        if (!kept.contains(each.id())) {
          steps.add(remove(connection, each));
        }
      }
    }
    return steps;
  }

  /// Merges and splits are about source records; all else about the record of today, whatever id it
  /// was given by.
  private static String key(CorrectionRows rows, Correction correction) throws SQLException {
    return switch (correction.what()) {
      case What.Same _, What.Differs _ -> correction.key();
      case What.Is _, What.Hidden(), What.NotAFilm() -> {
        String present = rows.present(correction.kind(), correction.record());
        yield correction.key(_ -> present);
      }
    };
  }

  private Step make(Connection connection, Correction correction, @Nullable Stored known)
      throws SQLException {
    CorrectionRows rows = rows(connection);
    if (known == null) {
      Correction complete = complete(connection, correction);
      long id = rows.add(complete);
      // A decision that is there already has made it superfluous.
      Stored made =
          rows.find(id)
              .orElseThrow(() ->
                  new PostgresDecisions.Undecidable(
                      "this is so by another correction; correct list shows it"));
      note(connection, Audited.CORRECTION_MAKE, null, made);
      return new Step(Done.ADDED, made);
    }
    Correction before = known.correction();
    // A merge is the same in either order.
    What what = correction.what() instanceof What.Is field ? field : before.what();
    Correction after = new Correction(before.kind(), before.record(), what, correction.note());
    if (after.equals(before)) {
      return new Step(Done.UNCHANGED, known);
    }
    rows.change(known.id(), after);
    Stored made = rows.find(known.id()).orElseThrow();
    note(connection, Audited.CORRECTION_MAKE, known, made);
    return new Step(Done.CHANGED, made);
  }

  /// The correction with what it leaves open.
  ///
  /// @throws CorrectionRefused if a record of it is not there
  private Correction complete(Connection connection, Correction correction) throws SQLException {
    CorrectionRows rows = rows(connection);
    List<String> ids = new ArrayList<>(List.of(correction.record()));
    ids.addAll(correction.what().others());
    for (String id : ids) {
      String kind = correction.kind().word();
      switch (rows.standing(correction.kind(), rows.present(correction.kind(), id))) {
        case STORED -> {}
        case HELD_BACK ->
            throw new CorrectionRefused(
                List.of(
                    "the %s %s is held back; %ss review says what it lacks, and a house feed supplies it (docs/matching.md)"
                        .formatted(kind, id, kind)));
        case UNKNOWN ->
            throw new CorrectionRefused(
                List.of(
                    "there is no %s %s; import its provider first, or take its id from its page or the interface"
                        .formatted(kind, id)));
      }
    }
    if (correction.what() instanceof What.Differs(List<String> others) && others.isEmpty()) {
      What.Differs all =
          new LinkDecisions(connection, correction.kind()).splittingOff(correction.record());
      return new Correction(correction.kind(), correction.record(), all, correction.note());
    }
    return correction;
  }

  private Step remove(Connection connection, Stored stored) throws SQLException {
    rows(connection).remove(stored);
    note(connection, Audited.CORRECTION_UNDO, stored, null);
    return new Step(Done.REMOVED, stored);
  }

  private void note(
      Connection connection, Audited action, @Nullable Stored before, @Nullable Stored after)
      throws SQLException {
    Stored about = after == null ? before : after;
    if (about != null) {
      new Audit(database.actor())
          .note(connection, action, about.correction().record(), json(before), json(after));
    }
  }

  private static @Nullable String json(@Nullable Stored stored) {
    return stored == null
        ? null
        : JsonObject.of("correction", stored.id())
            .with("what", stored.correction().what().word())
            .with("value", stored.correction().what().value())
            .with("note", stored.correction().note())
            .toString();
  }
}
