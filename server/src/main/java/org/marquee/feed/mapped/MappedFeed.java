package org.marquee.feed.mapped;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Cancellations;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.Intake;
import org.marquee.feed.JsonDocument;
import org.marquee.feed.Members;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.Value;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// The reading of one feed as a mapping says. Where tables are found in the feed, or where it
/// speaks for its cinemas only, it is gone through twice.
final class MappedFeed {
  private final Mapping mapping;
  private final FeedSource source;
  private final FeedSink sink;
  private final Intake intake;
  private final Map<String, Map<String, String>> tables = new HashMap<>();
  private final List<RuleRows> rules = new ArrayList<>();

  /// Films whose titles keep their showings from everybody, by external id.
  private final Map<String, Code> hiddenFilms = new HashMap<>();

  /// What may have told of showings and cannot be read; null: nothing.
  private @Nullable String lost;

  /// The number of the record at hand, over all files.
  private long number;

  MappedFeed(Mapping mapping, FeedSource source, FeedSink sink) {
    this.mapping = mapping;
    this.source = source;
    this.sink = sink;
    this.intake = new Intake(sink, source.vocabulary());
    mapping.rules().forEach(rule -> rules.add(new RuleRows(rule, mapping.isToldBeside(rule))));
  }

  /// What is met of one rule's rows.
  private static final class RuleRows {
    final Mapping.Rule rule;

    /// Whether another rule tells what becomes of these rows.
    final boolean toldBeside;

    long found;
    long missed;
    final Set<String> keys = new HashSet<>();

    RuleRows(Mapping.Rule rule, boolean toldBeside) {
      this.rule = rule;
      this.toldBeside = toldBeside;
    }
  }

  /// Takes in the documents of a file, or its rows.
  private interface Taker {
    /// @param place where it stands in its file; empty for the whole of it
    void document(Spot whole, Supplier<String> place);

    /// A row that cannot be read.
    default void broken(String place, String why) {}

    default void columns(Set<String> columns) throws UnreadableFeed {}
  }

  void read() throws IOException {
    boolean placeless =
        mapping.rules().stream()
            .anyMatch(rule -> rule.kind() == Kind.SHOWTIME && !rule.fields().containsKey("cinema"));
    if (placeless && source.cinema() == null) {
      throw unreadable(
          Code.FEED_UNREADABLE,
          "the format does not say which venue it is about: --cinema FILE is needed");
    }
    @Nullable Set<String> cinemas = lookAhead();
    sink.header(
        new FeedHeader(
            mapping.says() == Mapping.Says.WHAT_IS_LISTED || lost != null
                ? FeedHeader.Mode.DELTA
                : FeedHeader.Mode.FULL,
            source.observedAt(),
            null,
            cinemas == null ? null : new FeedHeader.Covers(null, null, cinemas),
            mapping.keys()));
    if (lost != null) {
      sink.notice(Notice.of(Code.PART_LOST, lost));
    }
    for (FeedSource.Part part : source.parts()) {
      long before = number;
      read(part, new Records(part.name()));
      if (number == before && source.parts().size() > 1) {
        sink.notice(Notice.of(Code.FILE_WITHOUT_RECORDS, part.name()));
      }
    }
    refuseIfNothingIsWhereItShouldBe();
    intake.finish();
  }

  /// Fills the tables, finds what is lost, and the cinemas that a feed speaks for; null where it
  /// speaks for all.
  private @Nullable Set<String> lookAhead() throws IOException {
    @Nullable Set<String> cinemas =
        mapping.says() == Mapping.Says.ITS_CINEMAS ? new HashSet<>() : null;
    boolean found = false;
    for (Map.Entry<String, Mapping.Table> table : mapping.tables().entrySet()) {
      switch (table.getValue()) {
        case Mapping.Table.Words(Map<String, String> words) -> tables.put(table.getKey(), words);
        case Mapping.Table.Found _ -> {
          tables.put(table.getKey(), new HashMap<>());
          found = true;
        }
      }
    }
    boolean json = mapping.shape() instanceof Mapping.Shape.Json;
    if (!found && cinemas == null && !json) {
      return null;
    }
    for (FeedSource.Part part : source.parts()) {
      read(
          part,
          (whole, _) -> {
            fillTables(whole);
            if (json) {
              findLost(whole, part);
            }
            if (cinemas != null) {
              mapping.rules().forEach(rule -> findCinemas(rule, whole, cinemas));
            }
          });
    }
    return cinemas;
  }

