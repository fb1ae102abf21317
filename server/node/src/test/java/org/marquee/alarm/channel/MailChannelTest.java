package org.marquee.alarm.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.alarm.channel.MailServer.Security;

/// Mail to an operator.
@NullMarked
class MailChannelTest {
  private static final Message MESSAGE =
      new Message(
          "alarm_1_began",
          Instant.parse("2026-11-24T04:00:00Z"),
          "{}",
          "Marquee: stale, Amélie",
          "the last feed of Amélie is old\n");

  private static Channel channel(MailReceiver receiver, Security security, String password) {
    return new MailChannel(
        "marquee@cinema.example",
        "Ann <ann@cinema.example>, bob@cinema.example",
        new MailServer("localhost", receiver.port(), security, MailReceiver.USER, password),
        Duration.ofSeconds(30),
        receiver.trusting().getSocketFactory());
  }

  @ParameterizedTest
  @EnumSource(Security.class)
  void a_mail_comes_to_everybody_over_each_kind_of_connection(Security security)
      throws IOException {
    try (MailReceiver receiver = MailReceiver.start(security)) {
      channel(receiver, security, MailReceiver.PASSWORD).send(MESSAGE);
      assertThat(receiver.taken())
          .singleElement()
          .satisfies(mail -> {
            assertThat(mail.encrypted()).isEqualTo(security != Security.NONE);
            assertThat(mail.from()).startsWith("MAIL FROM:<marquee@cinema.example>");
            assertThat(mail.to())
                .containsExactly("RCPT TO:<ann@cinema.example>", "RCPT TO:<bob@cinema.example>");
            assertThat(mail.text())
                .contains("Subject: =?UTF-8?Q?Marquee:_stale,_Am=C3=A9lie?=")
                .contains("Message-ID: <alarm_1_began@cinema.example>")
                .contains("Auto-Submitted: auto-generated")
                .contains("the last feed of");
          });
    }
  }

  @Test
  void where_starttls_is_needed_and_missing_nothing_is_sent() throws IOException {
    try (MailReceiver receiver = MailReceiver.start(Security.NONE)) {
      Channel channel = channel(receiver, Security.STARTTLS, MailReceiver.PASSWORD);
      assertThatThrownBy(() -> channel.send(MESSAGE)).hasMessageContaining("STARTTLS is required");
      assertThat(receiver.taken()).isEmpty();
    }
  }

  @Test
  void a_certificate_that_is_not_trusted_gets_nothing() throws IOException {
    try (MailReceiver receiver = MailReceiver.start(Security.IMPLICIT)) {
      Channel channel =
          new MailChannel(
              "marquee@cinema.example",
              "ann@cinema.example",
              new MailServer(
                  "localhost",
                  receiver.port(),
                  Security.IMPLICIT,
                  MailReceiver.USER,
                  MailReceiver.PASSWORD),
              Duration.ofSeconds(30));
      assertThatThrownBy(() -> channel.send(MESSAGE)).isInstanceOf(IOException.class);
      assertThat(receiver.taken()).isEmpty();
    }
  }

  @Test
  void a_server_that_refuses_the_login_is_a_failure_without_the_password() throws IOException {
    try (MailReceiver receiver = MailReceiver.start(Security.STARTTLS)) {
      Channel channel = channel(receiver, Security.STARTTLS, "wrong-password");
      assertThatThrownBy(() -> channel.send(MESSAGE))
          .hasMessageContaining("authentication failed")
          .hasMessageNotContaining("wrong-password");
      assertThat(channel.toString()).doesNotContain("wrong-password");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "smtps://mail.example, mail.example, 465, IMPLICIT",
    "smtp://mail.example, mail.example, 587, STARTTLS",
    "smtp://mail.example:2525, mail.example, 2525, STARTTLS",
    "smtp://10.0.0.7:25, 10.0.0.7, 25, STARTTLS",
    "smtp://localhost:25, localhost, 25, NONE",
    "smtp://127.0.0.1:25, 127.0.0.1, 25, NONE",
    "smtp://[::1]:25, [::1], 25, NONE"
  })
  void an_address_says_how_the_connection_is_encrypted(
      String address, String host, int port, Security security) {
    assertThat(MailServer.parse(address, null, null))
        .isEqualTo(new MailServer(host, port, security, null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mail.example",
        "https://mail.example",
        "smtp://u:hunter2@mail.example",
        "smtp:///",
        "x y"
      })
  void what_is_no_mail_server_is_refused_and_not_repeated(String address) {
    assertThatThrownBy(() -> MailServer.parse(address, null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ann", "ann@", "ann@cinema.example, bob"})
  void what_is_no_mail_address_is_refused(String address) {
    MailServer server = MailServer.parse("smtp://localhost", null, null);
    assertThatThrownBy(
            () -> new MailChannel("marquee@cinema.example", address, server, Duration.ofSeconds(1)))
        .hasMessageStartingWith("not a mail address");
  }
}
