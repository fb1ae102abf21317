package org.marquee.app.customer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.access.IssuedKey;
import org.marquee.app.console.ListCommand;
import org.marquee.app.console.SettingReaders;
import org.marquee.app.console.StorageCommand;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.json.JsonObject;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangeFeed.ChangeReading;
import org.marquee.listing.ChangeFilter;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.notice.NearestName;
import org.marquee.notice.Visible;
import org.marquee.store.access.PostgresWebhooks;
import org.marquee.store.access.PostgresWebhooks.Webhook;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.v1.cursor.ChangeCursor;
import org.marquee.webhook.WebhookSecret;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `webhook`: where customers are sent what changes.
@Command(
    name = "webhook",
    description = "Creates, lists, rotates, resumes and removes webhooks of changes.",
    subcommands = {
      WebhookCommand.Create.class,
      WebhookCommand.ListAll.class,
      WebhookCommand.Rotate.class,
      WebhookCommand.Resume.class,
      WebhookCommand.Remove.class
    })
public final class WebhookCommand {
  private static final int LONGEST_URL = 2000;

  /// What `--include` takes, as the parameter of the interface does.
  private static final String DETAILS = "details";

  private WebhookCommand() {}

  @Command(
      name = "create",
      description = "Has an organization sent what changes from now on. Shows the secret, once.")
  static final class Create extends OrganizationCommand.OfOne {
    @Parameters(index = "1", paramLabel = "URL", description = "Where to send it.")
    private String url = "";

    @Option(
        names = "--kind",
        paramLabel = "KIND,…",
        split = ",",
        description = "Only records of these kinds: showtime, film, cinema, chain, screen.")
    private List<String> kinds = new ArrayList<>();

    @Option(names = "--film", paramLabel = "ID", description = "Only this film and its showtimes.")
    private @Nullable String film;

    @Option(
        names = "--cinema",
        paramLabel = "ID",
        description = "Only this cinema, its screens and its showtimes.")
    private @Nullable String cinema;

    @Mixin private final AreaOptions near = new AreaOptions();

    @Option(
        names = "--include",
        paramLabel = DETAILS,
        split = ",",
        description = "Also sends details, and changes of details alone.")
    private List<String> include = new ArrayList<>();

    @Override
    protected void check() {
      checkAddress(url);
      near.check();
      filter(null);
    }

    private ChangeFilter filter(ChangeFilter.@Nullable Area area) {
      if (!include.stream().allMatch(DETAILS::equals)) {
        throw new WrongUsage("--include takes only " + DETAILS);
      }
      List<String> known = Stream.of(Kind.values()).map(Kind::word).toList();
      Set<Kind> wanted = EnumSet.noneOf(Kind.class);
      for (String each : kinds) {
        wanted.add(
            Kind.find(each)
                .orElseThrow(() ->
                    new WrongUsage(
                        "--kind: there is no kind " + each + NearestName.hint(each, known))));
      }
      return new ChangeFilter(
          wanted.isEmpty() ? EnumSet.allOf(Kind.class) : wanted,
          id("--film", Kind.FILM, film),
          id("--cinema", Kind.CINEMA, cinema),
          area,
          include.isEmpty() ? Breadth.RECORDS : Breadth.WITH_DETAILS);
    }

    @Override
    protected int run() {
      AreaOptions.Circle circle = near.circle(database());
      ChangeFilter filter = filter(circle == null ? null : circle.area());
      WebhookSecret secret = WebhookSecret.generate();
      String id = IssuedKey.newId().replaceFirst("key_", "wh_");
      boolean made =
          new PostgresWebhooks(database()).create(id, name, url, filter, secret.text(), now(this));
      return made
          ? done(
              "Webhook %s for %s%s. Its secret (shown once):%n%s"
                  .formatted(id, name, circle == null ? "" : circle.centre(), secret.text()),
              () -> json(find(this, id)).with("secret", secret.text()))
          : failed(OrganizationCommand.unknown(name));
    }
  }

  private static void checkAddress(String url) {
    if (url.length() > LONGEST_URL
        || SettingReaders.webAddress(url).filter(uri -> uri.getUserInfo() == null).isEmpty()) {
      throw new WrongUsage(
          "the address must begin with https:// or http:// and a host, without a user");
    }
  }

  private static @Nullable String id(String option, Kind kind, @Nullable String id) {
    if (id != null && !id.startsWith(kind.prefix() + "_")) {
      throw new WrongUsage("%s: an id begins with %s_".formatted(option, kind.prefix()));
    }
    return id;
  }

  private static Webhook find(StorageCommand command, String id) {
    return new PostgresWebhooks(command.database())
        .list().stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow(() -> new Failure(unknown(id)));
  }

  private static String now(StorageCommand command) {
    return ChangeCursor.write(
        ChangePosition.endOf(new PostgresChangeFeed(command.database().pool()).newest()));
  }

  private static String unknown(String id) {
    return "there is no webhook " + id + "; `webhook list` shows the ids";
  }

