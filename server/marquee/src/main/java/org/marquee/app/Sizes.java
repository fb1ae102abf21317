package org.marquee.app;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a number of bytes: `200KB`, `50 MB` or `4GB`.
final class Sizes implements ITypeConverter<Long> {
  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8}) ?(KB|MB|GB)");

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
