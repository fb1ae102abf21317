package org.marquee.http;

/// What a client of HTTP/2 may do on one connection, besides what HTTP/1.1 bounds too
/// (docs/decisions/0159).
final class Http2Limits {
  /// What the codec reads of a header block. Blocks that are larger than header fields may be, but
  /// not larger than this, get an error body.
  static final int HEADER_BLOCK = 64 * 1024;

  /// CONTINUATION frames of a block that are nearly empty (CVE-2024-27316).
  static final int SMALL_CONTINUATIONS = 16;

  /// DATA frames in a row that are empty (CVE-2019-9518).
  static final int EMPTY_DATA_FRAMES = 2;

  /// Streams that a client resets, or has us reset, in [#RESET_SECONDS] (CVE-2023-44487,
  /// CVE-2025-8671).
  static final int RESETS = 200;

  static final int RESET_SECONDS = 30;

  /// Frames that ask for nothing in [#CONTROL_SECONDS]: PING, SETTINGS, PRIORITY, RST_STREAM,
  /// GOAWAY, empty DATA, unknown ones, and WINDOW_UPDATE beyond what the answers need
  /// (CVE-2019-9512, 9515, 9517, 9518).
  static final int CONTROL_FRAMES = 1_000;

  static final int CONTROL_SECONDS = 10;

  /// Acknowledgements that the client has not taken (CVE-2019-9512).
  static final int QUEUED_CONTROL_FRAMES = 1_000;

  /// Bytes of answers that wait for the client before its next request is handled.
  static final int UNSENT = 256 * 1024;

  private Http2Limits() {}
}
