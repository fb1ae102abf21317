package org.marquee.app;

import org.marquee.store.Database;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the address of a database on the command line.
final class DatabaseUrl implements ITypeConverter<String> {
  private static final String PREFIX = "jdbc:postgresql:";

  static final String WHAT =
      "a database's URL is jdbc:postgresql://HOST:PORT/NAME with a port from 1 to 65535";

  /// Whether it can be one; whether there is such a database shows when it is opened.
  static boolean isOne(String text) {
    return text.startsWith(PREFIX) && Database.isUrl(text);
  }

  @Override
  public String convert(String text) {
    if (!isOne(text)) {
      throw new TypeConversionException(WHAT);
    }
    return text;
  }
}
