package org.marquee.app;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.marquee.listing.Kind;
import org.marquee.listing.Timestamps;
import org.marquee.ops.Alarm;
import org.marquee.ops.SourceJson;
import org.marquee.ops.Sources;
import org.marquee.store.PostgresSources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `status`: what is stored, and what is wrong with the sources.
@Command(
    name = "status",
    description = "Says what is stored of each provider, how old it is, and what is wrong.",
    mixinStandardHelpOptions = true)
final class StatusCommand extends StorageCommand {
  @Option(names = "--json", description = "Print JSON (docs/command-line.md).")
  private boolean json;

  @Option(
      names = "--check",
      description = "Exit with status 1 if there is an alarm, for scripts and monitoring.")
  private boolean check;

  @Override
  int run(CommandContext desk) {
    List<Sources.Source> sources = new PostgresSources(desk.database()).list();
    Instant now = Instant.now();
    if (json) {
      desk.json(sources, (generator, source) -> SourceJson.write(generator, source, now));
    } else if (sources.isEmpty()) {
      desk.out().println("Nothing was imported yet.");
    } else {
      sources.forEach(source -> print(source, now, desk.out()));
    }
    boolean alarmed = sources.stream().anyMatch(source -> !Alarm.of(source, now).isEmpty());
    return check && alarmed ? Main.FAILED : 0;
  }

  private static void print(Sources.Source source, Instant now, PrintWriter out) {
    out.println(source.provider());
    out.println(source.isUnheard() ? "  never imported" : "  stored      " + records(source));
    Instant observed = source.observedAt();
    if (observed != null) {
      out.println(
          "  taken       "
              + Timestamps.write(observed)
              + ", "
              + age(Duration.between(observed, now)));
    }
    if (source.horizon() != null) {
      out.println("  horizon     " + Timestamps.write(source.horizon()));
    }
    if (source.missingPostcodes() > 0) {
      out.println(
          "  postcodes   missing of "
              + source.missingPostcodes()
              + (source.missingPostcodes() == 1 ? " cinema" : " cinemas")
              + ", another text is published in their place");
    }
    Sources.Run run = source.lastRun();
    if (run != null) {
      out.println(
          "  last import "
              + run.result()
              + " at "
              + Timestamps.write(run.endedAt())
              + ", run "
              + run.id());
    }
    for (Alarm alarm : Alarm.of(source, now)) {
      out.println("  ALARM       " + alarm.message());
    }
  }

  private static String records(Sources.Source source) {
    StringBuilder records = new StringBuilder();
    for (Kind kind : Kind.values()) {
      long stored = source.records().getOrDefault(kind, 0L);
      records.append(stored).append(' ').append(kind.word()).append(stored == 1 ? "  " : "s  ");
    }
    return records.toString().stripTrailing();
  }

  private static String age(Duration age) {
    if (age.toDays() > 0) {
      return age.toDays() + " d " + age.toHoursPart() + " h ago";
    }
    if (age.toHours() > 0) {
      return age.toHours() + " h " + age.toMinutesPart() + " min ago";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + " min ago" : "just now";
  }
}
