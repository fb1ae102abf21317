package org.marquee.feed.member;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    Stream<String> ids = attributes.list().stream().map(Attribute::id);
    Stream<String> texts = labels.stream().filter(Value.Text.class::isInstance).map(Value::shown);
    return Stream.concat(ids, texts)
        .map(Folding::fold)
        .filter(fact -> !fact.isEmpty())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
