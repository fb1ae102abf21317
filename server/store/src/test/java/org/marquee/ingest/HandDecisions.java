package org.marquee.ingest;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionRefused;
import org.marquee.correction.What;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.listing.Kind;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Done;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.decision.PostgresCorrections.Step;
import org.marquee.store.sql.Database;

/// Merges and splits as a person makes them; each gives the id of the record afterwards.
@NullMarked
public record HandDecisions(Database database) {
  public String merge(Kind kind, String one, String other) {
    return decide(What.MERGE, kind, one, other);
  }

  public String split(Kind kind, String id) {
    return decide(What.SPLIT, kind, id);
  }

  /// If both are merged, the source record `other` is split off.
  public String keepApart(Kind kind, String one, String other) {
    return decide(What.SPLIT, kind, other, one);
  }

  private String decide(What what, Kind kind, String... ids) {
    Correction correction = Correction.of(what, List.of(ids), "decided in a test");
    if (correction.kind() != kind) {
      throw new IllegalArgumentException(kind.word());
    }
    Step step =
        new PostgresCorrections(database)
            .apply(List.of(new Wanted(0, correction)), Others.STAY, Effect.COMMIT)
            .getFirst();
    if (what == What.MERGE && step.done() == Done.UNCHANGED) {
      throw new CorrectionRefused("are already merged");
    }
    return step.stored().present();
  }
}
