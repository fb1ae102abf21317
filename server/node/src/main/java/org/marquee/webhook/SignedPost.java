package org.marquee.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.marquee.fetch.WebPost;

/// Sends webhooks as Standard Webhooks 1.0.0 describes them: with an id, a time, and a signature by
/// each secret.
///
/// @param agent how the program introduces itself
public record SignedPost(WebPost post, String agent, InstantSource clock) {
  /// Sends a body in JSON.
  ///
  /// @param id the same each time this message is sent
  /// @return the status of the answer
  /// @throws IOException if there is none
  public int send(URI address, List<WebhookSecret> secrets, String id, byte[] body)
      throws IOException {
    long seconds = clock.instant().getEpochSecond();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("user-agent", agent);
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", Long.toString(seconds));
    headers.put(
        "webhook-signature",
        secrets.stream()
            .map(secret -> secret.sign(id, seconds, body))
            .collect(Collectors.joining(" ")));
    String user = address.getUserInfo();
    if (user != null) {
      headers.put(
          "authorization", "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)));
    }
    return post.send(address, headers, body);
  }
}
