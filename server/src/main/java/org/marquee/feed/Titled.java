package org.marquee.feed;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;

/// What a cinema's wording of a title says.
///
/// @param title the film's own, with its year in parentheses where the wording gives one, since
///   films of one name are told apart by it
/// @param year that year; null where none is given
/// @param attributes what was said around the title of its showings
/// @param labels what else was said around it and means none of the attributes, in the cinema's
///   words
public record Titled(
    String title, @Nullable Integer year, Attributes attributes, List<String> labels) {
  // Written out: the compiler leaves @Nullable off the parameters of a compact constructor.
  public Titled(String title, @Nullable Integer year, Attributes attributes, List<String> labels) {
    this.title = title;
    this.year = year;
    this.attributes = attributes;
    this.labels = List.copyOf(labels);
  }

  /// What titles of one film have in common however they are written: folded, apostrophes closed,
  /// without "and"; the title itself where nothing is left of it, as of `!!!`. For comparing, and
  /// for keys that people can read.
  public String key() {
    String folded = Vocabulary.fold(title);
    return folded.isEmpty() ? title : folded;
  }
}
