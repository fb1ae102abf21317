package org.marquee.site.frame;

import org.jspecify.annotations.Nullable;

/// What a page says about itself to search engines, and where it is shared.
///
/// @param path of the address that it is known by, with its parameters
/// @param description a sentence
/// @param image address of a picture; null where there is none
/// @param feed address of an Atom feed of its own; empty where there is none
/// @param linkedData JSON-LD that is fit for a script of a page; null where there is none
public record Head(
    String path,
    String description,
    @Nullable String image,
    @Nullable String linkedData,
    String feed) {
  /// The head of a page without a feed of its own.
  public Head(
      String path, String description, @Nullable String image, @Nullable String linkedData) {
    this(path, description, image, linkedData, "");
  }

  /// The head of a page that says nothing.
  public static final Head NONE = of("", "");

  /// The head of a page without a picture and data.
  public static Head of(String path, String description) {
    return new Head(path, description, null, null);
  }

  /// This head with the address of an Atom feed.
  public Head withFeed(String address) {
    return new Head(path, description, image, linkedData, address);
  }
}
