package org.marquee.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.What;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.reconcile.Relinking;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Work;

/// What people decide at a review: that two records are one, or that they are not. A decision
/// counts more than the rules and stays until another one replaces it. It is a correction
/// ([PostgresCorrections]), and is taken back as one.
public final class PostgresDecisions {
  private static final String NOTE = "decided at a review";

  private final Database database;

  public PostgresDecisions(Database database) {
    this.database = database;
  }

  /// A decision that cannot be stored.
  public static final class Undecidable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Undecidable(String message) {
      super(message);
    }
  }

  /// Merges two records.
  ///
  /// @return the id of the merged record
  /// @throws Undecidable if one of them is not there, or one provider lists both as cinemas
  public String merge(Kind kind, String one, String other) {
    return decide(
        kind,
        kind == Kind.FILM ? Audited.FILM_MERGE : Audited.CINEMA_MERGE,
        List.of(one, other),
        links -> {
          List<LinkDecisions.Member> ours = links.members(one);
          List<LinkDecisions.Member> theirs = links.members(other);
          if (ours.equals(theirs)) {
            throw new Undecidable(one + " and " + other + " are already merged");
          }
          return new Decided(
              LinkDecisions.named(ours, one), new What.Same(LinkDecisions.named(theirs, other)));
        });
  }

  /// Splits a source record off from its record.
  ///
  /// @param id of the source record
  /// @return the id of the record that it is now
  /// @throws Undecidable if there is no such source record, or it is the only one of its record
  public String split(Kind kind, String id) {
    return decide(
        kind, splitting(kind), List.of(id), links -> new Decided(id, links.splittingOff(id)));
  }

  private static Audited splitting(Kind kind) {
    return kind == Kind.FILM ? Audited.FILM_SPLIT : Audited.CINEMA_SPLIT;
  }

  /// Keeps two records apart: they are neither linked nor reviewed again. If they are merged, the
  /// source record `other` is split off.
  ///
  /// @return the id of the record of `other`
  /// @throws Undecidable if one of them is not there, or cannot be taken out of the record of both
  public String keepApart(Kind kind, String one, String other) {
    return decide(
        kind,
        splitting(kind),
        List.of(one, other),
        links ->
            links.members(one).equals(links.members(other))
                ? new Decided(other, links.splittingOff(other))
                : new Decided(other, new What.Differs(List.of(one))));
  }

  /// What was decided of a record.
  private record Decided(String record, What what) {}

  private interface Deciding {
    Decided by(LinkDecisions links) throws SQLException;
  }

  /// @param ids as they were given
  private String decide(Kind kind, Audited action, List<String> ids, Deciding deciding) {
    return Work.on(
        () -> database.connect("decision"),
        e -> new ListingsUnavailable("the decision was not stored: " + Outage.why(e), e),
        connection ->
            Revisions.change(
                connection,
                () ->
                    new Audit(database.actor())
                        .change(
                            connection,
                            action,
                            String.join(" ", ids),
                            _ -> decide(connection, kind, deciding)),
                _ -> true));
  }

  private String decide(Connection connection, Kind kind, Deciding deciding) throws SQLException {
    Relinking relinking = Relinking.begin(connection);
    LinkDecisions links = new LinkDecisions(connection, kind);
    Decided decided = deciding.by(links);
    CorrectionRows rows = new CorrectionRows(connection, database.actor());
    rows.add(new Correction(kind, decided.record(), decided.what(), NOTE));
    relinking.run();
    return links.members(decided.record()).getFirst().record();
  }
}
