package org.marquee.matching;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;

/// Who directed a film, of what one provider says.
///
/// Two films whose directors contradict each other are never one, and providers write names in many
/// ways: so only what is somebody else for sure contradicts, and in doubt nothing is known.
public final class Directors {
  /// The source names none.
  public static final Directors NONE = new Directors("");

  /// More names are a cast, or those of a programme of short films.
  private static final int MANY = 20;

  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern SPACE = Pattern.compile(" ");
  private static final Pattern BRACKETS = Pattern.compile("[(\\[][^()\\[\\]]*[)\\]]");

  private static final Pattern BETWEEN =
      Pattern.compile("[;/&|+\n•·]|\\s(?:and|und|et|with)\\s", Pattern.CASE_INSENSITIVE);

  /// `Dir. Ann Lee`, `Directed by: Ann Lee`.
  private static final Pattern ROLE =
      Pattern.compile(
          "^\\s*(?:(?:co-?)?dir(?:ector(?:s|\\(s\\))?)?\\b[.:]|directed by\\b:?|(?:a film"
              + " )?by\\b:?|regie:)\\s*",
          Pattern.CASE_INSENSITIVE);

  /// What stands where a name should.
  private static final Set<String> NOBODY =
      Set.of(
          ("anonymous announced available confirmed director directors divers diverse "
                  + "multiple none null others tba tbc tbd undefined unknown varied various "
                  + "varios verschiedene")
              .split(" ", -1));

  /// Houses and companies do not direct; the names of those who did are not told then.
  private static final Set<String> HOUSE =
      Set.of(
          ("academy ballet bbc collective company entertainment festival films group "
                  + "opera orchestra pictures productions studio studios theater theatre")
              .split(" ", -1));

  /// What is read of them.
  ///
  /// @param complete whether they are all of them
  private record Names(List<DirectorName> list, boolean complete) {}

  private final String said;

  /// Read once they are asked for: most films share their title with no other.
  private @Nullable Names names;

  private Directors(String said) {
    this.said = said;
  }

  /// The directors in what a provider says, each on a line of its own or all on one: `Ann Lee, Bob
  /// Ray`, `Lee, Ann`, `ANN LEE & BOB RAY`.
  public static Directors of(@Nullable String said) {
    return said == null ? NONE : new Directors(said);
  }

  private Names names() {
    Names read = names;
    if (read == null) {
      read = read(said);
      names = read;
    }
    return read;
  }

  private static Names read(String said) {
    List<DirectorName> list = new ArrayList<>(2);
    boolean complete = true;
    for (String each : BETWEEN.split(BRACKETS.matcher(said).replaceAll(" "), -1)) {
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
    String[] parts = COMMA.split(text, -1);
    boolean familyFirst = parts.length == 2 && !parts[0].strip().contains(" ");
    return familyFirst ? List.of(parts[1] + " " + parts[0]) : List.of(parts);
  }

  private static boolean isPerson(String folded) {
    return !folded.equals("n a")
        && SPACE
            .splitAsStream(folded)
            .noneMatch(word -> NOBODY.contains(word) || HOUSE.contains(word));
  }

  /// Agree where they share one, contradict where none of one can be any of the other.
  Agreement compare(Directors other) {
    if (said.isEmpty() || other.said.isEmpty()) {
      return Agreement.UNKNOWN;
    }
    Names ours = names();
    Names theirs = other.names();
    if (ours.list().isEmpty() || theirs.list().isEmpty()) {
      return Agreement.UNKNOWN;
    }
    if (said.equals(other.said)) {
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
    return said;
  }
}
