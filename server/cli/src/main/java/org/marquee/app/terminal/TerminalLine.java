package org.marquee.app.terminal;

/// One line of standard error that is written over and over.
final class TerminalLine {
  private int length;

  /// Writes `text` in the place of what stands there.
  void draw(String text) {
    String line = text.substring(0, Math.min(text.length(), Terminal.width() - 1));
    System.err.print("\r" + line + " ".repeat(Math.max(0, length - line.length())));
    System.err.flush();
    length = line.length();
  }

  /// Leaves an empty line.
  void clear() {
    if (length > 0) {
      System.err.print("\r" + " ".repeat(length) + "\r");
      System.err.flush();
      length = 0;
    }
  }
}
