package org.marquee.app.service;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.access.NewKey;
import org.marquee.app.console.JsonOption;
import org.marquee.app.console.OptionText;
import org.marquee.app.console.SettingReaders;
import org.marquee.app.home.Home;
import org.marquee.app.home.Storage;
import org.marquee.app.home.Version;
import org.marquee.app.log.Logs;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.StopSignal;
import org.marquee.app.terminal.UnderWay;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.node.CloseStack;
import org.marquee.node.NodeSettings;
import org.marquee.node.Service;
import org.marquee.node.check.FeedChecks;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.sample.Sample;
import org.marquee.sample.SampleRegion;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.OtherSites;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.operator.NamesGuard;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.RefusedDatabase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `demo`: serves an invented region on this machine, with a key to try it.
@Command(
    name = "demo",
    description = {
      "Serves sample data for the coming weeks, on this machine only. Health and metrics are on the"
          + " next port."
    })
public final class DemoCommand implements Runnable {
  private static final String ORGANIZATION = "demo";
  private static final String LABEL = "demo";
  private static final String FOLDER = ".marquee-demo";

  @Spec private @Nullable CommandSpec spec;
  @Mixin private Home home = new Home();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = SettingReaders.Ports.class,
      description = "Port of the interface (default: ${DEFAULT-VALUE}).")
  private int port = 8080;

  @Mixin private final JsonOption json = new JsonOption();

  @Override
  public void run() {
    Logs.ofCommand();
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    NodeSettings.Addresses addresses =
        new NodeSettings.Addresses(
            ListenOptions.address("127.0.0.1", port),
            ListenOptions.address("127.0.0.1", port == 0 ? 0 : port + 1));
    Path folder = home.folder(FOLDER);
    Sample sample = Sample.begin();
    try (CloseStack opened = new CloseStack()) {
      UnderWay underWay = opened.add(UnderWay.begin());
      underWay.step("opening the database");
      Storage storage = opened.add(home.open(folder));
      underWay.step("importing the sample data");
      importSample(sample, storage);
      underWay.step("starting the service");
      NodeSettings settings = new NodeOptions().at(addresses, options(storage));
      Service service =
          opened.add(Service.start(storage.database(), storage.monitor(), settings, null));
      // Only after the port is bound: if it is taken, another demo may be serving with the earlier
      // key.
      String key =
          newKey(new PostgresAccess(storage.database().pool(), storage.database().actor()));
      service.noticeAccess();
      service.awaitFilled();
      underWay.close();
      print(out, service, key);
      StopSignal.untilStopped(service, settings.timing().stopDelay(), opened);
    } catch (RefusedDatabase e) {
      throw new Failure(
          e.getMessage() + "\nWhere there is only the demo in it, delete it: rm -r " + folder, e);
    } catch (IOException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  private static NodeSettings.Options options(Storage storage) {
    SiteSettings pages =
        new SiteSettings(
            SiteSettings.USUAL_TITLE,
            null,
            null,
            null,
            SiteSettings.Audience.PUBLIC,
            SiteSettings.Indexing.NOTHING,
            "http",
            0,
            SiteSettings.Audience.OPERATORS,
            CheckLimits.USUAL,
            OtherSites.NONE);
    return new NodeSettings.Options(
        storage.home().resolve(ServeCommand.BULK),
        null,
        pages,
        FeedChecks.in(storage.database(), storage.clock(), Version.number()),
        null,
        storage.home().resolve("reports"),
        NamesGuard.LOCAL);
  }

  /// Its home is not that of the other commands, and has no file of settings.
  public static void describeHome(CommandSpec demo) {
    demo.remove(demo.findOption("--config"));
    OptionText.describe(
        demo,
        demo.findOption("--home"),
        "Folder of the sample's database (default: ~/" + FOLDER + ").");
  }

  /// Imports the sample in place of an earlier one, however much they differ.
  public static void importSample(Sample sample, Storage storage) throws IOException {
    Report report =
        storage
            .imports()
            .run(
                new Import.Order(
                    new MarqueeReader(),
                    sample.feed(),
                    SampleRegion.PROVIDER,
                    // The data of a demo that was stopped for weeks differs much from today's
                    // programme.
                    new Rules.Normal(Rules.Shrinking.ACCEPTED, Rules.Effect.COMMIT)));
    Notice refusal = report.refusal();
    if (refusal != null) {
      throw new Failure("the sample data was refused: " + refusal.sentence());
    }
  }

  /// Each start has a key of its own; the one before is revoked.
  public static String newKey(PostgresAccess book) {
    book.createOrganization(ORGANIZATION);
    book.resume(ORGANIZATION);
    book.grant(ORGANIZATION, new Entitlement("unlimited", book.now(), null));
    for (IssuedKey key : book.listKeys()) {
      if (key.organization().equals(ORGANIZATION) && LABEL.equals(key.label())) {
        book.revokeKey(key.id());
      }
    }
    NewKey key = book.issueKey(ORGANIZATION, LABEL, null).orElseThrow();
    return key.secret().text();
  }

  private void print(PrintWriter out, Service service, String key) {
    FirstRequest first =
        new FirstRequest("http://127.0.0.1:" + service.apiAddress().getPort(), key);
    String operations = "http://127.0.0.1:" + service.operationsAddress().getPort();
    if (json.isWanted()) {
      out.println(first.json(operations));
      return;
    }
    out.printf(
        """
        Marquee serves sample data on this machine.

        %s  operations %s/info

        %sCtrl-C stops it.
        """,
        first.places(), operations, first.examples());
    out.flush();
  }
}
