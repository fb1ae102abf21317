package org.marquee.app.feed;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.marquee.app.console.ConsoleCommand;
import org.marquee.app.console.ExitStatus;
import org.marquee.app.home.Storage;
import org.marquee.app.report.CollectedTotal;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.Interruption;
import org.marquee.app.terminal.Terminal;
import org.marquee.collect.Collector;
import org.marquee.collect.providers.Provider;
import org.marquee.notice.JsonReport;
import org.marquee.notice.NearestName;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.notice.Visible;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `collect`: fetches and imports the feeds of providers.
@Command(name = "collect", description = "Fetches and imports the feeds of providers.yaml, now.")
public final class CollectCommand extends ConsoleCommand {
  @Parameters(
      paramLabel = "PROVIDER",
      arity = "0..*",
      description = "Providers to collect, by their names in providers.yaml (default: all).")
  private List<String> names = List.of();

  @Mixin private final ShrinkOption shrink = new ShrinkOption();
  @Mixin private final KeepOptions keep = new KeepOptions();

  private final CollectedTotal total = new CollectedTotal();

  @Override
  protected int execute() throws IOException {
    PrintWriter out = out();
    Collecting collecting = Collecting.configured(home.folder());
    List<Provider> providers = chosen(collecting);

    boolean outOfMemory = false;
    long begun = System.nanoTime();
    try (Interruption _ = Interruption.says("only the feeds listed above are stored");
        Storage storage = home.open();
        Collector collector = Collecting.collector(storage, collecting.config())) {
      Consumer<Report> each = Collecting.kept(storage, keep::limits, this::print);
      Collector.Manner manner = new Collector.Manner(shrink.rule(), () -> true, each);
      collector.fetchAhead(providers, manner);
      for (Provider provider : providers) {
        try {
          collector.collect(provider, manner);
        } catch (OutOfMemoryError _) {
          // The other providers are still collected.
          outOfMemory = true;
          err().println("marquee: " + provider.name() + ": " + Failure.OUT_OF_MEMORY);
        }
      }
    }
    if (!json.isWanted()) {
      out.println(total.line(Duration.ofNanos(System.nanoTime() - begun)));
    }
    out.flush();
    return total.isAllWell() && !outOfMemory ? 0 : ExitStatus.FAILED;
  }

  private List<Provider> chosen(Collecting collecting) {
    List<Provider> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(
          collecting.config().find(name).orElseThrow(() -> new Failure(unknown(name, collecting))));
    }
    return names.isEmpty() ? collecting.config().providers() : chosen;
  }

  private static String unknown(String name, Collecting collecting) {
    List<String> known = collecting.config().providers().stream().map(Provider::name).toList();
    return "there is no provider %s in %s%s"
        .formatted(name, collecting.file(), NearestName.hint(name, known));
  }

  private void print(Report report) {
    PrintWriter out = out();
    total.add(report);
    if (json.isWanted()) {
      try {
        JsonReport.write(report, out);
      } catch (IOException e) {
        throw new IllegalStateException(e); // a PrintWriter throws none
      }
      out.println();
    } else {
      Terminal.print(lines(report), out);
    }
    out.flush();
  }

  private static List<String> lines(Report report) {
    double seconds = Duration.between(report.startedAt(), report.endedAt()).toMillis() / 1000.0;
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-8s %s  %s  run %s, %.1f s"
            .formatted(
                report.result().word(),
                report.provider(),
                Visible.of(places(report)),
                report.run(),
                seconds));
    Notice refusal = report.refusal();
    if (refusal == null) {
      lines.add("  " + report.verdict().sentence());
    } else {
      lines.add("  " + refusal.sentence());
      lines.add("  " + refusal.code().consequence());
    }
    return lines;
  }

  private static String places(Report report) {
    List<Report.SourceFile> files = report.files();
    return switch (files.size()) {
      case 0 -> "";
      case 1 -> files.getFirst().name();
      default -> files.getFirst().name() + " and " + (files.size() - 1) + " more";
    };
  }
}
