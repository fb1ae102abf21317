package org.marquee.export;

/// Whether the files of an export are compressed.
public enum Compression {
  NONE(""),
  GZIP(".gz");

  private final String suffix;

  Compression(String suffix) {
    this.suffix = suffix;
  }

  /// What stands at the end of the files' names.
  String suffix() {
    return suffix;
  }
}
