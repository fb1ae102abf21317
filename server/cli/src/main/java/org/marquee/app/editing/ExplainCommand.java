package org.marquee.app.editing;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.StorageCommand;
import org.marquee.explanation.Explanation;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.notice.Visible;
import org.marquee.store.explain.PostgresExplanations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `explain`: why a record is as it is.
@Command(
    name = "explain",
    description =
        "Says why a film, cinema or showtime is published as it is: what each source says, what"
            + " counts and by which rule, what was joined or kept apart and by what evidence.")
public final class ExplainCommand extends StorageCommand {
  @Parameters(
      paramLabel = "ID",
      description = "An id that it has or had; with --provider its external id.")
  private String id = "";

  @Option(
      names = "--provider",
      paramLabel = "ID",
      description = "The provider that calls it by this external id.")
  private @Nullable String provider;

  @Option(
      names = "--day",
      paramLabel = "DATE",
      description =
          "The day of a cinema whose coverage is explained, as 2026-03-01 (default: today).")
  private @Nullable LocalDate day;

  @Override
  protected int run() {
    PostgresExplanations explanations = new PostgresExplanations(database());
    List<Explanation> found =
        ids().flatMap(each -> explanations.explain(each, day, Instant.now()).stream()).toList();
    if (found.isEmpty()) {
      return failed(
          "no film, cinema or showtime has or had the id \"%s\"; take it from an answer of the interface,%s"
              .formatted(
                  id,
                  provider == null
                      ? " or give its external id with --provider"
                      : " or see `provider list` for the names of providers"));
    }
    if (found.size() > 1) {
      return failed(
          "%s calls several records %s; explain one of %s"
              .formatted(provider, id, found.stream().map(Explanation::id).collect(joining(", "))));
    }
    Explanation explained = found.getFirst();
    if (day != null && explained.kind() != Kind.CINEMA) {
      return failed("%s is a %s; --day is for a cinema".formatted(id, explained.kind().word()));
    }
    return done(text(explained), explained::json);
  }

  private Stream<String> ids() {
    String named = provider;
    return named == null
        ? Stream.of(id)
        : Stream.of(Kind.FILM, Kind.CINEMA, Kind.SHOWTIME)
            .map(kind -> RecordId.of(kind, named, id));
  }

  private static String text(Explanation explained) {
    StringBuilder text = new StringBuilder(Visible.of(explained.title()));
    for (Explanation.Part part : explained.parts()) {
      text.append("\n\n").append(part.topic().heading());
      for (Explanation.Entry entry : part.shown()) {
        text.append("\n  ").append(Visible.of(entry.text()));
        entry.details().forEach(each -> text.append("\n      ").append(Visible.of(each)));
      }
      int more = part.entries().size() - part.shown().size();
      text.append(more == 0 ? "" : "\n  and " + more + " more; --json has all");
    }
    return text.toString();
  }
}
