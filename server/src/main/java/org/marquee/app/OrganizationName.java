package org.marquee.app;

import org.marquee.access.Organization;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the name of an organization on the command line.
final class OrganizationName implements ITypeConverter<String> {
  @Override
  public String convert(String text) {
    if (!Organization.isName(text)) {
      throw new TypeConversionException(
          "a name is 1 to 80 letters, digits, dots, underscores and hyphens");
    }
    return text;
  }
}
