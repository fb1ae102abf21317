package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.Vocabulary;

/// What of a file says how a showing is shown, and which rows are no showings.
///
/// @param labels columns of words, with what stands between several of them
/// @param flags columns that are true or false, by the attribute that their name says
/// @param leftOut rules that leave rows out, as a mapping has them: the column, and the rest of the
///   rule
record Labels(
    Map<FileColumn, String> labels,
    Map<Attribute, FileColumn> flags,
    Map<FileColumn, String> leftOut) {
  private static final Pattern CANCELLED =
      Pattern.compile(
          "(?iu)cancel(l?ed)?|abgesagt|entf[aä]llt|ausgefallen|annul[eé]e?|cancelad[oa]|annullat[oa]|geannuleerd|private|privat");
  private static final Pattern FILM =
      Pattern.compile("(?i)movies?|films?|kino|cinema|pel[ií]cula|screening");
  private static final Set<String> NAMES = Set.of("label", "language", "format");
  private static final double KNOWN = 0.3;
  private static final int MOST_WORDS = 200;

  static Labels of(FeedTable table, ColumnPath rows, Set<FileColumn> used) {
    Labels found = new Labels(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    for (FileColumn column : table.columns()) {
      boolean within = column.place().isWithin(rows);
      boolean seen = column.place().isSeenFrom(rows);
      if (used.contains(column) || !(within || seen)) {
        continue;
      }
      if (column.isFlags()) {
        found.addFlag(column, seen, within);
      } else if (!(seen && found.leavesOut(column))
          && within
          && column.different().size() <= MOST_WORDS) {
        found.addWords(column, seen);
      }
    }
    return found;
  }

  /// The same with what a person states: `only=COLUMN:TEXT,TEXT`, `without=COLUMN:TEXT` and
  /// `labels=COLUMN+COLUMN`.
  ///
  /// @throws Corrections.Fault if that names a column that is not there
  Labels corrected(FeedTable table, Corrections said) throws Corrections.Fault {
    Map<FileColumn, String> words = new LinkedHashMap<>(labels);
    String stated = said.find("labels");
    if (stated != null) {
      words.clear();
      for (String name : stated.isEmpty() ? new String[0] : stated.split("\\+", -1)) {
        FileColumn column = Corrections.column(table, name.strip());
        words.put(column, labels.getOrDefault(column, ""));
      }
    }
    Map<FileColumn, String> rules = new LinkedHashMap<>(leftOut);
    for (String field : List.of("only", "without")) {
      String rule = said.find(field);
      if (rule == null) {
        continue;
      }
      rules.values().removeIf(other -> other.startsWith("isNot") == field.equals("only"));
      if (!rule.isEmpty()) {
        int colon = rule.lastIndexOf(':');
        List<String> texts =
            Pattern.compile(",")
                .splitAsStream(rule.substring(colon + 1))
                .map(String::strip)
                .map(MappingText::scalar)
                .toList();
        rules.put(
            Corrections.column(table, rule.substring(0, colon)),
            (field.equals("only") ? "isNot: " : "is: ")
                + MappingText.list(texts)
                + ", reason: left out by hand");
      }
    }
    return new Labels(words, flags, rules);
  }

  private void addFlag(FileColumn column, boolean seen, boolean within) {
    ColumnName name = column.name();
    if (seen && name.says("cancelled")) {
      leftOut.put(column, "reason: cancelled");
    }
    Optional<Attribute> attribute = attribute(String.valueOf(column.place().member(0)));
    if (within && attribute.isPresent() && !flags.containsKey(attribute.get())) {
      flags.put(attribute.get(), column);
    }
  }

  /// The one attribute that a name means.
  private static Optional<Attribute> attribute(String name) {
    List<String> words = new ArrayList<>(ColumnWords.words(name));
    words.removeAll(List.of("is", "has", "session", "show", "screening"));
    return Vocabulary.BUILT_IN
        .attributes(String.join(" ", words))
        .map(Attributes::list)
        .filter(all -> all.size() == 1)
        .map(List::getFirst);
  }

  /// Takes a column by which rows are left out, if it is one.
  private boolean leavesOut(FileColumn column) {
    List<String> cancelled =
        column.different().stream().filter(text -> CANCELLED.matcher(text).matches()).toList();
    if (!cancelled.isEmpty() && column.different().size() < 20) {
      leftOut.put(
          column,
          "is: "
              + MappingText.list(cancelled.stream().map(MappingText::scalar).toList())
              + ", reason: cancelled or private");
      return true;
    }
    List<String> films =
        column.different().stream().filter(text -> FILM.matcher(text).matches()).toList();
    if (!films.isEmpty()
        && films.size() < column.different().size()
        && column.different().size() < 20
        && column.name().says("type")) {
      leftOut.put(
          column,
          "isNot: "
              + MappingText.list(films.stream().map(MappingText::scalar).toList())
              + ", reason: not a film");
      return true;
    }
    return false;
  }

  private void addWords(FileColumn column, boolean seen) {
    if (column.isAddresses()) {
      return;
    }
    boolean called = column.name().own().stream().anyMatch(NAMES::contains);
    for (String sign : List.of("", ",", ";", "/", "|")) {
      List<String> words = new ArrayList<>();
      column
          .different()
          .forEach(text ->
              words.addAll(
                  sign.isEmpty() ? List.of(text) : List.of(text.split(Pattern.quote(sign), -1))));
      long known = words.stream().map(String::strip).filter(Vocabulary.BUILT_IN::isKnown).count();
      if (known >= (called ? 0.15 : KNOWN) * words.size()
          && known > 0
          && (sign.isEmpty()
              ? column.different().stream().noneMatch(text -> text.contains(","))
              : words.size() > column.different().size())) {
        // Of several names of one thing, the first is the fullest.
        ColumnPath list = column.place().rows();
        if (seen
            || labels.keySet().stream().noneMatch(other -> other.place().rows().equals(list))) {
          labels.put(column, sign);
        }
        return;
      }
    }
  }
}
