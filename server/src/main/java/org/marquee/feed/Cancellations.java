package org.marquee.feed;

import java.util.Set;
import java.util.regex.Pattern;
import org.marquee.listing.Folding;

/// Tells from the name of an event, where a format has no other place for it, that it is called off
/// or closed to the public: names that begin with the word itself, and nothing cleverer.
public final class Cancellations {
  private static final Pattern CALLED_OFF =
      Pattern.compile(
          "(?iu)[\\s*\\[(!]*(cancel?led|postponed|abgesagt|verschoben|annulée?|reportée?"
              + "|cancelad[oa]|annullat[oa]|geannuleerd|aflyst|inställd|avlyst|peruttu)"
              + "(\\s*[:\\])*!/|–—-].*|\\s*)");

  private static final Set<String> PRIVATE =
      Set.of(
          "private hire",
          "private event",
          "private screening",
          "private party",
          "private booking",
          "closed",
          "closed for private hire");

  private Cancellations() {}

  /// Whether `name` begins with a word for called off, as `CANCELLED: Solaris`.
  public static boolean isCalledOff(String name) {
    return CALLED_OFF.matcher(name).matches();
  }

  /// Whether `name` says that the house is closed to the public, and nothing else.
  public static boolean isPrivate(String name) {
    return PRIVATE.contains(Folding.fold(name));
  }
}
