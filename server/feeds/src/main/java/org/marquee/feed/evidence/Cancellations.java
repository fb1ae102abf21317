package org.marquee.feed.evidence;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;
import org.marquee.notice.Code;

/// Recognises by the name of an event, where a format has no member for it, that it is cancelled or
/// closed to the public: the name begins with such a word.
public final class Cancellations {
  private static final Pattern CALLED_OFF =
      Pattern.compile(
          "(?iu)[\\s*\\[(!]*(cancel?led|postponed|abgesagt|verschoben|annulée?|reportée?"
              + "|cancelad[oa]|annullat[oa]|geannuleerd|aflyst|inställd|avlyst|peruttu)"
              + "(\\s*[:\\])*!/|–—-](?<what>.*)|\\s*)");

  private static final Set<String> PRIVATE =
      Set.of(
          "private hire",
          "private event",
          "private screening",
          "private party",
          "private booking",
          "private let",
          "theatre let",
          "theater let",
          "screen hire",
          "cinema hire",
          "venue hire",
          "closed for private hire");

  private Cancellations() {}

  /// Whether `name` begins with a word for cancelled, as `CANCELLED: Solaris`.
  public static boolean isCalledOff(String name) {
    return CALLED_OFF.matcher(name).matches();
  }

  /// What is called off: the rest of a name that begins with the word; another name is itself.
  public static String calledOff(String name) {
    Matcher parts = CALLED_OFF.matcher(name);
    String what = parts.matches() ? parts.group("what") : null;
    return what == null || what.isBlank() ? name : what.strip();
  }

  /// Whether `name` only means that the cinema is closed to the public.
  public static boolean isPrivate(String name) {
    String folded = Folding.fold(name);
    return folded.equals("closed") || PRIVATE.contains(folded);
  }

  /// Why the showings of a title are not published; null if they are.
  public static @Nullable Code inTitle(String title) {
    if (PRIVATE.contains(Folding.fold(title))) {
      return Code.SHOWING_PRIVATE;
    }
    return isCalledOff(title) ? Code.SHOWING_CALLED_OFF : null;
  }
}
