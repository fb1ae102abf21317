package org.marquee.app.home;

import java.util.regex.Pattern;
import org.marquee.store.sql.Database;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the address of a database on the command line: a JDBC URL, or a URL as `psql` takes it
/// ([LibpqUrl]). Either may name several hosts; then the one that takes changes is used.
final class DatabaseUrl implements ITypeConverter<String> {
  private static final String PREFIX = "jdbc:postgresql:";

  static final String WHAT =
      "a database URL has the form jdbc:postgresql://HOST:PORT/NAME?user=…&password=… or"
          + " postgresql://USER:PASSWORD@HOST:PORT/NAME, with a port from 1 to 65535; several"
          + " HOST:PORT are separated by commas";

  /// The part of a JDBC URL before its parameters. An `@` there means user and password before the
  /// host, as in other URLs: the driver would take them for a part of the name, and show them.
  private static final Pattern PLACE = Pattern.compile("[^?&;@]*");

  /// Which of several hosts to use, in the driver's parameters.
  private static final String TARGET = "targetServerType";

  /// The JDBC URL for an address as an operator writes it. Whether there is such a database shows
  /// when it is opened.
  ///
  /// @throws IllegalArgumentException if it is no address; the message says what is wrong with it
  static String read(String text) {
    String url = LibpqUrl.isOne(text) ? LibpqUrl.toJdbc(text) : text;
    String place = url.split("\\?", 2)[0];
    if (!url.startsWith(PREFIX) || !PLACE.matcher(place).matches() || !Database.isUrl(url)) {
      throw new IllegalArgumentException(WHAT);
    }
    return place.contains(",") && !url.contains(TARGET + "=")
        ? url + (url.contains("?") ? "&" : "?") + TARGET + "=primary"
        : url;
  }

  @Override
  public String convert(String text) {
    try {
      return read(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
