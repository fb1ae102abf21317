package org.marquee.http;

/// One header field of an answer.
///
/// @param value visible ASCII and spaces; checked where it is written
public record Header(String name, String value) {}
