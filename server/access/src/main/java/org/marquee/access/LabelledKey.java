package org.marquee.access;

/// The key that an organization has under a label.
public sealed interface LabelledKey {
  /// It was issued just now.
  record Issued(NewKey key) implements LabelledKey {}

  /// There was one, whose secret nobody knows here.
  record Known(IssuedKey key) implements LabelledKey {}
}
