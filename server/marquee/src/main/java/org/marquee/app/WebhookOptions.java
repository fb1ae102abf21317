package org.marquee.app;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.delivery.SignedPost;
import org.marquee.fetch.RedirectRule;
import org.marquee.fetch.WebPost;
import org.marquee.store.PostgresWebhooks;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.webhook.ChangeDelivery;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// Where `serve` may send webhooks of customers (docs/webhooks.md).
final class WebhookOptions {
  /// A receiver that takes longer is asked again later.
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);

  @Option(
      names = "--webhook-allow",
      paramLabel = "HOST,…",
      converter = Allowed.class,
      description = "Hosts and blocks of private networks where customers' webhooks may go.")
  private @Nullable RedirectRule allow;

  private static final class Allowed implements ITypeConverter<RedirectRule> {
    @Override
    public RedirectRule convert(String text) {
      List<String> all = Stream.of(text.split(",")).map(String::strip).toList();
      if (!all.stream().allMatch(RedirectRule::isOne)) {
        throw new TypeConversionException("must be hosts, addresses or blocks: " + text);
      }
      return RedirectRule.allowing(all).fromTheFirst();
    }
  }

  /// Begins to send.
  ChangeDelivery start(Storage storage) {
    RedirectRule rule = allow == null ? RedirectRule.PUBLIC.fromTheFirst() : allow;
    return ChangeDelivery.start(
        new PostgresWebhooks(storage.database()),
        new PostgresChangeFeed(storage.database().pool()),
        new SignedPost(
            new WebPost(rule, ANSWER_WITHIN),
            "Marquee/" + Version.number(),
            InstantSource.system()),
        ChangeDelivery.USUAL,
        storage.clock());
  }
}
