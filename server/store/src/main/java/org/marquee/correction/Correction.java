package org.marquee.correction;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Bounds;
import org.marquee.listing.Kind;
import org.marquee.notice.Visible;

/// What a person knows better than the sources about one record.
///
/// @param record its id, or one that it had
/// @param note why, in the person's words
public record Correction(Kind kind, String record, What what, String note) {
  /// How long a note may be.
  public static final Bounds NOTE_LENGTH = new Bounds(1, 500);

  public static final String HIDE = "hide";
  public static final String NOT_A_FILM = "not-a-film";
  public static final String MERGE = "merge";
  public static final String SPLIT = "split";

  /// What is corrected.
  public sealed interface What {
    /// A field has another value.
    ///
    /// @param value null: none is published
    record Is(CorrectedField field, @Nullable String value) implements What {}

    /// The record is not published.
    record Hidden() implements What {}

    /// The record is no film; it is not published.
    record NotAFilm() implements What {}

    /// Another record is the same.
    record Same(String other) implements What {}

    /// Other records differ from it. None: all that it is merged with.
    record Differs(List<String> others) implements What {
      public Differs {
        others = List.copyOf(others);
      }
    }

    /// The field, or what else is corrected, in a word.
    default String word() {
      return switch (this) {
        case Is(CorrectedField field, _) -> field.word();
        case Hidden() -> HIDE;
        case NotAFilm() -> NOT_A_FILM;
        case Same _ -> MERGE;
        case Differs _ -> SPLIT;
      };
    }

    /// The value, or the ids of the other records with a space between them; null: none.
    default @Nullable String value() {
      return switch (this) {
        case Is(_, String value) -> value;
        case Hidden(), NotAFilm() -> null;
        case Same(String other) -> other;
        case Differs(List<String> others) -> String.join(" ", others);
      };
    }

    /// The other records.
    default List<String> others() {
      return switch (this) {
        case Is _, Hidden(), NotAFilm() -> List.of();
        case Same(String other) -> List.of(other);
        case Differs(List<String> others) -> others;
      };
    }
  }

  /// A correction, and where it stands.
  ///
  /// @param line of a file; 0: it was typed
  public record Wanted(int line, Correction correction) {
    /// A fault of it, with its place.
    public String fault(String what) {
      return line == 0 ? what : "line " + line + ": " + what;
    }
  }

  /// What is stored under a [What#word] and a [What#value].
  public static Correction stored(
      Kind kind, String record, String word, @Nullable String value, String note) {
    String text = value == null ? "" : value;
    What what =
        switch (word) {
          case HIDE -> new What.Hidden();
          case NOT_A_FILM -> new What.NotAFilm();
          case MERGE -> new What.Same(text);
          case SPLIT -> new What.Differs(List.of(text.split(" ", -1)));
          default -> new What.Is(CorrectedField.find(kind, word).orElseThrow(), value);
        };
    return new Correction(kind, record, what, note);
  }

  /// The correction of the record with an id, by its kind.
  ///
  /// @throws CorrectionRefused if no record of such a kind can be corrected so, or the note is none
  public static Correction of(String id, What what, String note) {
    Kind kind = kind(id).orElseThrow(() -> refused(unknown(id)));
    String refusal =
        switch (what) {
          case What.Is(CorrectedField field, _) ->
              CorrectedField.find(kind, field.word()).isEmpty()
                  ? "a " + kind.word() + " has no " + field.word()
                  : null;
          case What.Hidden() -> null;
          case What.NotAFilm() ->
              kind == Kind.FILM ? null : id + " is a " + kind.word() + "; hide " + id + " hides it";
          case What.Same _, What.Differs _ ->
              kind == Kind.SHOWTIME
                  ? "only films and cinemas can be merged and split; a showtime can be hidden"
                  : what.others().stream()
                      .filter(other -> !kind(other).equals(Optional.of(kind)))
                      .findFirst()
                      .map(other -> other + " is not the id of a " + kind.word())
                      .orElse(null);
        };
    if (refusal != null) {
      throw refused(refusal);
    }
    if (what.others().contains(id)) {
      throw refused(id + " is one record: give two ids");
    }
    String text = note.strip();
    if (!NOTE_LENGTH.containsLengthOf(text) || !text.codePoints().allMatch(Visible::isVisible)) {
      throw refused(
          "the note must have 1 to %d characters, on one line: say why"
              .formatted(NOTE_LENGTH.most()));
    }
    return new Correction(kind, id, what, text);
  }

  /// The value of a field of the record with an id.
  ///
  /// @throws CorrectionRefused if such a record has no such field, or it cannot have that value
  public static What field(String id, String word, String value) {
    Kind kind = kind(id).orElseThrow(() -> refused(unknown(id)));
    if (kind == Kind.SHOWTIME) {
      throw refused("no field of a showtime can be corrected; hide " + id + " hides it");
    }
    CorrectedField field =
        CorrectedField.find(kind, word)
            .orElseThrow(() ->
                refused(
                    "no field %s of a %s can be corrected; known are %s"
                        .formatted(word, kind.word(), CorrectedField.words(kind))));
    return new What.Is(field, field.read(value));
  }

  private static Optional<Kind> kind(String id) {
    return Arrays.stream(new Kind[] {Kind.CINEMA, Kind.FILM, Kind.SHOWTIME})
        .filter(kind -> id.matches(kind.prefix() + "_[a-z0-9_-]{1,156}"))
        .findFirst();
  }

  private static String unknown(String id) {
    return "\"%s\" is not the id of a cinema (ci_…), a film (fi_…) or a showtime (st_…)"
        .formatted(id);
  }

  private static CorrectionRefused refused(String what) {
    return new CorrectionRefused(List.of(what));
  }

  /// What is corrected of which records; two corrections of one key exclude each other.
  public String key() {
    return key(id -> id);
  }

  /// The same by other ids of the records.
  public String key(UnaryOperator<String> ids) {
    Set<String> records = new TreeSet<>();
    records.add(ids.apply(record));
    what.others().forEach(other -> records.add(ids.apply(other)));
    return what.word() + " " + String.join(" ", records);
  }
}
