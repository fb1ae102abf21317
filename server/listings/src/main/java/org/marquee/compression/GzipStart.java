package org.marquee.compression;

/// The beginning of a text, compressed and ready to be followed by the rest ([GzipEncoder#finish]).
/// Immutable.
///
/// @param bytes all whole bytes; not to be changed
/// @param bits those after them, the lowest first, which do not fill a byte
/// @param bitCount how many bits these are, 0 to 7
/// @param length of the beginning as it was, in bytes
/// @param crc32 of the beginning as it was
/// @param crc32c of the same, for tags
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GzipStart(byte[] bytes, byte bits, int bitCount, int length, int crc32, int crc32c) {}
