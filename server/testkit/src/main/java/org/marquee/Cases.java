package org.marquee;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/// The cases of a parameterized test, with as many in a line as fit: ` | ` and ends of lines
/// separate them. Where a test has several parameters, each case has a column for each; an empty
/// one is null.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(Cases.Provider.class)
public @interface Cases {
  /// The cases.
  String value();

  /// What separates columns.
  String columns() default ",";

  /// Takes the cases apart.
  final class Provider implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext test) {
      Cases cases = Objects.requireNonNull(test.getRequiredTestMethod().getAnnotation(Cases.class));
      boolean several = test.getRequiredTestMethod().getParameterCount() > 1;
      return Stream.of(cases.value().strip().split(" \\| |\n", -1))
          .map(each -> Arguments.of(several ? split(each, cases.columns()) : new Object[] {each}));
    }

    private static @Nullable Object[] split(String line, String separator) {
      String[] said = line.split(separator, -1);
      @Nullable Object[] columns = new @Nullable Object[said.length];
      for (int at = 0; at < said.length; at++) {
        columns[at] = said[at].isBlank() ? null : said[at].strip();
      }
      return columns;
    }
  }
}
