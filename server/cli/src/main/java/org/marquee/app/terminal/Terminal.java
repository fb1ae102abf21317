package org.marquee.app.terminal;

import java.io.Console;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Secrets;
import org.marquee.notice.Visible;

/// The terminal that the program may have been started from.
public final class Terminal {
  private Terminal() {}

  private static final int NARROWEST = 60;
  private static final int USUAL = 80;
  private static final int WIDEST = 100;

  /// How many characters a line of help may have: as many as `COLUMNS` gives, if that is exported,
  /// from 60 to 100; else 80.
  public static int width() {
    return width(System.getenv("COLUMNS"));
  }

  static int width(@Nullable String columns) {
    return columns != null && columns.matches("[0-9]{1,5}")
        ? Math.clamp(Integer.parseInt(columns), NARROWEST, WIDEST)
        : USUAL;
  }

  /// Prints one record: its lines for a person who is watching, else one line, so that a program
  /// that goes by lines finds all of the record. Names of files may have any character.
  public static void print(List<String> record, PrintWriter out) {
    if (isThere()) {
      record.forEach(out::println);
    } else if (!record.isEmpty()) {
      out.println(
          record.stream()
              .map(line -> Visible.of(line.strip().replaceAll("(?:\\R|\\t)\\s*", " ")))
              .collect(Collectors.joining("; ")));
    }
  }

  /// A message that may quote what others sent.
  public static String visible(String message) {
    return Secrets.masked(message)
        .lines()
        .map(Visible::of)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /// Whether a person is likely to be watching.
  @SuppressWarnings("SystemConsoleNull") // JDK 25 gives none again where neither end is a terminal
  public static boolean isThere() {
    @Nullable Console console = System.console();
    return console != null && console.isTerminal();
  }
}
