package org.marquee.feed;

import java.util.List;
import java.util.TreeSet;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Folding;

/// The versions that showings are in, as far as a feed says: format, language, strand. A film may
/// be shown twice at one time in one cinema, once in each of two versions (docs/decisions/0071).
public final class Versions {
  private Versions() {}

  /// All that is said of a showing beside its film, in one order: `imax, ov`. Empty where nothing
  /// is.
  ///
  /// @param attributes that it has
  /// @param labels in the source's words; what is no text is passed over
  public static String of(Attributes attributes, List<Value> labels) {
    TreeSet<String> said = new TreeSet<>();
    for (Attribute attribute : attributes.list()) {
      said.add(Folding.fold(attribute.id()));
    }
    for (Value label : labels) {
      if (label instanceof Value.Text(String text)) {
        said.add(Folding.fold(text));
      }
    }
    said.remove("");
    return String.join(", ", said);
  }
}
