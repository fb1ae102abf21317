package org.marquee.app;

import org.marquee.access.Organization;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/// `NAME`: the organization that a command is about.
final class OrganizationArgument {
  @Parameters(
      paramLabel = "NAME",
      description = "The organization: 1 to 80 letters, digits, dots, underscores and hyphens.",
      converter = Name.class)
  private String name = "";

  String name() {
    return name;
  }

  private static final class Name implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!Organization.isName(text)) {
        throw new TypeConversionException(
            "a name is 1 to 80 letters, digits, dots, underscores and hyphens");
      }
      return text;
    }
  }
}
