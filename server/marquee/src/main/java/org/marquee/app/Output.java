package org.marquee.app;

/// For whom a result is printed.
enum Output {
  /// A person, or a program that goes by lines.
  TEXT,

  /// A program that reads JSON (docs/command-line.md, "JSON").
  JSON
}
