package org.marquee.feed;

import java.util.List;
import java.util.TreeSet;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Folding;

/// The versions that showings are in, as far as a feed gives them: format, language, strand. A film
/// may be shown twice at one time in one cinema, once in each of two versions
/// (docs/decisions/0071).
public final class Versions {
  private Versions() {}

  /// The attributes and labels of a showing, sorted: `imax, ov`. Empty if it has none.
  ///
  /// @param attributes that it has
  /// @param labels as the source writes them; values that are not text are ignored
  public static String of(Attributes attributes, List<Value> labels) {
    TreeSet<String> facts = new TreeSet<>();
    for (Attribute attribute : attributes.list()) {
      facts.add(Folding.fold(attribute.id()));
    }
    for (Value label : labels) {
      if (label instanceof Value.Text(String text)) {
        facts.add(Folding.fold(text));
      }
    }
    facts.remove("");
    return String.join(", ", facts);
  }
}
