package org.marquee.app;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.marquee.alarm.AlarmPace;
import org.marquee.alarm.AlarmWatch;
import org.marquee.alarm.InstallationTroubles;
import org.marquee.alarm.NodeTroubles;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.delivery.Channel;
import org.marquee.delivery.CommandChannel;
import org.marquee.delivery.SignedPost;
import org.marquee.delivery.WebhookChannel;
import org.marquee.delivery.WebhookSecret;
import org.marquee.fetch.RedirectRule;
import org.marquee.fetch.WebPost;
import org.marquee.node.CloseStack;
import org.marquee.node.Service;
import org.marquee.store.PostgresAlarms;
import org.marquee.store.PostgresBackupLog;
import org.marquee.store.PostgresRunLog;
import org.marquee.store.PostgresSources;
import picocli.CommandLine.Option;

/// Where `serve` sends alarms (docs/alarms.md). What is secret comes from the environment only.
final class AlarmOptions {
  private static final String WEBHOOK = "MARQUEE_ALARM_WEBHOOK";
  private static final String WEBHOOK_SECRET = "MARQUEE_ALARM_WEBHOOK_SECRET";
  private static final String COMMAND = "MARQUEE_ALARM_COMMAND";

  /// A receiver that takes longer is asked again later.
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);

  private static final Duration COMMAND_WITHIN = Duration.ofSeconds(30);

  @Option(
      names = "--alarm-webhook",
      paramLabel = "URL",
      description =
          "Send alarms there, signed with $MARQUEE_ALARM_WEBHOOK_SECRET (default:"
              + " $MARQUEE_ALARM_WEBHOOK; docs/alarms.md).")
  private @Nullable String webhook;

  @Option(
      names = "--alarm-command",
      paramLabel = "FILE",
      description =
          "Program that gets each alarm as JSON on standard input (default:"
              + " $MARQUEE_ALARM_COMMAND).")
  private @Nullable String command;

  private final UnaryOperator<@Nullable String> environment;

  AlarmOptions() {
    this(System::getenv);
  }

  /// @param environment the variables, by name
  AlarmOptions(UnaryOperator<@Nullable String> environment) {
    this.environment = environment;
  }

  /// The ways to send.
  ///
  /// @throws WrongUsage if one of them cannot be used
  List<Channel> channels() {
    List<Channel> channels = new ArrayList<>();
    String address = given(webhook, WEBHOOK);
    if (address != null) {
      channels.add(webhook(address));
    }
    String program = given(command, COMMAND);
    if (program != null) {
      channels.add(command(program));
    }
    return channels;
  }

  private Channel webhook(String address) {
    String secret = given(null, WEBHOOK_SECRET);
    if (secret == null) {
      throw new WrongUsage(
          "--alarm-webhook needs a secret in "
              + WEBHOOK_SECRET
              + ": `echo whsec_$(openssl rand"
              + " -base64 32)` makes one");
    }
    try {
      return new WebhookChannel(
          webAddress(address),
          WebhookSecret.parse(secret),
          new SignedPost(
              new WebPost(RedirectRule.PUBLIC, ANSWER_WITHIN),
              "Marquee/" + Version.number(),
              InstantSource.system()));
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(WEBHOOK_SECRET + ": " + e.getMessage());
    }
  }

  /// The address is not repeated: its path may be a secret.
  private static URI webAddress(String address) {
    try {
      URI uri = URI.create(address);
      if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("(?i)https?")) {
        return uri;
      }
    } catch (IllegalArgumentException _) {
      // refused below
    }
    throw new WrongUsage("--alarm-webhook: must be an address with https:// or http:// and a host");
  }

  private static Channel command(String program) {
    Path file = Path.of(program).toAbsolutePath();
    if (!Files.isExecutable(file) || Files.isDirectory(file)) {
      throw new WrongUsage("--alarm-command: " + file + " is not a program that can be started");
    }
    return new CommandChannel(file, COMMAND_WITHIN);
  }

  private @Nullable String given(@Nullable String option, String name) {
    String value = option == null ? environment.apply(name) : option;
    return value == null || value.isBlank() ? null : value.strip();
  }

  /// Begins to look for alarms and to send them, unless there is no way to.
  static void start(List<Channel> channels, Storage storage, Service service, CloseStack opened) {
    if (channels.isEmpty()) {
      return;
    }
    String host = storage.database().actor().host();
    opened.add(
        AlarmWatch.start(
            new PostgresAlarms(storage.database()),
            new PostgresRunLog(storage.database()),
            storage.monitor()::isReachable,
            new InstallationTroubles(
                new PostgresSources(storage.database()),
                new PostgresBackupLog(storage.database()),
                storage.clock()),
            new NodeTroubles(
                host + ":" + service.apiAddress().getPort(),
                storage.home(),
                service::wrongClock,
                service::certificateWarning),
            channels,
            AlarmPace.USUAL));
  }
}