  private void findLost(Spot whole, FeedSource.Part part) {
    for (Mapping.Rule rule : mapping.rules()) {
      if (rule.kind() != Kind.SHOWTIME || lost != null) {
        continue;
      }
      ValuePath.Walk walk = new ValuePath.Walk(spot -> lost = part.name() + " " + spot);
      eachRow(rule, whole, walk, _ -> {});
      boolean nothing = walk.found == 0 && walk.missed > 0 && !rule.awaited();
      if (nothing && source.parts().size() > 1 && !isBesides(whole)) {
        lost = part.name() + " has no " + rule.each();
      }
    }
  }

  /// Whether a document belongs to the feed without listing showings.
  private boolean isBesides(Spot whole) {
    @Nullable List<ValuePath> besides = mapping.besides();
    if (besides == null) {
      return true;
    }
    boolean[] met = {false};
    besides.forEach(path -> path.walk(whole, new ValuePath.Walk(), _ -> met[0] = true));
    return met[0];
  }

  private void fillTables(Spot whole) {
    mapping
        .tables()
        .forEach((name, table) -> {
          if (table
              instanceof Mapping.Table.Found(ValuePath each, Expression key, Expression value)) {
            Map<String, String> words = tables.get(name);
            Expression.Reach reach = reach();
            each.walk(
                whole,
                reach.walk(),
                spot -> {
                  String from = key.text(spot, reach);
                  String to = value.text(spot, reach);
                  if (from != null && to != null && words != null) {
                    words.putIfAbsent(from, to);
                  }
                });
          }
        });
  }

  private void findCinemas(Mapping.Rule rule, Spot whole, Set<String> cinemas) {
    Field field = rule.fields().get("cinema");
    if (field == null || rule.kind() != Kind.SHOWTIME) {
      return;
    }
    eachRow(
        rule,
        whole,
        new ValuePath.Walk(),
        row -> {
          String cinema = field.expression().text(row, reach());
          if (cinema != null) {
            cinemas.add(cinema);
          }
        });
  }

  private static void eachRow(
      Mapping.Rule rule, Spot whole, ValuePath.Walk walk, Consumer<Spot> taker) {
    ValuePath each = rule.each();
    if (each == null) {
      walk.found++;
      taker.accept(whole);
    } else {
      each.walk(whole, walk, taker);
    }
  }

  private Expression.Reach reach() {
    return new Expression.Reach(tables, new ValuePath.Walk());
  }

  private void read(FeedSource.Part part, Taker taker) throws IOException {
    try (Reader text = FeedText.of(part.open(), mapping.encoding())) {
      switch (mapping.shape()) {
        case Mapping.Shape.Json _ ->
            taker.document(whole(JsonDocument.read(text, part.name()).value(), part), () -> "");
        case Mapping.Shape.Csv csv ->
            new CsvRows(csv, part.name(), csvTaker(part, taker)).read(text);
      }
    } catch (CharacterCodingException _) {
      throw unreadable(
          Code.FEED_NOT_TEXT, part.name() + " has letters that are not " + mapping.encoding());
    }
  }

  private Spot whole(Value value, FeedSource.Part part) {
    return Spot.whole(
        value, part.name(), source.cinema() == null ? null : source.cinema().externalId());
  }

  private CsvRows.Taker csvTaker(FeedSource.Part part, Taker taker) {
    return new CsvRows.Taker() {
      @Override
      public void columns(Set<String> columns) throws UnreadableFeed {
        taker.columns(columns);
      }

      @Override
      public void row(long line, Members row) {
        taker.document(whole(row, part), () -> "row at line " + line);
      }

      @Override
      public void broken(long line, String why) {
        taker.broken("row at line " + line, why);
      }
    };
  }

  /// Makes records of what a file holds.
  private final class Records implements Taker {
    private final String file;

    Records(String file) {
      this.file = file;
    }

    @Override
    public void document(Spot whole, Supplier<String> place) {
      for (RuleRows rows : rules) {
        ValuePath.Walk walk = new ValuePath.Walk(spot -> broken(rows.rule, spot));
        eachRow(
            rows.rule,
            whole,
            walk,
            row -> {
              String at = row.toString();
              row(rows, row, () -> at.equals("$") ? place.get() : at);
            });
        rows.found += walk.found;
        rows.missed += walk.missed;
      }
    }

    /// What should hold rows, and holds nobody knows how many.
    private void broken(Mapping.Rule rule, Spot spot) {
      if (rule.once()) {
        return;
      }
      long line = ++number;
      sink.refused(
          line,
          rule.kind(),
          null,
          null,
          new Notice(
              Code.LINE_UNREADABLE,
              place(line, spot.toString()),
              spot.value().shown(),
              "this is not where " + rule.each() + " can lead on"));
    }

