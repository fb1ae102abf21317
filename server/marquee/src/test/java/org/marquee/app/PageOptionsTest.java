package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.node.NodeSettings;
import org.marquee.site.CheckLimits;
import picocli.CommandLine;

/// What an operator may set of the checks on pages.
@NullMarked
class PageOptionsTest {
  @Test
  void a_check_has_the_limits_of_the_environment() {
    assertThat(
            PageOptions.checks(
                Map.of(
                        "MARQUEE_VALIDATE_LARGEST", "5MB",
                        "MARQUEE_VALIDATE_TIME", "30s",
                        "MARQUEE_VALIDATE_PER_MINUTE", "0")
                    ::get))
        .isEqualTo(new CheckLimits(5L << 20, Duration.ofSeconds(30), 0));
    assertThat(PageOptions.checks(_ -> " ")).isEqualTo(CheckLimits.USUAL);
  }

  @ParameterizedTest
  @CsvSource({"--contact, javascript:alert(1)", "--imprint, data:x", "--privacy, rex.example"})
  void a_link_to_something_else_than_mail_or_a_page_is_refused(String option, String value) {
    PageOptions options =
        CommandLine.populateCommand(new PageOptions(), "--pages", "public", option, value);
    InetSocketAddress free = new InetSocketAddress(0);
    NodeSettings settings = NodeSettings.configured("test", new NodeSettings.Addresses(free, free));
    assertThatThrownBy(() -> options.in(settings)).hasMessageContaining(option + ": must begin");
  }

  @ParameterizedTest
  @CsvSource({
    "MARQUEE_VALIDATE_LARGEST, 5",
    "MARQUEE_VALIDATE_TIME, soon",
    "MARQUEE_VALIDATE_TIME, 0s",
    "MARQUEE_VALIDATE_PER_MINUTE, -1"
  })
  void a_limit_that_cannot_be_read_is_named(String name, String value) {
    assertThatThrownBy(() -> PageOptions.checks(Map.of(name, value)::get))
        .hasMessageContaining(name);
  }
}
