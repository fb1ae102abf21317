package org.marquee.alarm.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.marquee.webhook.SignedPost;
import org.marquee.webhook.WebhookSecret;

/// Sends messages to one address that an operator wrote.
public record WebhookChannel(URI address, WebhookSecret secret, SignedPost post)
    implements Channel {
  @Override
  public String name() {
    return "webhook";
  }

  /// The path of the address may be a secret, so failures do not tell it.
  @Override
  public String send(Message message) throws IOException {
    int status = post.send(address, List.of(secret), message.id(), message.body().getBytes(UTF_8));
    if (status < 200 || status > 299) {
      throw new IOException("%s answered %d".formatted(address.getHost(), status));
    }
    return "it answered " + status;
  }

  @Override
  public String toString() {
    return "webhook to " + address.getHost();
  }
}
