package org.marquee.feed.mapped;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.listing.Kind;

/// What has to be known of a feed before a record is made of it: the tables that stand in it, the
/// cinemas that it covers, and whether a part of it is lost. Goes through the feed where any of
/// that is to be found there.
final class LookAhead {
  private final Mapping mapping;
  private final boolean manyFiles;
  private final boolean ofItsCinemas;
  private final Map<String, Map<String, String>> tables = new HashMap<>();
  private final Set<String> cinemas = new HashSet<>();
  private final PatternWork patterns = new PatternWork();
  private final HiddenFilms hiddenFilms;
  private @Nullable String lost;

  /// Two values of what a constant key states once for the whole feed; null: none.
  private @Nullable String contradiction;

  LookAhead(MappedFiles files) throws IOException {
    this.mapping = files.mapping();
    this.hiddenFilms = new HiddenFilms(files.mapping());
    this.manyFiles = files.source().parts().size() > 1;
    this.ofItsCinemas = mapping.says() == Mapping.Says.ITS_CINEMAS;
    mapping
        .tables()
        .forEach((name, table) ->
            tables.put(
                name,
                table instanceof Mapping.Table.Words(Map<String, String> words)
                    ? words
                    : new HashMap<>()));
    look(files);
  }

  /// External ids of the cinemas that the feed covers; null: all of its provider's.
  @Nullable Set<String> cinemas() {
    return ofItsCinemas ? cinemas : null;
  }

  /// An unreadable part that may have showings; null: none.
  @Nullable String lost() {
    return lost;
  }

  /// Films that are kept from everybody.
  HiddenFilms hiddenFilms() {
    return hiddenFilms;
  }

  /// @param unknown takes note of keys that a table does not have; null: nobody does
  Expression.Reach reach(@Nullable UnknownKeys unknown) {
    return new Expression.Reach(tables, new ValuePath.Walk(), patterns, unknown);
  }

  private void look(MappedFiles files) throws IOException {
    if (mapping.tables().values().stream().anyMatch(Mapping.Table.InFeed.class::isInstance)) {
      // All of them first: what stands in one file may be exchanged by what stands in a later one.
      for (FeedSource.Part part : files.source().parts()) {
        files.read(part, (whole, _) -> fillTables(whole));
      }
    }
    if (contradiction != null) {
      throw new UnreadableFeed(contradiction + "; import each as a feed of its own");
    }
    boolean json =
        mapping.shape() instanceof Mapping.Shape.Tree
            && mapping.shape() != Mapping.Shape.Tree.NDJSON;
    if (json || ofItsCinemas || hiddenFilms.areAskedFor()) {
      for (FeedSource.Part part : files.source().parts()) {
        files.read(
            part,
            (whole, _) -> {
              if (json) {
                findLost(whole, part.name());
              }
              if (ofItsCinemas) {
                findCinemas(whole);
              }
              hiddenFilms.note(whole, reach(null));
            });
      }
    }
  }

  private void fillTables(Spot whole) {
    mapping
        .tables()
        .forEach((name, table) -> {
          Map<String, String> words = tables.get(name);
          if (words != null
              && table instanceof Mapping.Table.InFeed(var each, var key, var value)) {
            Expression.Reach reach = reach(null);
            each.walk(
                whole,
                reach.walk(),
                spot -> {
                  String from = key.text(spot, reach);
                  String to = value.text(spot, reach);
                  if (from != null && to != null) {
                    String before = words.get(from);
                    if (key.source() instanceof Expression.Source.Constant
                        && before != null
                        && !before.equals(to)) {
                      contradiction =
                          "the files have two of " + name + ", " + before + " and " + to;
                    }
                    // Of several any will do, but the same one whatever their order.
                    words.merge(from, to, BinaryOperator.minBy(Comparator.naturalOrder()));
                  }
                });
          }
        });
  }

  private void findLost(Spot whole, String file) {
    for (Mapping.Rule rule : mapping.rules()) {
      if (rule.kind() != Kind.SHOWTIME || lost != null) {
        continue;
      }
      ValuePath.Walk walk = new ValuePath.Walk(spot -> lost = file + " " + spot);
      rule.eachRow(whole, walk, _ -> {});
      boolean nothing = walk.found == 0 && walk.missed > 0 && !rule.awaited();
      if (nothing && manyFiles && !isBesides(whole)) {
        lost = file + " has no " + rule.each();
      }
    }
  }

  /// Whether a document belongs to the feed without listing showings.
  private boolean isBesides(Spot whole) {
    @Nullable List<ValuePath> besides = mapping.besides();
    if (besides == null) {
      return true;
    }
    List<Spot> met = new ArrayList<>();
    besides.forEach(path -> path.walk(whole, new ValuePath.Walk(), met::add));
    return !met.isEmpty();
  }

  private void findCinemas(Spot whole) {
    mapping
        .rules(Kind.SHOWTIME)
        .forEach(rule ->
            rule.eachRow(
                whole,
                new ValuePath.Walk(),
                row ->
                    Stream.ofNullable(rule.text("cinema", row, reach(null)))
                        .forEach(cinemas::add)));
  }
}