  /// The address without what may be a secret: the path is one for many receivers.
  private static String host(Webhook webhook) {
    return webhook.url().replaceFirst("^([^/]*//[^/?#]*+).+", "$1/…");
  }

  private static boolean hasDetails(Webhook webhook) {
    return webhook.filter().breadth() == Breadth.WITH_DETAILS;
  }

  private static JsonObject json(Webhook webhook) {
    ChangeFilter filter = webhook.filter();
    ChangeFilter.Area near = filter.near();
    return JsonObject.of("id", webhook.id())
        .with("organization", webhook.organization())
        .with("url", host(webhook))
        .with("kinds", filter.kinds().stream().sorted().map(Kind::word).toList())
        .with("film", filter.film())
        .with("cinema", filter.cinema())
        .with("latitude", near == null ? null : near.latitude())
        .with("longitude", near == null ? null : near.longitude())
        .with("radiusKm", near == null ? null : near.kilometres())
        .with("include", hasDetails(webhook) ? List.of(DETAILS) : null)
        .with("state", webhook.state())
        .with("created", webhook.created())
        .with("oldSecretUntil", webhook.oldUntil())
        .with("deliveredAt", webhook.deliveredAt())
        .with("failingSince", webhook.failingSince())
        .with("failure", webhook.failure())
        .with("disabledAt", webhook.disabledAt());
  }

  @Command(
      name = "list",
      description = "Lists webhooks, how they do, and why one was switched off.")
  static final class ListAll extends ListCommand<Webhook> {
    @Override
    protected List<Webhook> list() {
      return new PostgresWebhooks(database()).list();
    }

    @Override
    protected List<String> lines(Webhook each) {
      String first =
          "%-16s %-20s %-10s %s%s"
              .formatted(
                  each.id(),
                  each.organization(),
                  each.state(),
                  Visible.of(host(each)),
                  hasDetails(each) ? "  with details" : "");
      return each.failure() == null
          ? List.of(first)
          : List.of(first, " ".repeat(17) + Visible.of(each.failure()));
    }

    @Override
    protected JsonObject json(Webhook webhook) {
      return WebhookCommand.json(webhook);
    }
  }

  @Command(
      name = "rotate",
      description = "Makes another secret and shows it, once. Both sign for some time.")
  static final class Rotate extends StorageCommand {
    @Parameters(paramLabel = "WEBHOOK-ID", description = "From `webhook list`.")
    private String id = "";

    @Option(
        names = "--keep-old",
        paramLabel = "DURATION",
        defaultValue = "24h",
        description =
            "For how long the old secret signs too: 0s, 30s, 15m, 24h, 7d (default: 24h).")
    private Duration keepOld = Duration.ZERO;

    @Override
    protected int run() {
      WebhookSecret secret = WebhookSecret.generate();
      return new PostgresWebhooks(database()).rotate(id, secret.text(), keepOld)
          ? done(
              "Webhook %s signs with another secret (shown once):%n%s".formatted(id, secret.text()),
              () -> json(find(this, id)).with("secret", secret.text()))
          : failed(unknown(id));
    }
  }

  @Command(
      name = "resume",
      description = "Switches a webhook on again. It goes on where it was, or from now on.")
  static final class Resume extends StorageCommand {
    @Parameters(paramLabel = "WEBHOOK-ID", description = "From `webhook list`.")
    private String id = "";

    @Option(
        names = "--from-now",
        description = "Leave out what changed meanwhile: the receiver reads the lists again.")
    private boolean fromNow;

    @Override
    protected int run() {
      Webhook found = find(this, id);
      if (found.disabledAt() == null) {
        return done("webhook " + id + " is not switched off", () -> json(found));
      }
      if (!fromNow && isForgotten(found)) {
        return failed("what changed since is forgotten: webhook resume " + id + " --from-now");
      }
      new PostgresWebhooks(database()).resume(id, fromNow ? now(this) : found.position());
      return done("webhook " + id + " is switched on", () -> json(find(this, id)));
    }

    private boolean isForgotten(Webhook webhook) {
      PostgresChangeFeed feed = new PostgresChangeFeed(database().pool());
      return ChangeCursor.read(webhook.position())
          .flatMap(cursor -> Optional.ofNullable(cursor.position()))
          .map(since -> feed.read(since, webhook.filter().kinds(), webhook.filter().breadth(), 1))
          .filter(ChangeReading.Changes.class::isInstance)
          .isEmpty();
    }
  }

  @Command(name = "remove", description = "Removes a webhook.")
  static final class Remove extends StorageCommand {
    @Parameters(paramLabel = "WEBHOOK-ID", description = "From `webhook list`.")
    private String id = "";

    @Override
    protected int run() {
      return new PostgresWebhooks(database()).remove(id)
          ? done("webhook " + id + " removed", () -> JsonObject.of("id", id))
          : failed(unknown(id));
    }
  }
}
