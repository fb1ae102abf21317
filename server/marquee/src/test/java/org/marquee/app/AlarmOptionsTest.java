package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.delivery.Channel;
import org.marquee.delivery.WebhookSecret;
import picocli.CommandLine;

/// Where an operator may have alarms sent.
@NullMarked
class AlarmOptionsTest {
  private final String secret = WebhookSecret.generate().text();

  @Test
  void without_a_setting_nothing_is_sent() {
    assertThat(new AlarmOptions(_ -> null).channels()).isEmpty();
    assertThat(new AlarmOptions(_ -> " ").channels()).isEmpty();
  }

  @Test
  void each_way_is_set_by_an_option_or_by_the_environment() {
    Map<String, String> environment =
        Map.of(
            "MARQUEE_ALARM_WEBHOOK", "https://other.example/",
            "MARQUEE_ALARM_WEBHOOK_SECRET", secret,
            "MARQUEE_ALARM_MAIL", "ann@cinema.example, bob@cinema.example",
            "MARQUEE_ALARM_MAIL_USER", "marquee",
            "MARQUEE_ALARM_MAIL_PASSWORD", "hunter2",
            "MARQUEE_ALARM_COMMAND", "/bin/true");
    AlarmOptions options =
        CommandLine.populateCommand(
            new AlarmOptions(environment::get),
            "--alarm-webhook",
            "https://user:hunter2@pager.example/private-path");
    assertThat(options.channels())
        .extracting(Channel::toString)
        .containsExactly(
            "webhook to pager.example",
            "mail to [ann@cinema.example, bob@cinema.example] by localhost:25",
            "command /bin/true");
    assertThat(new AlarmOptions(environment::get).channels())
        .extracting(Channel::toString)
        .startsWith("webhook to other.example");
  }

  @Test
  void a_webhook_needs_a_secret() {
    AlarmOptions options =
        new AlarmOptions(Map.of("MARQUEE_ALARM_WEBHOOK", "https://pager.example/")::get);
    assertThatThrownBy(options::channels)
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("MARQUEE_ALARM_WEBHOOK_SECRET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://rex.example/private", "private", "https:///private", "https://a b/private"})
  void an_address_that_is_none_is_refused_and_not_repeated(String address) {
    AlarmOptions options =
        new AlarmOptions(
            Map.of("MARQUEE_ALARM_WEBHOOK", address, "MARQUEE_ALARM_WEBHOOK_SECRET", secret)::get);
    assertThatThrownBy(options::channels)
        .isInstanceOf(WrongUsage.class)
        .hasMessageStartingWith("--alarm-webhook: ")
        .hasMessageNotContaining("private");
  }

  @Test
  void a_secret_that_is_none_is_refused_and_not_repeated() {
    AlarmOptions options =
        new AlarmOptions(
            Map.of(
                    "MARQUEE_ALARM_WEBHOOK", "https://pager.example/",
                    "MARQUEE_ALARM_WEBHOOK_SECRET", "hunter2")
                ::get);
    assertThatThrownBy(options::channels)
        .isInstanceOf(WrongUsage.class)
        .hasMessageStartingWith("MARQUEE_ALARM_WEBHOOK_SECRET: ")
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @CsvSource({
    "MARQUEE_ALARM_MAIL_SERVER, smtp://marquee:hunter2@mail.example",
    "MARQUEE_ALARM_MAIL_PASSWORD, hunter2",
    "MARQUEE_ALARM_MAIL_FROM, nobody"
  })
  void mail_that_cannot_be_sent_is_refused(String name, String value) {
    AlarmOptions options =
        new AlarmOptions(Map.of("MARQUEE_ALARM_MAIL", "ann@cinema.example", name, value)::get);
    assertThatThrownBy(options::channels)
        .isInstanceOf(WrongUsage.class)
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/no/such/program", "/tmp", "/etc/passwd"})
  void a_program_that_cannot_be_started_is_refused(String file) {
    AlarmOptions options = new AlarmOptions(Map.of("MARQUEE_ALARM_COMMAND", file)::get);
    assertThatThrownBy(options::channels).isInstanceOf(WrongUsage.class).hasMessageContaining(file);
  }
}
