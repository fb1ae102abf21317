package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.store.run.PostgresSources;
import org.marquee.title.label.Vocabulary;

/// Cinemas whose feed does not say where they are.
@NullMarked
class PlacelessCinemasTest {
  private final World world = World.fresh();

  @AfterEach
  void close() {
    world.close();
  }

  /// The localities of the cinemas that a search finds.
  private List<String> towns(String search) {
    return world.listings().searchCinemas(search).stream()
        .map(cinema -> cinema.location().locality())
        .toList();
  }

  private static FeedSource placeless(StandIns standIns) {
    String feed =
        String.join(
            "\n",
            World.header("full", "2026-03-01T06:00:00Z", ""),
            """
            {"type":"cinema","externalId":"rex","name":"Rex","timeZone":"Europe/London",\
            "location":{"postcode":"LS1 1AA","latitude":53.7997,"longitude":-1.5492}}\
            """,
            """
            {"type":"cinema","externalId":"roxy","name":"Roxy","timeZone":"Europe/London","location":{}}\
            """,
            "");
    return new FeedSource(
        List.of(World.part(feed.getBytes(UTF_8))),
        Instant.parse("2026-03-01T06:00:00Z"),
        null,
        Vocabulary.BUILT_IN,
        standIns);
  }

  @Test
  void a_position_gives_the_town_and_texts_give_the_rest() throws Exception {
    var run =
        world.take(
            new ForeignReader(FeedHeader.Keys.GIVEN),
            "north",
            Shrinking.REFUSED,
            placeless(
                new StandIns(
                    Map.of(
                        StandIn.COUNTRY,
                        "GB",
                        StandIn.LOCALITY,
                        "Elmet",
                        StandIn.POSTCODE,
                        "N/A"))));
    assertThat(run.rowCounts().total().heldBack()).isZero();
    assertThat(run.report().notices().toString())
        .contains("\"Rex\" has \"Leeds, GB\" instead", "\"Roxy\" has \"Elmet, GB\" instead");
    assertThat(towns("leeds")).hasSize(1);
    assertThat(towns("roxy")).containsOnly("Elmet");

    // What another provider knows goes before all that.
    world.take(
        "register",
        null,
        """
        %s
        {"type":"cinema","externalId":"7","name":"Rex","location":{"countryCode":"GB","locality":"Holbeck",\
        "postcode":"LS1 1AA","latitude":53.7997,"longitude":-1.5492}}
        {"type":"cinema","externalId":"8","name":"Roxy","location":{"countryCode":"GB","locality":"Elmet",\
        "postcode":"LS9 9ZZ"}}
        """
            .formatted(World.header("full", "2026-03-02T06:00:00Z", "")));
    assertThat(towns("leeds")).isEmpty();
    assertThat(towns("rex")).containsOnly("Holbeck");
    new PostgresSources(world.database()).remove("register");
    assertThat(towns("leeds")).hasSize(1);
  }

  @Test
  void what_is_held_back_names_the_options_that_publish_it() throws Exception {
    var run =
        world.take(
            new ForeignReader(FeedHeader.Keys.GIVEN),
            "north",
            Shrinking.REFUSED,
            placeless(StandIns.NONE));
    assertThat(run.rowCounts().total().heldBack()).isEqualTo(1);
    assertThat(run.report().notices().toString())
        .contains(
            "\"Roxy\" has no country code, no locality, no postcode; add what is missing with a"
                + " register or a house feed, or publish another text in its place:"
                + " --missing-country, --missing-locality, --missing-postcode");
  }
}
