package org.marquee.access;

/// What a rotation of a key led to.
public sealed interface KeyRotation {
  /// There is a new key.
  ///
  /// @param replaced the old one, with the time at which it ends
  record Rotated(NewKey replacement, IssuedKey replaced) implements KeyRotation {}

  /// Nothing was changed: the key was revoked, has expired or was rotated before.
  record NotInUse(IssuedKey key) implements KeyRotation {}

  /// There is no such key.
  record Unknown() implements KeyRotation {}
}
