package org.marquee.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.alarm.channel.Channel;
import org.marquee.alarm.channel.Message;
import org.marquee.alarm.channel.WebhookChannel;
import org.marquee.fetch.RedirectRule;
import org.marquee.fetch.WebPost;
import org.marquee.webhook.Receiver.Reaction;
import org.marquee.webhook.Receiver.Received;

/// Webhooks, judged by the published library of Standard Webhooks.
@NullMarked
class SignedPostTest {
  private static final Message MESSAGE =
      new Message("m1", Instant.EPOCH, "{\"title\":\"Amélie\"}", "subject", "text");

  private final WebhookSecret secret = WebhookSecret.generate();

  private SignedPost post(RedirectRule rule, Duration within) {
    return new SignedPost(new WebPost(rule, within), "Marquee/test", InstantSource.system());
  }

  private Channel to(URI address) {
    return new WebhookChannel(address, secret, post(RedirectRule.PUBLIC, Duration.ofSeconds(20)));
  }

  @Test
  void the_published_library_verifies_the_signature() throws IOException {
    try (Receiver receiver = Receiver.start(secret.text())) {
      to(receiver.address()).send(MESSAGE);
      Received message = receiver.next();
      assertThat(message.signedBy()).containsExactly(secret.text());
      assertThat(message.id()).isEqualTo("m1");
      assertThat(message.body()).isEqualTo(MESSAGE.body());
    }
  }

  @Test
  void it_verifies_no_signature_by_another_secret() throws IOException {
    try (Receiver receiver = Receiver.start(WebhookSecret.generate().text())) {
      to(receiver.address()).send(MESSAGE);
      assertThat(receiver.next().signedBy()).isEmpty();
    }
  }

  @Test
  void with_two_secrets_each_of_them_verifies() throws IOException {
    WebhookSecret old = WebhookSecret.generate();
    try (Receiver receiver = Receiver.start(secret.text(), old.text())) {
      post(RedirectRule.PUBLIC, Duration.ofSeconds(20))
          .send(receiver.address(), List.of(secret, old), "m2", "{}".getBytes(UTF_8));
      Received message = receiver.next();
      assertThat(message.signedBy()).containsExactly(secret.text(), old.text());
      assertThat(message.signatures()).hasSize(2).allMatch(each -> each.startsWith("v1,"));
    }
  }

  @Test
  void a_redirect_is_a_failure_and_leads_nowhere() {
    try (Receiver other = Receiver.start(secret.text());
        Receiver receiver = Receiver.start(secret.text())) {
      receiver.first(Reaction.redirect(other.address()));
      assertThatThrownBy(() -> to(receiver.address()).send(MESSAGE)).hasMessageContaining("307");
      assertThat(other.all()).isEmpty();
    }
  }

  @Test
  void a_connection_that_closes_without_an_answer_is_a_failure() {
    try (Receiver receiver = Receiver.start(secret.text())) {
      receiver.first(Reaction.closing());
      assertThatThrownBy(() -> to(receiver.address()).send(MESSAGE))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void an_answer_that_does_not_come_in_time_is_a_failure() {
    try (Receiver receiver = Receiver.start(secret.text())) {
      receiver.first(_ -> Thread.sleep(Duration.ofMinutes(1)));
      assertThatThrownBy(() ->
              post(RedirectRule.PUBLIC, Duration.ofMillis(300))
                  .send(receiver.address(), List.of(secret), "m3", new byte[0]))
          .hasMessageContaining("no answer within");
    }
  }

  @Test
  void what_others_wrote_leads_to_no_private_network() {
    try (Receiver receiver = Receiver.start(secret.text())) {
      assertThatThrownBy(() ->
              post(RedirectRule.PUBLIC.fromTheFirst(), Duration.ofSeconds(20))
                  .send(receiver.address(), List.of(secret), "m4", new byte[0]))
          .hasMessageContaining("is not on the public internet")
          .hasMessageNotContaining("private-path");
      assertThat(receiver.all()).isEmpty();
    }
  }

  @Test
  void neither_a_secret_nor_a_path_is_shown() {
    try (Receiver receiver = Receiver.start(secret.text())) {
      receiver.first(Reaction.status(500));
      Channel channel = to(receiver.address());
      assertThatThrownBy(() -> channel.send(MESSAGE)).hasMessage("127.0.0.1 answered 500");
      assertThat(channel + " " + secret).doesNotContain("private-path", secret.text().substring(6));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hunter2",
        "whsec_",
        "whsec_c2hvcnQ=",
        "whsec_!not-base64-at-all-but-long-enough!"
      })
  void what_is_no_secret_is_refused_and_not_repeated(String text) {
    assertThatThrownBy(() -> WebhookSecret.parse(text))
        .hasMessageStartingWith("not a secret for webhooks")
        .hasMessageNotContaining("hunter2")
        .hasNoCause();
  }
}
