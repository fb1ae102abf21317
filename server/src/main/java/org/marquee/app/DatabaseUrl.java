package org.marquee.app;

import java.util.regex.Pattern;
import org.marquee.store.sql.Database;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the address of a database on the command line.
final class DatabaseUrl implements ITypeConverter<String> {
  private static final String PREFIX = "jdbc:postgresql:";

  static final String WHAT =
      "a database URL has the form jdbc:postgresql://HOST:PORT/NAME?user=…&password=…,"
          + " with a port from 1 to 65535";

  /// What stands before the parameters. An `@` there means that user and password stand before the
  /// host, as in other URLs: the driver would take them for a part of its name, and show them.
  private static final Pattern PLACE = Pattern.compile("[^?&;@]*");

  /// Whether it can be one; whether there is such a database shows when it is opened.
  static boolean isOne(String text) {
    return text.startsWith(PREFIX)
        && PLACE.matcher(text.split("\\?", 2)[0]).matches()
        && Database.isUrl(text);
  }

  @Override
  public String convert(String text) {
    if (!isOne(text)) {
      throw new TypeConversionException(WHAT);
    }
    return text;
  }
}
