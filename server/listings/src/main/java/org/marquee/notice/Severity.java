package org.marquee.notice;

/// How grave a notice is.
public enum Severity {
  /// The record, or the whole feed, was kept aside, or is certainly wrong.
  ERROR,
  /// Something was changed, dropped or guessed; the record went in.
  WARNING,
  /// Worth knowing.
  INFO
}
