package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.alarm.channel.Channel;
import org.marquee.app.Shell;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.files.FileOwner;
import org.marquee.webhook.Receiver;
import org.marquee.webhook.WebhookSecret;
import picocli.CommandLine;

/// Where an operator may have alarms sent.
@NullMarked
class AlarmOptionsTest {
  private final String secret = WebhookSecret.generate().text();

  private static AlarmOptions options(Map<String, String> settings) {
    return CommandLine.populateCommand(
        new AlarmOptions(),
        settings.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .toArray(String[]::new));
  }

  @Test
  void without_a_setting_nothing_is_sent() {
    assertThat(options(Map.of()).channels()).isEmpty();
  }

  @Test
  void each_way_has_its_settings() {
    AlarmOptions options =
        options(
            Map.of(
                "--alarm-webhook", "https://user:hunter2@pager.example/private-path",
                "--alarm-webhook-secret", secret,
                "--alarm-mail", "ann@cinema.example, bob@cinema.example",
                "--alarm-mail-user", "marquee",
                "--alarm-mail-password", "hunter2",
                "--alarm-command", "/bin/true"));
    assertThat(options.channels())
        .extracting(Channel::toString)
        .containsExactly(
            "webhook to pager.example",
            "mail to [ann@cinema.example, bob@cinema.example] by localhost:25",
            "command /bin/true");
  }

  @Test
  void a_test_is_sent_in_all_ways_and_says_what_came_back(@TempDir Path home) throws Exception {
    try (Receiver receiver = Receiver.start(secret)) {
      Files.writeString(
          home.resolve("marquee.yaml"),
          """
          alarm-webhook: %s
          alarm-webhook-secret: %s
          alarm-command: /bin/false
          """
              .formatted(receiver.address(), secret));
      Shell shell = new Shell(home);
      assertThat(shell.run("alarm", "test").fails("").out().lines())
          .containsExactly(
              "taken   webhook to 127.0.0.1: it answered 204",
              "failed  command /bin/false: /bin/false ended with status 1");
      Receiver.Received message = receiver.next();
      assertThat(message.signedBy()).containsExactly(secret);
      assertThat(message.summary()).startsWith("alarm.began test ");

      receiver.first(Receiver.Reaction.status(503));
      String json = shell.run("alarm", "test", "--json", "--alarm-command", "/bin/true").out();
      assertThat(json)
          .contains("\"result\":\"failed\"", "127.0.0.1 answered 503", "it ended with status 0")
          .doesNotContain("private-path", secret);
      Files.delete(home.resolve("marquee.yaml"));
      shell.run("alarm", "test").fails("alarms are sent nowhere: set alarm-webhook");
    }
  }

  @Test
  void root_starts_no_program_that_another_account_names(@TempDir Path home) throws Exception {
    assumeTrue(FileOwner.mayGive(), "only root can give files away: run it as root");
    new FileOwner(1, 1).give(home);
    new Shell(home)
        .run("alarm", "test", "--alarm-command", "/bin/true")
        .fails("runuser -u daemon -- marquee alarm test");
  }

  @ParameterizedTest
  @CsvSource({
    "'hooks.internal, 10.0.0.1/8', '10.0.0.1/8: the address has bits set beyond its prefix of 8; the block is 10.0.0.0/8'",
    "'hooks.internal, a b', 'must list hosts, addresses and blocks such as 10.0.0.0/8, not \"a b\"'"
  })
  void webhooks_may_go_to_hosts_addresses_and_whole_blocks(String allowed, String fault) {
    assertThatThrownBy(() -> options(Map.of("--webhook-allow", allowed)))
        .isInstanceOf(CommandLine.ParameterException.class)
        .hasMessageContaining(fault);
    assertThat(options(Map.of("--webhook-allow", "hooks.internal, 10.1.2.3, fd00::/8")).channels())
        .isEmpty();
  }

  @Test
  void a_webhook_needs_a_secret() {
    AlarmOptions options = options(Map.of("--alarm-webhook", "https://pager.example/"));
    assertThatThrownBy(options::channels)
        .isInstanceOf(WrongUsage.class)
        .hasMessageStartingWith("--alarm-webhook: needs alarm-webhook-secret as well");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://rex.example/private", "private", "https:///private", "https://a b/private"})
  void an_address_that_is_none_is_refused_and_not_repeated(String address) {
    AlarmOptions options =
        options(Map.of("--alarm-webhook", address, "--alarm-webhook-secret", secret));
    assertThatThrownBy(options::channels)
        .isInstanceOf(WrongUsage.class)
        .hasMessageStartingWith("--alarm-webhook: ")
        .hasMessageNotContaining("private");
  }

  @Test
  void a_secret_that_is_none_is_refused_and_not_repeated() {
    AlarmOptions options =
        options(
            Map.of(
                "--alarm-webhook", "https://pager.example/",
                "--alarm-webhook-secret", "hunter2"));
    assertThatThrownBy(options::channels)
        .isInstanceOf(WrongUsage.class)
        .hasMessageStartingWith("--alarm-webhook-secret: ")
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @CsvSource({
    "--alarm-mail-server, smtp://marquee:hunter2@mail.example",
    "--alarm-mail-password, hunter2",
    "--alarm-mail-from, nobody"
  })
  void mail_that_cannot_be_sent_is_refused(String name, String value) {
    AlarmOptions options = options(Map.of("--alarm-mail", "ann@cinema.example", name, value));
    assertThatThrownBy(options::channels)
        .isInstanceOf(WrongUsage.class)
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/no/such/program", "/tmp", "/etc/passwd"})
  void a_program_that_cannot_be_started_is_refused(String file) {
    AlarmOptions options = options(Map.of("--alarm-command", file));
    assertThatThrownBy(options::channels).isInstanceOf(WrongUsage.class).hasMessageContaining(file);
  }
}
