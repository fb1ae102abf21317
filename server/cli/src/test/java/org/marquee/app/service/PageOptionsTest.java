package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.site.frame.CheckLimits;
import picocli.CommandLine;

/// What an operator may set of the checks on pages.
@NullMarked
class PageOptionsTest {
  @Test
  void a_check_has_the_limits_that_are_set() {
    PageOptions options =
        CommandLine.populateCommand(
            new PageOptions(),
            "--validate-largest=5MB",
            "--validate-time=30s",
            "--validate-per-minute=0");
    assertThat(options.checks()).isEqualTo(new CheckLimits(5L << 20, Duration.ofSeconds(30), 0));
    assertThat(CommandLine.populateCommand(new PageOptions()).checks())
        .isEqualTo(CheckLimits.USUAL);
  }

  @Test
  void settings_of_public_pages_are_no_use_without_them() {
    String[] typed = {"--validate=public", "--embed=*", "--pictures=rex.example"};
    assertThat(CommandLine.populateCommand(new PageOptions(), typed).withoutPages())
        .containsExactly("validate", "embed", "pictures");
    assertThat(
            CommandLine.populateCommand(new PageOptions(), "--pages=public", "--embed=*")
                .withoutPages())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--contact, javascript:alert(1), must begin",
    "--imprint, data:x, must begin",
    "--privacy, rex.example, must begin",
    "--embed, https://rex.example/films, such as rex.example",
    "--embed, 'rex.example, *', not *",
    "--embed, rex.example; script-src *, such as rex.example",
    "--pictures, *, not *",
    "--pictures, ftp://rex.example, such as rex.example",
    "--pages, everywhere, 'off, operations or public'",
    "--validate, everywhere, operations or public",
    "--validate-largest, 5, 500MB",
    "--validate-time, soon, such as 30s",
    "--validate-time, 0s, longer than 0s",
    "--validate-per-minute, -1, from 0 to 1000000"
  })
  void what_a_setting_cannot_be_is_refused(String option, String value, String said) {
    assertThatThrownBy(() -> CommandLine.populateCommand(new PageOptions(), option + "=" + value))
        .isInstanceOf(CommandLine.ParameterException.class)
        .hasMessageContaining(said);
  }
}
