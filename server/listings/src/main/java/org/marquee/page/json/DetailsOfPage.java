package org.marquee.page.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.function.IntConsumer;
import org.marquee.page.OutputBuffer;

/// The details of a page of records, behind the records and in their order (docs/api.md,
/// "Details"). The envelope ends the array.
public final class DetailsOfPage {
  private static final byte[] BETWEEN = "],\"details\":[".getBytes(US_ASCII);

  private static final byte[] OF_ONE = ",\"details\":".getBytes(US_ASCII);

  private DetailsOfPage() {}

  /// Writes those of the one record of an answer, where they are wanted.
  ///
  /// @param details an object
  public static void printOne(byte[] details, OutputBuffer out) {
    if (out.takesDetails()) {
      out.add(OF_ONE).add(details);
    }
  }

  /// Writes them where they are wanted.
  ///
  /// @param count how many records there are
  /// @param printing writes those of a record, by its number
  public static void print(int count, IntConsumer printing, OutputBuffer out) {
    if (out.takesDetails()) {
      printAll(count, printing, out.add(BETWEEN));
    }
  }

  static void printAll(int count, IntConsumer printing, OutputBuffer out) {
    for (int at = 0; at < count; at++) {
      if (at > 0) {
        out.add(',');
      }
      printing.accept(at);
    }
  }
}
