package org.marquee.feed.mapped;

import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.StandIns;
import org.marquee.feed.member.Value;
import org.marquee.feed.time.Zones;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;

/// The content of a mapping file: where the rows of a feed are, and which native objects they make
/// (docs/mappings.md).
///
/// @param encoding of feeds whose first bytes do not show it
/// @param zone of cinemas that have none
/// @param keys how far its showtimes keep their external ids
/// @param standIns what is published of places that a feed does not say
/// @param recognise paths, as [org.marquee.feed.FeedHead#outline] gives them, or columns, that show
///   a feed to be of this mapping
/// @param besides what files have that belong to the feed and list no showings; null where any may
record Mapping(
    String name,
    Shape shape,
    Charset encoding,
    @Nullable ZoneId zone,
    Says says,
    FeedHeader.Keys keys,
    StandIns standIns,
    List<String> recognise,
    @Nullable List<ValuePath> besides,
    Map<String, Table> tables,
    List<Rule> rules) {
  Mapping {
    recognise = List.copyOf(recognise);
    tables = Map.copyOf(tables);
    rules = List.copyOf(rules);
  }

  sealed interface Shape {
    /// Documents: one a file, unless said otherwise.
    enum Tree implements Shape {
      JSON,
      /// A document a line.
      NDJSON,
      XML
    }

    /// Rows of fields.
    ///
    /// @param columns their names, where no row of the feed names them; else empty
    /// @param skip how many lines there are before the first row
    record Csv(char separator, char quote, List<String> columns, int skip) implements Shape {
      public Csv {
        columns = List.copyOf(columns);
      }
    }
  }

  enum Says {
    /// All of the provider: what is not listed is withdrawn.
    EVERYTHING,
    /// All of the cinemas that are mentioned in it.
    ITS_CINEMAS,
    /// Only what is in it: a delta.
    WHAT_IS_LISTED
  }

  sealed interface Table {
    /// Written down in the mapping.
    record Words(Map<String, String> words) implements Table {
      public Words {
        words = Map.copyOf(words);
      }
    }

    /// Found in the feed.
    record InFeed(ValuePath each, Expression key, Expression value) implements Table {}
  }

  /// The rules that make records of a kind.
  Stream<Rule> rules(Kind kind) {
    return rules.stream().filter(rule -> rule.kind() == kind);
  }

  /// The zone by whose clocks a feed is written; null where it is not known, or each cinema may
  /// have its own.
  ///
  /// @param venue the cinema that the feed is about, where the operator describes it
  @Nullable ZoneId zoneOf(FeedRecord.@Nullable Cinema venue) {
    String described = venue == null ? null : venue.timeZone();
    if (described != null) {
      return Zones.named(described).orElse(null);
    }
    boolean ofEach = rules(Kind.CINEMA).anyMatch(rule -> rule.fields().containsKey("timeZone"));
    return ofEach ? null : zone;
  }

  /// Whether rows of which `rule` makes one record are those of another rule, which makes a record
  /// of each: what is wrong with one of them, or left out, is then reported there.
  boolean isReportedElsewhere(Rule rule) {
    return rule.once()
        && rules.stream()
            .anyMatch(other ->
                !other.once() && String.valueOf(other.each()).equals(String.valueOf(rule.each())));
  }

  /// The children that paths take for lists, whether there are several or none.
  Set<ValuePath.Child> lists() {
    Set<ValuePath.Child> lists = new HashSet<>();
    for (Rule rule : rules) {
      Stream.ofNullable(rule.each()).forEach(each -> each.addLists(lists));
      Stream.concat(
              rule.fields().values().stream().map(Field::expression), rule.besideFields().stream())
          .flatMap(Expression::paths)
          .forEach(path -> path.addLists(lists));
    }
    for (Table table : tables.values()) {
      if (table instanceof Table.InFeed(ValuePath each, Expression key, Expression value)) {
        Stream.concat(Stream.of(each), Stream.concat(key.paths(), value.paths()))
            .forEach(path -> path.addLists(lists));
      }
    }
    return lists;
  }

  /// What becomes of each of some rows.
  ///
  /// @param each where the rows are; null where the document is a row
  /// @param once whether rows with the same key are one record, as the films of a list of showings;
  ///   those without a key are then none, if another rule reports them
  /// @param awaited whether a feed may do without such rows altogether
  record Rule(
      Kind kind,
      @Nullable ValuePath each,
      boolean once,
      boolean awaited,
      List<LeaveOut> leaveOut,
      Map<String, Field> fields,
      List<Expression> labels,
      Map<Attribute, Expression> flags) {
    Rule {
      leaveOut = List.copyOf(leaveOut);
      // In their order: of several faults, the same one is reported each time.
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
      labels = List.copyOf(labels);
      flags = Collections.unmodifiableMap(new LinkedHashMap<>(flags));
    }

    /// What its rows are read for besides its fields.
    List<Expression> besideFields() {
      List<Expression> all = new ArrayList<>(labels);
      all.addAll(flags.values());
      leaveOut.forEach(reason -> all.add(reason.value()));
      return all;
    }

    /// Hands over each of its rows in a document.
    void eachRow(Spot whole, ValuePath.Walk walk, Consumer<Spot> taker) {
      if (each == null) {
        walk.found++;
        taker.accept(whole);
      } else {
        each.walk(whole, walk, taker);
      }
    }

    /// A member of a row as it stands there; null where the row has none.
    @Nullable String text(String name, Spot row, Expression.Reach reach) {
      Field field = fields.get(name);
      return field == null ? null : field.expression().text(row, reach);
    }

    /// The first reason to leave a row out; null where there is none.
    @Nullable LeaveOut whyLeftOut(Spot row, Expression.Reach reach) {
      return leaveOut.stream()
          .filter(reason -> reason.holds(reason.value().all(row, reach)))
          .findFirst()
          .orElse(null);
    }
  }

  /// Why rows are left out.
  ///
  /// @param texts that [Test#IS] and [Test#IS_NOT] look for
  record LeaveOut(Expression value, Test test, Set<String> texts, String reason) {
    enum Test {
      /// One of the values is true.
      FLAGGED,
      /// There is none.
      MISSING,
      /// One of them is one of the texts.
      IS,
      /// None of them is one of the texts.
      IS_NOT
    }

    LeaveOut {
      texts = Set.copyOf(texts);
    }

    boolean holds(List<Value> values) {
      return switch (test) {
        case FLAGGED -> values.stream().anyMatch(Flags::isSet);
        case MISSING -> values.isEmpty();
        case IS -> isAmong(values);
        case IS_NOT -> !isAmong(values);
      };
    }

    private boolean isAmong(List<Value> values) {
      return values.stream()
          .map(Expression::textOf)
          .anyMatch(text -> text != null && texts.contains(text));
    }

    /// Whether the row says so of itself, as that it is cancelled. What is missing, or another word
    /// than is looked for, may be the work of a broken source.
    boolean isSaidOfIt() {
      return test == Test.FLAGGED || test == Test.IS;
    }
  }
}
