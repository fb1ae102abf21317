package org.marquee.correction;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Bounds;
import org.marquee.listing.Kind;
import org.marquee.notice.Visible;

/// What a person knows better than the sources about one record.
///
/// @param record its id, or one that it had
/// @param value of a field what is published; of a merge or split the ids of the other records,
///   with a space between them; null: nothing
/// @param note why, in the person's words
public record Correction(Kind kind, String record, What what, @Nullable String value, String note) {
  private static final Bounds NOTE_LENGTH = new Bounds(1, 500);

  /// A correction, and where it stands.
  ///
  /// @param line of a file; 0: it was typed
  public record Wanted(int line, Correction correction) {
    /// A fault of it, with its place.
    public String fault(String what) {
      return line == 0 ? what : "line " + line + ": " + what;
    }
  }

  /// Another value of a field.
  ///
  /// @throws CorrectionRefused if the record cannot have that field or value, or there is no note
  public static Correction ofField(String id, String field, String value, String note) {
    Kind kind = kind(id);
    What what =
        What.find(kind, field)
            .filter(What::isField)
            .orElseThrow(() ->
                refused(
                    "no field %s of a %s can be corrected; known are %s"
                        .formatted(field, kind.word(), What.fields(kind))));
    return new Correction(kind, id, what, what.read(value), checked(note));
  }

  /// What else is said of records.
  ///
  /// @param ids of the record, and of a merge or split of others; of a split none: all that it is
  ///   merged with
  /// @throws CorrectionRefused if that cannot be said of them, or there is no note
  public static Correction of(What what, List<String> ids, String note) {
    int most = what == What.SPLIT ? Integer.MAX_VALUE : what == What.MERGE ? 2 : 1;
    int least = what == What.MERGE ? 2 : 1;
    if (ids.size() < least || ids.size() > most) {
      throw refused(least == 2 ? "two ids are needed" : "one id is needed");
    }
    String id = ids.getFirst();
    Kind kind = kind(id);
    if (!what.isOf(kind)) {
      throw refused("%s is a %s, of which %s is not said".formatted(id, kind.word(), what.word()));
    }
    List<String> others = ids.subList(1, ids.size());
    for (String other : others) {
      if (kind(other) != kind) {
        throw refused(other + " is not the id of a " + kind.word());
      }
    }
    if (others.contains(id)) {
      throw refused(id + " is one record: give two ids");
    }
    String value = others.isEmpty() ? null : String.join(" ", others);
    return new Correction(kind, id, what, value, checked(note));
  }

  private static String checked(String note) {
    String text = note.strip();
    if (!NOTE_LENGTH.containsLengthOf(text) || !Visible.of(text).equals(text)) {
      throw refused(
          "the note must have 1 to %d characters, on one line: say why"
              .formatted(NOTE_LENGTH.most()));
    }
    return text;
  }

  private static Kind kind(String id) {
    return Stream.of(Kind.CINEMA, Kind.FILM, Kind.SHOWTIME)
        .filter(kind -> id.matches(kind.prefix() + "_[a-z0-9_-]{1,156}"))
        .findFirst()
        .orElseThrow(() ->
            refused(
                "\"%s\" is not the id of a cinema (ci_…), a film (fi_…) or a showtime (st_…)"
                    .formatted(id)));
  }

  private static CorrectionRefused refused(String what) {
    return new CorrectionRefused(what);
  }

  /// This correction with another value and note.
  public Correction with(@Nullable String other, String why) {
    return new Correction(kind, record, what, other, why);
  }

  /// The other records of a merge or split.
  public List<String> others() {
    return value == null || !what.isLinking() ? List.of() : Arrays.asList(value.split(" ", -1));
  }

  /// What is corrected of which records; two corrections of one key exclude each other.
  ///
  /// @param ids gives the id by which a record is compared
  public String key(UnaryOperator<String> ids) {
    Set<String> records = new TreeSet<>(Set.of(ids.apply(record)));
    others().forEach(other -> records.add(ids.apply(other)));
    return what.word() + " " + String.join(" ", records);
  }
}
