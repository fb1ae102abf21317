package org.marquee.app.console;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.marquee.access.TrustedPeers;
import org.marquee.files.FailureText;
import org.marquee.http.admission.ForwardedField;
import org.marquee.http.message.Cors;
import org.marquee.listing.Timestamps;
import org.marquee.node.Horizon;
import org.marquee.node.PortSettings;
import org.marquee.retention.Retention;
import org.marquee.retention.RetentionLimit;
import org.marquee.site.operator.NamesGuard;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the values of settings, whether they come from the command line, the environment or the
/// file. A message says what is allowed, and leaves the name of the setting to the caller.
public final class SettingReaders {
  /// The letters of a header's name (RFC 9110, 5.6.2).
  private static final Pattern FIELD = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8}) ?(KB|MB|GB)");

  private SettingReaders() {}

  /// An address with `https://` or `http://` and a host; empty where it is none.
  public static Optional<URI> webAddress(String text) {
    try {
      URI uri = URI.create(text);
      return Optional.of(uri)
          .filter(_ -> uri.getHost() != null)
          .filter(_ -> String.valueOf(uri.getScheme()).matches("(?i)https?"));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// Has a command line read the types that belong to settings alone.
  public static void addTo(CommandLine line) {
    line.registerConverter(boolean.class, SettingReaders::flag);
    line.registerConverter(Duration.class, reading(Period::read));
    line.registerConverter(LocalDate.class, reading(SettingReaders::date));
    line.registerConverter(Horizon.class, reading(Horizon::read));
    line.registerConverter(Cors.class, reading(PortSettings::cors));
    line.registerConverter(PortSettings.Hosts.class, reading(PortSettings.Hosts::read));
    line.registerConverter(NamesGuard.class, reading(SettingReaders::guard));
    line.registerConverter(TrustedPeers.class, reading(PortSettings::peers));
    line.registerConverter(ForwardedField.class, reading(SettingReaders::field));
  }

  private static <T> ITypeConverter<T> reading(Function<String, T> reader) {
    return text -> read(reader, text);
  }

  /// Reads a value.
  ///
  /// @param reader throws [IllegalArgumentException] with what is allowed
  public static <T> T read(Function<String, T> reader, String text) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static Boolean flag(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new TypeConversionException("true or false, not " + text);
    };
  }

  private static LocalDate date(String text) {
    return Timestamps.readDate(text)
        .orElseThrow(() -> new IllegalArgumentException("a day, such as 2026-03-01, not " + text));
  }

  private static ForwardedField field(String name) {
    return Arrays.stream(ForwardedField.values())
        .filter(each -> each.field().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "X-Forwarded-For, Forwarded or none, not " + name.strip()));
  }

  /// Shows names to who has the password in a file, too.
  static NamesGuard guard(String file) {
    try {
      String password = Files.readString(Path.of(file)).strip();
      if (password.length() < NamesGuard.SHORTEST_PASSWORD) {
        throw new IllegalArgumentException(
            "the password in %s has fewer than %d characters"
                .formatted(file, NamesGuard.SHORTEST_PASSWORD));
      }
      return new NamesGuard(password);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "a file that can be read, not " + file + ": " + FailureText.of(e), e);
    }
  }

  private static int number(String text, int least, int most) {
    String digits = text.strip();
    int number = digits.matches("[0-9]{1,7}") ? Integer.parseInt(digits) : -1;
    if (number < least || number > most) {
      throw new TypeConversionException(
          "a number from %d to %d, not %s".formatted(least, most, digits));
    }
    return number;
  }

  /// Reads ports; 0 is any that is free.
  public static final class Ports implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return number(text, 0, 65_535);
    }
  }

  /// Reads numbers that may be 0.
  public static final class FromZero implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return number(text, 0, PortSettings.HIGHEST);
    }
  }

  /// Reads numbers of at least 1.
  public static final class FromOne implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return number(text, 1, PortSettings.HIGHEST);
    }
  }

  /// Reads periods that are not empty.
  public static final class LongerThanNothing implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      Duration time = read(Period::read, text);
      if (time.isZero()) {
        throw new TypeConversionException("longer than 0s, such as 30s or 2m");
      }
      return time;
    }
  }

  /// A number of bytes: `200KB`, `50 MB` or `4GB`.
  public static final class Sizes implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      Matcher matcher = SIZE.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException("'" + text + "' is not a size such as 500MB or 4GB");
      }
      int shift =
          switch (matcher.group(2)) {
            case "KB" -> 10;
            case "MB" -> 20;
            default -> 30;
          };
      return Long.parseLong(matcher.group(1)) << shift;
    }
  }

  /// Reads how long files are kept, or how many bytes of them.
  public static final class OfFiles implements ITypeConverter<RetentionLimit> {
    @Override
    public RetentionLimit convert(String text) {
      return read(Retention::bytes, text);
    }
  }

  /// Reads how long rows are kept, or how many.
  public static final class OfRows implements ITypeConverter<RetentionLimit> {
    @Override
    public RetentionLimit convert(String text) {
      return read(Retention::rows, text);
    }
  }

  /// Reads names of headers.
  public static final class Header implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!FIELD.matcher(text.strip()).matches()) {
        throw new TypeConversionException("the name of a header, not " + text);
      }
      return text.strip();
    }
  }

  /// Reads addresses of web pages.
  public static final class WebAddress implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!text.startsWith("https://") && !text.startsWith("http://")) {
        throw new TypeConversionException("must begin with https:// or http://, not " + text);
      }
      return text;
    }
  }

  /// Mail without a scheme is taken for what it is.
  public static final class MailOrWebAddress implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return text.matches("(mailto:)?[^:]*") ? text : new WebAddress().convert(text);
    }
  }
}
