package org.marquee.matching;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;

/// The directors of a film, as one provider writes them.
///
/// Contradicting directors keep two films apart, and providers write names in many ways. So only
/// names that certainly are other people contradict; in doubt the answer is unknown.
public final class Directors {
  /// The source names none.
  public static final Directors NONE = new Directors("");

  /// More names are a cast, or those of a programme of short films.
  private static final int MANY = 20;

  private static final Pattern BRACKETS = Pattern.compile("[(\\[][^()\\[\\]]*[)\\]]");

  private static final Pattern BETWEEN =
      Pattern.compile("[;/&|+\n•·]|\\s(?:and|und|et|with)\\s", Pattern.CASE_INSENSITIVE);

  /// `Dir. Ann Lee`, `Directed by: Ann Lee`.
  private static final Pattern ROLE =
      Pattern.compile(
          "^\\s*(?:(?:co-?)?dir(?:ector(?:s|\\(s\\))?)?\\b[.:]|directed by\\b:?|(?:a film"
              + " )?by\\b:?|regie:)\\s*",
          Pattern.CASE_INSENSITIVE);

  /// What stands where a name should, and words of houses and companies, which do not direct: the
  /// directors are not named then.
  private static final Set<String> NOBODY =
      Set.of(
          ("academy announced anonymous available ballet bbc collective company confirmed director "
                  + "directors divers diverse entertainment festival films group multiple none null "
                  + "opera orchestra others pictures productions studio studios tba tbc tbd theater "
                  + "theatre undefined unknown varied various varios verschiedene")
              .split(" ", -1));

  /// The names as read.
  ///
  /// @param complete whether they are all of them
  private record Names(List<DirectorName> list, boolean complete) {}

  private final String text;

  /// Read once they are asked for: most films share their title with no other.
  private @Nullable Names names;

  private Directors(String text) {
    this.text = text;
  }

  /// The directors in a provider's text, each on a line of its own or all on one: `Ann Lee, Bob
  /// Ray`, `Lee, Ann`, `ANN LEE & BOB RAY`.
  public static Directors of(@Nullable String text) {
    return text == null ? NONE : new Directors(text);
  }

  private Names names() {
    if (names == null) {
      names = read(text);
    }
    return names;
  }

  private static Names read(String text) {
    List<DirectorName> list = new ArrayList<>(2);
    boolean complete = true;
    for (String each : BETWEEN.split(BRACKETS.matcher(text).replaceAll(" "), -1)) {
      for (String name : names(ROLE.matcher(each).replaceFirst(""))) {
        String folded = Folding.fold(name);
        DirectorName read = isPerson(folded) ? DirectorName.of(folded) : null;
        if (read != null) {
          list.add(read);
        } else if (!folded.isEmpty() && !DirectorName.isAffix(folded)) {
          complete = false;
        }
      }
    }
    return new Names(list.size() > MANY ? List.of() : list, complete);
  }

  /// One person written by the family name, or several.
  private static List<String> names(String text) {
    String[] parts = text.split(",", -1);
    boolean familyFirst = parts.length == 2 && !parts[0].strip().contains(" ");
    return familyFirst ? List.of(parts[1] + " " + parts[0]) : List.of(parts);
  }

  private static boolean isPerson(String folded) {
    return !folded.equals("n a") && Stream.of(folded.split(" ", -1)).noneMatch(NOBODY::contains);
  }

  /// They agree if they share a name, and contradict if no name of one can be a name of the other.
  Agreement compare(Directors other) {
    if (text.isEmpty() || other.text.isEmpty()) {
      return Agreement.UNKNOWN;
    }
    Names ours = names();
    Names theirs = other.names();
    if (ours.list().isEmpty() || theirs.list().isEmpty()) {
      return Agreement.UNKNOWN;
    }
    if (text.equals(other.text)) {
      return Agreement.AGREE;
    }
    boolean doubtful = !ours.complete() || !theirs.complete();
    for (DirectorName one : ours.list()) {
      for (DirectorName another : theirs.list()) {
        if (one.isSame(another)) {
          return Agreement.AGREE;
        }
        doubtful = doubtful || one.maybeSame(another);
      }
    }
    return doubtful ? Agreement.UNKNOWN : Agreement.CONTRADICT;
  }

  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Directors directors && text.equals(directors.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
