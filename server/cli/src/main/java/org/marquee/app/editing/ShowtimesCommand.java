package org.marquee.app.editing;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.marquee.app.console.ListCommand;
import org.marquee.json.JsonObject;
import org.marquee.matching.Contradictions.Shown;
import org.marquee.notice.Visible;
import org.marquee.store.decision.PostgresReview;
import org.marquee.store.reconcile.publish.ShownTwice.DoubleShowing;
import picocli.CommandLine.Command;

/// `showtimes`: what sources tell differently.
@Command(
    name = "showtimes",
    description = "Lists showtimes that contradict each other.",
    subcommands = ShowtimesCommand.Review.class)
public final class ShowtimesCommand {
  private ShowtimesCommand() {}

  @Command(
      name = "review",
      description = "Lists upcoming showtimes of different providers that cannot both be right.")
  static final class Review extends ListCommand<DoubleShowing> {
    @Override
    protected List<DoubleShowing> list() {
      return new PostgresReview(database()).contradictions();
    }

    @Override
    protected void print(List<DoubleShowing> all) {
      if (all.isEmpty()) {
        out().println("Nothing to review.");
      }
      super.print(all);
    }

    @Override
    protected List<String> lines(DoubleShowing each) {
      return List.of(
          Visible.of(each.cinema() + ": " + each.why().words()),
          Visible.of("  " + each.one().id() + "  " + each.one()),
          Visible.of("  " + each.other().id() + "  " + each.other()));
    }

    @Override
    protected JsonObject json(DoubleShowing each) {
      return JsonObject.of("why", each.why().name().toLowerCase(Locale.ROOT))
          .with("cinema", JsonObject.of("id", each.cinemaId()).with("name", each.cinema()))
          .with("one", json(each.one()))
          .with("other", json(each.other()));
    }

    private static JsonObject json(Shown showing) {
      return JsonObject.of("id", showing.id())
          .with("film", showing.film())
          .with("startsAt", showing.start())
          .with("screen", Objects.requireNonNullElse(showing.screen(), ""))
          .withAll(
              "sources",
              List.copyOf(showing.providers().entrySet()),
              each -> JsonObject.of("provider", each.getKey()).with("externalId", each.getValue()));
    }
  }
}
