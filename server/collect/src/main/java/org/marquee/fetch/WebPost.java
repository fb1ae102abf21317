package org.marquee.fetch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.marquee.background.Awaited;

/// Sends a body to an address by POST, once. It follows no redirect, and connects to the address
/// that was checked. Safe for many threads.
///
/// @param rule where the address may lead
/// @param within from looking up the host to the head of the answer
public record WebPost(RedirectRule rule, Duration within) {
  private static final Duration CONNECTING = Duration.ofSeconds(10);

  /// Sends a body.
  ///
  /// @return the status of the answer, whatever it is
  /// @throws IOException if there is none; the message says why, and has no secret of the address
  public int send(URI address, Map<String, String> headers, byte[] body) throws IOException {
    Origin origin = Origin.of(address);
    // Closing the executor waits for its threads. It is closed after the download, which ends them.
    ExecutorService working = Executors.newVirtualThreadPerTaskExecutor();
    try (Download download = new Download(address, WebPost::addresses)) {
      Future<Integer> answer =
          working.submit(() -> {
            List<InetAddress> all = addresses(origin.host());
            return download.post(rule.first(base(origin), all), headers, body, CONNECTING).status();
          });
      return Awaited.get(answer, within);
    } catch (TimeoutException e) {
      throw new IOException("no answer within %d s".formatted(within.toSeconds()), e);
    } catch (RuntimeException e) {
      throw new IOException(e.toString(), e);
    } finally {
      working.shutdownNow();
    }
  }

  private static List<InetAddress> addresses(String host) throws IOException {
    return List.of(InetAddress.getAllByName(host));
  }

  /// What may be shown of an address: its path may be a secret.
  private static URI base(Origin origin) {
    return URI.create(origin.scheme() + "://" + origin.host() + ':' + origin.port());
  }
}
