package org.marquee.listing;

import java.util.Collections;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The attribution and licence of a provider (docs/collecting.md, "Whom to name").
///
/// @param attribution who is to be named; null: nobody
/// @param licence of the data; null where none is said
public record SourceTerms(@Nullable Mention attribution, @Nullable Mention licence) {
  /// Nothing.
  public static final SourceTerms NONE = new SourceTerms(null, null);

  /// The longest text.
  public static final Bounds TEXT_LENGTH = new Bounds(1, 300);

  /// The longest address.
  public static final int LONGEST_URL = 2_000;

  /// A text that must be shown as it is; it has no markup.
  ///
  /// @param url where it leads, by https; null: nowhere
  public record Mention(String text, @Nullable String url) {}

  /// Knows the terms of all providers that have any.
  public interface TermsOf {
    /// Knows none.
    TermsOf NONE = Collections::emptySortedMap;

    /// The terms by provider. May block.
    ///
    /// @throws ListingsUnavailable if they cannot be read
    SortedMap<String, SourceTerms> byProvider();
  }
}
