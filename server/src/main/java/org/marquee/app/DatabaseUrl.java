package org.marquee.app;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the address of a database on the command line.
final class DatabaseUrl implements ITypeConverter<String> {
  private static final String PREFIX = "jdbc:postgresql:";

  /// Whether it can be one; whether there is such a database shows when it is opened.
  static boolean isOne(String text) {
    return text.startsWith(PREFIX);
  }

  @Override
  public String convert(String text) {
    if (!isOne(text)) {
      throw new TypeConversionException("a database's URL begins with " + PREFIX);
    }
    return text;
  }
}
