package org.marquee.app.service;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.app.backup.ScheduledBackup;
import org.marquee.app.config.Configuration;
import org.marquee.app.console.Configured;
import org.marquee.app.feed.Collecting;
import org.marquee.app.feed.KeepOptions;
import org.marquee.app.home.Home;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.app.log.Logs;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.StopSignal;
import org.marquee.node.CloseStack;
import org.marquee.node.NodeSettings;
import org.marquee.node.Service;
import org.marquee.node.check.FeedChecks;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.retention.Retention;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `serve`: answers the interface until it is stopped.
@Command(
    name = "serve",
    description = {
      "Serves the interface, and health and metrics on a second port.",
      "More settings: docs/configuration.md. `marquee config` shows all."
    })
public final class ServeCommand implements Runnable, Configured {
  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  /// The settings that change while the service runs.
  static final Set<String> RELOADED =
      Set.of(
          "log-level", "keep-reports", "keep-input", "keep-history", "keep-changes", "keep-audit");

  /// `--collect=false` overrules a file that says true, where `--collect` alone says true.
  private static final String FLAG = "true|false";

  /// The folder of the bulk files in a home.
  static final String BULK = "bulk";

  @Spec private @Nullable CommandSpec spec;

  @Mixin private Home home = new Home();

  @Option(
      names = "--collect",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = FLAG,
      description = "Also collect the feeds of providers.yaml on schedule (docs/collecting.md).")
  private boolean collect;

  @Option(
      names = "--bulk",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = FLAG,
      description = "Also make bulk files every night and serve them (docs/exports.md).")
  private boolean bulk;

  @Option(
      names = "--access-log",
      paramLabel = "FILE",
      description = "Write a line of JSON for each answer; - is standard output.")
  private @Nullable String accessLog;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      description = "How much is logged: error, warn, info or debug (default: ${DEFAULT-VALUE}).",
      defaultValue = "info")
  private Level logLevel = Level.INFO;

  @Mixin private ListenOptions listen = new ListenOptions();
  @Mixin private PageOptions pages = new PageOptions();
  @Mixin private NodeOptions node = new NodeOptions();
  @Mixin private KeepOptions keep = new KeepOptions();
  @Mixin private AlarmOptions alarms = new AlarmOptions();

  private @Nullable Configuration configuration;
  private volatile Retention retention = Retention.USUAL;

  @Override
  public void configured(Configuration found) {
    configuration = found;
  }

  public Home home() {
    return home;
  }

  public ListenOptions listen() {
    return listen;
  }

  public Optional<Path> alarmProgram() {
    return alarms.program();
  }

  /// Whether it collects on schedule.
  public boolean collects() {
    return collect;
  }

  @Override
  public List<String> contradictions(Configuration found) {
    List<String> all = new ArrayList<>();
    listen.halfOfTls(found).ifPresent(all::add);
    node.halfAGateway()
        .ifPresent(half ->
            all.add(
                found.where(half)
                    + ": give gateway-header and gateway-peers, or neither; without peers"
                    + " anybody could send the header"));
    for (String each : pages.withoutPages()) {
      all.add(found.where(each) + ": needs pages to be public as well");
    }
    all.addAll(alarms.faults(found::where));
    return all;
  }

  @Override
  public void run() {
    Logs.ofService(logLevel);
    if (configuration != null) {
      configuration.file().ifPresent(each -> LOG.info("settings of {}", each));
    }
    retention = keep.limits();
    Collecting collecting = collect ? Collecting.configured(home.folder()) : null;
    NodeSettings.Addresses addresses = listen.addresses();
    try (CloseStack opened = new CloseStack()) {
      Checkpoint checkpoint = home.checkpoint();
      checkpoint.removeIfLost();
      Storage storage = opened.add(home.openInBackground());
      NodeSettings settings = settings(addresses, storage);
      Service service =
          opened.add(Service.start(storage.database(), storage.monitor(), settings, checkpoint));
      if (collecting != null) {
        opened.add(collecting.onSchedule(storage, () -> retention));
        opened.add(new ScheduledBackup(collecting.file(), storage, InstantSource.system()).start());
      }
      alarms.start(storage, service, collecting, opened);
      watchSettings(opened);
      StopSignal.untilStopped(service, settings.timing().stopDelay(), opened);
    } catch (IOException e) {
      throw new Failure(message(e), e);
    }
  }

  /// What a node with these options is made by.
  public NodeSettings settings(NodeSettings.Addresses addresses, Storage storage) {
    Path folder = home.folder();
    return node.at(
        addresses,
        new NodeSettings.Options(
            bulk ? folder.resolve(BULK) : null,
            listen.tls().orElse(null),
            pages.site(listen.tls().isPresent() ? "https" : "http"),
            FeedChecks.in(storage.database(), storage.clock(), Version.number()),
            accessLog,
            folder.resolve("reports"),
            node.names()));
  }

  private static String message(IOException e) {
    return e.getMessage() == null ? "cannot listen" : e.getMessage();
  }

  private void watchSettings(CloseStack opened) {
    Configuration used = configuration;
    Path file = used == null ? null : used.place();
    if (used == null || file == null) {
      return;
    }
    CommandLine.ParseResult typed =
        Objects.requireNonNull(spec).root().commandLine().getParseResult();
    CommandLine.ParseResult own = typed.subcommand();
    opened.add(
        new SettingsWatch(
                file,
                used,
                RELOADED,
                name -> own.hasMatchedOption("--" + name),
                now -> reload(ServiceSettings.of(now, typed.originalArgs())))
            .start());
  }

  /// Takes over what may change while the service runs.
  private void reload(ServeCommand now) {
    retention = now.keep.limits();
    Logs.level(now.logLevel);
  }
}
