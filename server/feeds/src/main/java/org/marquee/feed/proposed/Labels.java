package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.Vocabulary;

/// What of a file says how a showing is shown, and which rows are no showings.
///
/// @param labels columns of words, with what stands between several of them
/// @param flags columns that are true or false, by the attribute that their name says
/// @param leftOut rules that leave rows out, as a mapping has them: the column, and the other
///   members of the rule
record Labels(
    Map<FileColumn, String> labels,
    Map<Attribute, FileColumn> flags,
    Map<FileColumn, Map<String, Object>> leftOut) {
  private static final Pattern CANCELLED =
      Pattern.compile(
          "(?iu)cancel(l?ed)?|abgesagt|entf[aä]llt|ausgefallen|annul[eé]e?|cancelad[oa]|annullat[oa]|geannuleerd|private|privat");
  private static final Pattern FILM =
      Pattern.compile("(?i)movies?|films?|kino|cinema|pel[ií]cula|screening");
  private static final Set<String> NAMES = Set.of("label", "language", "format");
  private static final double KNOWN = 0.3;
  private static final int MOST_WORDS = 200;

  static Labels of(FeedTable table, ColumnPath rows, Set<FileColumn> used) {
    Labels labels = new Labels(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    for (FileColumn column : table.columns()) {
      boolean within = column.place().isWithin(rows);
      boolean seen = column.place().isSeenFrom(rows);
      if (used.contains(column) || !(within || seen)) {
        continue;
      }
      Map<String, Object> rule = seen ? ruleOf(column) : Map.of();
      if (!rule.isEmpty()) {
        labels.leftOut.put(column, rule);
      }
      if (within && column.isFlags()) {
        attribute(column).ifPresent(attribute -> labels.flags.putIfAbsent(attribute, column));
      } else if (within && rule.isEmpty() && column.different().size() <= MOST_WORDS) {
        // Of several names of one thing, the first is the fullest.
        ColumnPath list = column.place().rows();
        if (seen
            || labels.labels.keySet().stream()
                .noneMatch(other -> other.place().rows().equals(list))) {
          splitOf(column).ifPresent(sign -> labels.labels.put(column, sign));
        }
      }
    }
    return labels;
  }

  /// Whether a rule leaves out what is no film, and not showings that are off.
  static boolean isOfKinds(Map<String, Object> rule) {
    return rule.containsKey("isNot");
  }

  /// The same with what a person states: `only=COLUMN:TEXT,TEXT`, `without=COLUMN:TEXT` and
  /// `labels=COLUMN+COLUMN`.
  ///
  /// @throws Corrections.InvalidCorrection if that names a column that is not there
  Labels corrected(FeedTable table, Corrections said) throws Corrections.InvalidCorrection {
    Map<FileColumn, String> words =
        new LinkedHashMap<>(said.stated("labels") == null ? labels : Map.of());
    for (String name : said.ofFile("labels").split("\\+", -1)) {
      if (!name.isEmpty()) {
        FileColumn column = Corrections.column(table, name.strip());
        words.put(column, labels.getOrDefault(column, ""));
      }
    }
    Map<FileColumn, Map<String, Object>> rules = new LinkedHashMap<>(leftOut);
    for (String field : List.of("only", "without")) {
      boolean kinds = field.equals("only");
      String rule = said.ofFile(field);
      rules.values().removeIf(other -> said.stated(field) != null && isOfKinds(other) == kinds);
      if (!rule.isEmpty()) {
        int colon = rule.lastIndexOf(':');
        List<String> texts =
            Stream.of(rule.substring(colon + 1).split(",")).map(String::strip).toList();
        rules.put(
            Corrections.column(table, rule.substring(0, colon)),
            RecordDraft.inOrder(kinds ? "isNot" : "is", texts, "reason", "left out by hand"));
      }
    }
    return new Labels(words, flags, rules);
  }

  /// The one attribute that the name of a column means.
  private static Optional<Attribute> attribute(FileColumn column) {
    List<String> words =
        new ArrayList<>(ColumnWords.words(String.valueOf(column.place().member(0))));
    words.removeAll(List.of("is", "has", "session", "show", "screening"));
    return Vocabulary.BUILT_IN
        .attributes(String.join(" ", words))
        .map(Attributes::list)
        .filter(all -> all.size() == 1)
        .map(List::getFirst);
  }

  /// By what of a column rows are left out; empty where they are not.
  private static Map<String, Object> ruleOf(FileColumn column) {
    if (column.isFlags()) {
      return column.name().says("cancelled") ? Map.of("reason", "cancelled") : Map.of();
    }
    if (column.different().size() >= 20) {
      return Map.of();
    }
    List<String> cancelled = matching(column, CANCELLED);
    if (!cancelled.isEmpty()) {
      return RecordDraft.inOrder("is", cancelled, "reason", "cancelled or private");
    }
    List<String> films = matching(column, FILM);
    return films.isEmpty()
            || films.size() == column.different().size()
            || !column.name().says("type")
        ? Map.of()
        : RecordDraft.inOrder("isNot", films, "reason", "not a film");
  }

  private static List<String> matching(FileColumn column, Pattern pattern) {
    return column.different().stream().filter(pattern.asMatchPredicate()).toList();
  }

  /// What stands between the words of a column, many of which are known; empty text where each
  /// value is one.
  private static Optional<String> splitOf(FileColumn column) {
    if (column.isAddresses()) {
      return Optional.empty();
    }
    double enough = column.name().own().stream().anyMatch(NAMES::contains) ? 0.15 : KNOWN;
    return Stream.of("", ",", ";", "/", "|")
        .filter(sign -> {
          List<String> words =
              column.different().stream().flatMap(text -> split(text, sign)).toList();
          long known = words.stream().filter(Vocabulary.BUILT_IN::isKnown).count();
          return known > 0
              && known >= enough * words.size()
              && (sign.isEmpty()
                  ? column.different().stream().noneMatch(text -> text.contains(","))
                  : words.size() > column.different().size());
        })
        .findFirst();
  }

  private static Stream<String> split(String text, String sign) {
    return sign.isEmpty()
        ? Stream.of(text)
        : Stream.of(text.split(Pattern.quote(sign), -1)).map(String::strip);
  }
}
