package org.marquee.feed.member;

import java.util.regex.Pattern;
import org.marquee.listing.Folding;

/// Distinguishes the names of screens from those of cinemas, where a format has one member for
/// both.
public final class ScreenNames {
  private static final String ROOM =
      "(screen|screening room|auditorium|aud|theat(er|re)|cinema|studio|house|hall|room|salle|saal"
          + "|kinosaal|kino|sala|sal|salong|sali|zaal|scherm)";

  private static final Pattern SCREEN =
      Pattern.compile(
          ROOM
              + " ?(no |nr )?([0-9]{1,2}[a-z]?|[a-h]|one|two|three|four|five|six|seven|eight)"
              + "|(the )?(main|big|large|grand|small|little|upper|lower|front|back|upstairs"
              + "|downstairs) "
              + ROOM
              + "|imax|(the )?(screening|viewing) room|(grande|petite) salle|gro(ss|ß)er saal"
              + "|kleiner saal");

  private ScreenNames() {}

  /// Whether `name` is clearly what one screen within a cinema is called.
  public static boolean isScreen(String name) {
    return SCREEN.matcher(Folding.fold(name)).matches();
  }
}
