package org.marquee.gzip;

/// A part of texts, compressed so that it fits at any place of any text that has the same bytes
/// before it ([GzipEncoder#part]). Immutable.
///
/// @param bits the lowest of each byte first; not to be changed
/// @param bitCount how many of them count; at least eight bytes follow the last whole one
/// @param length of the part as it was, in bytes
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GzipPart(byte[] bits, int bitCount, int length) {}