    private void row(RuleRows rows, Spot row, Supplier<String> place) {
      Mapping.Rule rule = rows.rule;
      Mapping.LeaveOut leaveOut = whyLeftOut(rule, row);
      if (leaveOut != null) {
        if (!rows.toldBeside) {
          long line = ++number;
          sink.leftOut(
              line,
              rule.kind(),
              leaveOut.isSaidOfIt() ? object(rule, row).externalId() : null,
              new Notice(
                  Code.LEFT_OUT_BY_MAPPING, place(line, place.get()), "", leaveOut.reason()));
        }
        return;
      }
      NativeObject object = object(rule, row);
      String key = object.externalId();
      if (rule.once() && (key == null ? rows.toldBeside : !rows.keys.add(key))) {
        return;
      }
      long line = ++number;
      Code hidden = hidden(rule.kind(), object);
      if (hidden == null) {
        object.settle(intake, line, () -> place(line, place.get()));
      } else {
        String id = rule.kind() == Kind.SHOWTIME ? key : null;
        sink.leftOut(
            line,
            rule.kind(),
            id,
            new Notice(
                hidden,
                place(line, place.get()),
                object.title().isEmpty() ? "film " + object.film() : object.title(),
                ""));
      }
    }

    /// Why a title, or that of the film referred to, keeps a row from everybody; null where none
    /// does.
    private @Nullable Code hidden(Kind kind, NativeObject object) {
      Code hidden = Cancellations.inTitle(object.title());
      String id = object.externalId();
      if (kind == Kind.FILM && hidden != null && id != null) {
        hiddenFilms.put(id, hidden);
      }
      String film = kind == Kind.SHOWTIME && object.title().isEmpty() ? object.film() : null;
      return film == null ? hidden : hiddenFilms.get(film);
    }

    private NativeObject object(Mapping.Rule rule, Spot row) {
      NativeObject object = new NativeObject(mapping, rule, source);
      object.read(row, tables);
      return object;
    }

    @Override
    public void broken(String place, String why) {
      for (RuleRows rows : rules) {
        if (!rows.rule.once()) {
          long line = ++number;
          sink.refused(
              line,
              rows.rule.kind(),
              null,
              null,
              new Notice(Code.LINE_UNREADABLE, place(line, place), "", why));
        }
      }
    }

    @Override
    public void columns(Set<String> columns) throws UnreadableFeed {
      Columns.check(mapping, columns, file, sink);
    }

    private String place(long line, String place) {
      String where = source.parts().size() == 1 ? place : (file + " " + place).strip();
      return where.isEmpty() ? "line " + line : "line " + line + " (" + where + ")";
    }
  }

  private Mapping.@Nullable LeaveOut whyLeftOut(Mapping.Rule rule, Spot row) {
    for (Mapping.LeaveOut leaveOut : rule.leaveOut()) {
      List<Value> values = leaveOut.value().all(row, reach());
      boolean applies =
          switch (leaveOut.test()) {
            case Mapping.Test.Flagged _ -> values.stream().anyMatch(Flags::isSet);
            case Mapping.Test.Missing _ -> values.isEmpty();
            case Mapping.Test.Is(Set<String> texts) -> isAmong(values, texts);
            case Mapping.Test.IsNot(Set<String> texts) -> !isAmong(values, texts);
          };
      if (applies) {
        return leaveOut;
      }
    }
    return null;
  }

  private static boolean isAmong(List<Value> values, Set<String> texts) {
    return values.stream()
        .map(Expression::textOf)
        .anyMatch(text -> text != null && texts.contains(text));
  }

  /// A feed whose rows are not where the mapping looks for them is another feed, or one that has
  /// changed: it must not look like one that lists nothing.
  private void refuseIfNothingIsWhereItShouldBe() throws UnreadableFeed {
    for (RuleRows rows : rules) {
      if (rows.found == 0 && rows.missed > 0 && !rows.rule.awaited()) {
        throw unreadable(
            Code.FEED_UNREADABLE,
            "there is no "
                + rows.rule.each()
                + ", where the mapping "
                + mapping.name()
                + " looks for each "
                + rows.rule.kind().word());
      }
    }
  }

  private static UnreadableFeed unreadable(Code code, String detail) {
    return new UnreadableFeed(Notice.of(code, detail));
  }
}
