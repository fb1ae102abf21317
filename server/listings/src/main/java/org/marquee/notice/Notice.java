package org.marquee.notice;

/// One finding in a feed.
///
/// @param place where: `line 17`, and what helps to find it, such as `line 17 (b.ndjson, line 5)`
///   or `line 17 ($[3].performances[0])`; empty for the feed as a whole
/// @param read what was read there, shortened; may be empty
/// @param detail what exactly is wrong, one sentence; may be empty
/// @param times how often it was found, if it is reported once for all of them; else 1
public record Notice(Code code, String place, String read, String detail, long times) {
  /// Longer values are cut here, in code points: a notice is for reading, not for storing a feed.
  private static final int LONGEST_READ = 160;

  /// Details may quote names from a feed.
  private static final int LONGEST_DETAIL = 500;

  public Notice {
    place = Visible.of(place);
    read = shown(read, LONGEST_READ);
    detail = shown(detail, LONGEST_DETAIL);
  }

  /// A finding that is reported each time.
  public Notice(Code code, String place, String read, String detail) {
    this(code, place, read, detail, 1);
  }

  /// The text, cut, with a replacement character for what cannot be stored, written or seen.
  private static String shown(String text, int most) {
    String cut = text;
    if (text.length() > most && text.codePointCount(0, text.length()) > most) {
      cut = text.substring(0, text.offsetByCodePoints(0, most)) + "…";
    }
    return Visible.of(cut);
  }

  /// What was found and what exactly is wrong, in a sentence without its full stop if there is a
  /// detail.
  public String sentence() {
    String title = code.title();
    return detail.isEmpty() ? title : title.substring(0, title.length() - 1) + ": " + detail;
  }

  /// A notice of the feed as a whole.
  public static Notice of(Code code, String detail) {
    return new Notice(code, "", "", detail);
  }
}
