package org.marquee.store.explain;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.explanation.Explanation.Entry;
import org.marquee.explanation.Explanation.Part;
import org.marquee.explanation.Explanation.Point;
import org.marquee.explanation.Explanation.Topic;
import org.marquee.listing.Kind;
import org.marquee.matching.Clustering;
import org.marquee.matching.Decisions;
import org.marquee.matching.LinkVerdict;
import org.marquee.matching.Rules;
import org.marquee.matching.SourceRecord;
import org.marquee.store.reconcile.link.SourceRecords;
import org.marquee.store.sql.Sql;

/// Compares the source records of a film or cinema with each other and with their neighbours, by
/// the rules of imports over all that is stored.
final class Comparisons<W extends SourceRecord> {
  /// Of more source records of one record the first ones are compared: a chain has hundreds.
  private static final int MOST = 200;

  /// Weaker than every link.
  private static final int NEAR = -1;

  private static final int APART = -2;

  private final Decisions decisions;
  private final Rules<W> rules;
  private final List<W> all = new ArrayList<>();
  private final List<W> members = new ArrayList<>();
  private final String record;
  private final Map<String, String> records = new HashMap<>();

  private Comparisons(Connection connection, SourceRecords<W> kind, String record)
      throws SQLException {
    this.record = record;
    decisions = kind.decisions(connection);
    for (SourceRecords.LinkedSource<W> each : kind.all(connection)) {
      all.add(each.source());
      records.put(each.source().id(), each.bearer().record().id());
      if (isOurs(each.source())) {
        members.add(each.source());
      }
    }
    members.sort(Comparator.comparing(SourceRecord::id));
    rules = kind.rules().apply(all, decisions);
  }

  private boolean isOurs(W source) {
    return record.equals(records.get(source.id()));
  }

  /// Two source records as the rules compare them.
  ///
  /// @param strength of what links them; the surest pair of two records tells most
  private record Pair<W>(W one, W other, int strength, String why) {
    Pair<W> because(String reason) {
      return new Pair<>(one, other, strength, reason);
    }
  }

  static <W extends SourceRecord> List<Part> of(
      Connection connection, SourceRecords<W> kind, String record) throws SQLException {
    Comparisons<W> comparisons = new Comparisons<>(connection, kind, record);
    List<Pair<W>> joined = comparisons.joined();
    List<Pair<W>> apart = comparisons.apart(kind.group(comparisons.all, comparisons.decisions));
    Map<String, String> names =
        names(connection, kind.kind(), Stream.concat(joined.stream(), apart.stream()).toList());
    return List.of(
        new Part(
            Topic.JOINED,
            joined.stream().map(each -> comparisons.entry(each, names, null)).toList()),
        new Part(
            Topic.APART,
            apart.stream()
                .map(each ->
                    comparisons.entry(each, names, comparisons.records.get(each.other().id())))
                .toList()));
  }

  private Entry entry(Pair<W> pair, Map<String, String> names, @Nullable String record) {
    List<Point> points = new ArrayList<>();
    rules
        .evidence(pair.one(), pair.other())
        .forEach((fact, how) -> points.add(new Point(fact, how)));
    String about = names.get(pair.other().id()) + " beside " + names.get(pair.one().id());
    return new Entry(about, null, pair.why(), points, record);
  }

  private static <W extends SourceRecord> Map<String, String> names(
      Connection connection, Kind kind, List<Pair<W>> pairs) throws SQLException {
    Map<String, String> names = new HashMap<>();
    Sql.of(
            """
            select w.id, format('%%s %%s "%%s"', p.name, w.external_id, w.%s) as name
            from %s_source w join provider p on p.id = w.provider_id where w.id = any(:ids)
            """
                .formatted(kind == Kind.FILM ? "title" : "name", kind.word()))
        .bind(
            "ids",
            pairs.stream().flatMap(each -> Stream.of(each.one().id(), each.other().id())).toList())
        .each(connection, row -> names.put(row.getString("id"), row.getString("name")));
    return names;
  }

  /// For each source record but the first its surest link to another one.
  private List<Pair<W>> joined() {
    List<W> some = members.subList(0, Math.min(members.size(), MOST));
    return some.stream()
        .skip(1)
        .flatMap(each ->
            some.stream()
                .filter(other -> !other.id().equals(each.id()))
                .map(other -> compared(other, each))
                .max(Comparator.comparingInt(Pair::strength))
                .stream())
        .map(pair ->
            pair.strength() >= 0
                ? pair
                : pair.because("nothing links them any more, and the next import parts them"))
        .toList();
  }

  private Pair<W> compared(W one, W other) {
    if (decisions.areSame(one, other)) {
      return new Pair<>(one, other, Rules.DECIDED, "merged by hand");
    }
    if (decisions.areDifferent(one, other)) {
      return new Pair<>(one, other, Rules.DECIDED, "split by hand");
    }
    return switch (rules.judge(one, other)) {
      case LinkVerdict.Same(int strength, String why) -> new Pair<>(one, other, strength, why);
      case LinkVerdict.Near(String why) -> new Pair<>(one, other, NEAR, why);
      case LinkVerdict.Apart() ->
          new Pair<>(one, other, APART, "facts contradict, or too few of them agree");
    };
  }

  /// The likest pair with each record that is near or has the same name, the likest first.
  private List<Pair<W>> apart(Clustering.Outcome<W> outcome) {
    Map<String, Pair<W>> byRecord = new TreeMap<>();
    for (List<W> list : rules.neighbours(all)) {
      for (W one : list.stream().filter(this::isOurs).toList()) {
        for (W other : list) {
          Pair<W> pair = isOurs(other) ? null : compared(one, other);
          if (pair != null && (pair.strength() > APART || isNamedAlike(one, other))) {
            byRecord.merge(
                Objects.requireNonNull(records.get(other.id())),
                pair,
                (before, next) -> next.strength() > before.strength() ? next : before);
          }
        }
      }
    }
    return byRecord.values().stream()
        .map(pair ->
            pair.strength() == APART || pair.strength() == Rules.DECIDED
                ? pair
                : pair.because(near(outcome, pair)))
        .sorted(Comparator.comparingInt((Pair<W> pair) -> pair.strength()).reversed())
        .toList();
  }

  private boolean isNamedAlike(W one, W other) {
    return rules.evidence(one, other).firstEntry().getValue().startsWith("the same");
  }

  /// Why two that are alike are two: the reason that `review` gives, where it lists the two.
  private String near(Clustering.Outcome<W> outcome, Pair<W> pair) {
    return outcome.near().stream()
        .filter(each ->
            Stream.of(each.one(), each.other())
                .allMatch(group -> group.contains(pair.one()) != group.contains(pair.other())))
        .map(Clustering.Near::why)
        .findFirst()
        .orElse(pair.why() + ", but other source records of the two exclude each other");
  }
}
