package org.marquee.gzip;

/// A part at its place in a text.
///
/// @param from where it begins
public record PlacedPart(int from, GzipPart part) {}
