package org.marquee.app.service;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.alarm.AlarmPace;
import org.marquee.alarm.AlarmWatch;
import org.marquee.alarm.NodeTroubles;
import org.marquee.alarm.channel.Channel;
import org.marquee.alarm.channel.CommandChannel;
import org.marquee.alarm.channel.MailChannel;
import org.marquee.alarm.channel.MailServer;
import org.marquee.alarm.channel.WebhookChannel;
import org.marquee.app.console.SettingReaders;
import org.marquee.app.feed.Collecting;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.fetch.RedirectRule;
import org.marquee.fetch.WebPost;
import org.marquee.node.CloseStack;
import org.marquee.node.Service;
import org.marquee.store.access.PostgresWebhooks;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.webhook.ChangeDelivery;
import org.marquee.webhook.SignedPost;
import org.marquee.webhook.WebhookSecret;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// Where `serve` sends alarms (docs/alarms.md), and may send webhooks of customers. What is secret
/// belongs into the file or the environment.
final class AlarmOptions {
  private static final Pattern SETTING = Pattern.compile("^--([a-z-]+)");
  private static final String LOCAL_MAIL = "smtp://localhost:25";

  /// A receiver that takes longer is asked again later.
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);

  private static final Duration COMMAND_WITHIN = Duration.ofSeconds(30);

  @Option(
      names = "--alarm-webhook",
      paramLabel = "URL",
      description =
          "Send alarms there, signed with $MARQUEE_ALARM_WEBHOOK_SECRET (docs/alarms.md).")
  private @Nullable String webhook;

  @Option(
      names = "--alarm-command",
      paramLabel = "FILE",
      description = "Program that gets each alarm as JSON on standard input.")
  private @Nullable String command;

  @Option(
      names = "--alarm-mail",
      paramLabel = "ADDRESS",
      description = "Mail alarms there; several addresses are separated by commas.")
  private @Nullable String mail;

  @Option(
      names = "--alarm-mail-from",
      paramLabel = "ADDRESS",
      description = "Who the mail is from (default: the first of --alarm-mail).")
  private @Nullable String mailFrom;

  @Option(
      names = "--alarm-mail-server",
      paramLabel = "URL",
      description =
          "Server that takes the mail, as smtps://HOST (TLS) or smtp://HOST (STARTTLS, but not on"
              + " this machine) (default: smtp://localhost:25).")
  private @Nullable String mailServer;

  @Option(
      names = "--alarm-webhook-secret",
      hidden = true,
      description = "What signs the webhook. Others may see it on the command line.")
  private @Nullable String webhookSecret;

  @Option(
      names = "--alarm-mail-user",
      hidden = true,
      description = "Account at the server that takes the mail.")
  private @Nullable String mailUser;

  @Option(
      names = "--alarm-mail-password",
      hidden = true,
      description = "Password of that account. Others may see it on the command line.")
  private @Nullable String mailPassword;

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
      List<String> faults =
          all.stream().flatMap(each -> RedirectRule.faultOf(each).stream()).toList();
      if (!faults.isEmpty()) {
        throw new TypeConversionException(faults.getFirst());
      }
      return RedirectRule.allowing(all).fromTheFirst();
    }
  }

  /// The program that gets alarms, if there is one.
  Optional<Path> program() {
    return Optional.ofNullable(command).map(Path::of);
  }

  /// The ways to send.
  ///
  /// @throws WrongUsage if one of them cannot be used
  List<Channel> channels() {
    return wanted().stream().map(Supplier::get).toList();
  }

  /// What is wrong with any of them.
  ///
  /// @param where says where a setting was given
  List<String> faults(UnaryOperator<String> where) {
    List<String> faults = new ArrayList<>();
    for (Supplier<Channel> each : wanted()) {
      try {
        var _ = each.get();
      } catch (WrongUsage e) {
        faults.add(
            SETTING
                .matcher(String.valueOf(e.getMessage()))
                .replaceFirst(option -> Matcher.quoteReplacement(where.apply(option.group(1)))));
      }
    }
    return faults;
  }

  private List<Supplier<Channel>> wanted() {
    return Stream.of(
            Optional.ofNullable(webhook).<Supplier<Channel>>map(address -> () -> webhook(address)),
            Optional.ofNullable(mail).<Supplier<Channel>>map(addresses -> () -> mail(addresses)),
            Optional.ofNullable(command).<Supplier<Channel>>map(file -> () -> command(file)))
        .flatMap(Optional::stream)
        .toList();
  }

  private Channel webhook(String address) {
    if (webhookSecret == null) {
      throw new WrongUsage(
          "--alarm-webhook: needs alarm-webhook-secret as well: `echo whsec_$(openssl rand -base64"
              + " 32)` makes one");
    }
    // The address is not repeated: its path may be a secret.
    URI uri =
        SettingReaders.webAddress(address)
            .orElseThrow(() ->
                new WrongUsage(
                    "--alarm-webhook: must be an address with https:// or http:// and a host"));
    try {
      return new WebhookChannel(uri, WebhookSecret.parse(webhookSecret), post(RedirectRule.PUBLIC));
    } catch (IllegalArgumentException e) {
      throw new WrongUsage("--alarm-webhook-secret: " + e.getMessage());
    }
  }

  private static SignedPost post(RedirectRule rule) {
    return new SignedPost(
        new WebPost(rule, ANSWER_WITHIN), "Marquee/" + Version.number(), InstantSource.system());
  }

  private Channel mail(String addresses) {
    if ((mailUser == null) != (mailPassword == null)) {
      String given = mailPassword == null ? "user" : "password";
      String missing = mailPassword == null ? "password" : "user";
      throw new WrongUsage(
          "--alarm-mail-%s: needs alarm-mail-%s as well".formatted(given, missing));
    }
    MailServer taking;
    try {
      taking =
          MailServer.parse(mailServer == null ? LOCAL_MAIL : mailServer, mailUser, mailPassword);
    } catch (IllegalArgumentException e) {
      throw new WrongUsage("--alarm-mail-server: " + e.getMessage());
    }
    try {
      String sender = mailFrom == null ? addresses.split(",", 2)[0] : mailFrom;
      return new MailChannel(sender, addresses, taking, ANSWER_WITHIN);
    } catch (IllegalArgumentException e) {
      throw new WrongUsage("--alarm-mail: " + e.getMessage());
    }
  }

  private static Channel command(String program) {
    Path file = Path.of(program).toAbsolutePath();
    if (!Files.isExecutable(file) || Files.isDirectory(file)) {
      throw new WrongUsage("--alarm-command: " + file + " is not a program that can be started");
    }
    return new CommandChannel(file, COMMAND_WITHIN);
  }

  /// Begins to send webhooks; and to look for alarms and to send them, unless there is no way to.
  ///
  /// @param collecting null: this node does not collect
  void start(Storage storage, Service service, @Nullable Collecting collecting, CloseStack opened) {
    opened.add(
        new ChangeDelivery(
            new PostgresWebhooks(storage.database()),
            new PostgresChangeFeed(storage.database().pool()),
            post(allow == null ? RedirectRule.PUBLIC.fromTheFirst() : allow),
            ChangeDelivery.USUAL,
            storage.clock()));
    List<Channel> channels = channels();
    if (channels.isEmpty()) {
      return;
    }
    String host = storage.database().actor().host();
    opened.add(
        new AlarmWatch(
            storage.database(),
            storage.monitor()::isReachable,
            new NodeTroubles(
                host + ":" + service.apiAddress().getPort(),
                storage.home(),
                service::lackOfMemory,
                service::lackDetails,
                service::wrongClock,
                () -> collecting == null ? Optional.empty() : collecting.fault(),
                service::certificateWarning),
            channels,
            AlarmPace.USUAL));
  }
}
