package org.marquee.notice;

/// One finding in a feed.
///
/// @param place where: `line 17`, or a path as `$[3].performances[0].time`; empty for the feed as a
///   whole
/// @param read what was read there, shortened; may be empty
/// @param detail what exactly is the matter, one sentence; may be empty
public record Notice(Code code, String place, String read, String detail) {
  /// Longer readings are cut here, in code points: a notice is to be looked at, not to store a
  /// feed.
  private static final int LONGEST_READ = 160;

  public Notice {
    if (read.codePointCount(0, read.length()) > LONGEST_READ) {
      read = read.substring(0, read.offsetByCodePoints(0, LONGEST_READ)) + "…";
    }
  }

  /// A notice of the feed as a whole.
  public static Notice of(Code code, String detail) {
    return new Notice(code, "", "", detail);
  }
}
