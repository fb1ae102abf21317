package org.marquee.feed.schemaorg;

/// A value of a property: a text, or a thing.
sealed interface Term permits Term.Literal, Thing {
  /// A text; of a number or a truth value, how it is written.
  record Literal(String text) implements Term {}
}
