package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionRefused;
import org.marquee.detail.PublishedDetails;
import org.marquee.feed.FeedSource;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.notice.Code;
import org.marquee.notice.Report;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.decision.PostgresCorrections.Step;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.run.PostgresRunLog;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Sql;

/// Details that several providers give, joined, corrected and told.
@NullMarked
class JoinedDetailsTest extends JoinedFeeds {
  private final String film = id(Kind.FILM, "alpha", "f");
  private final String cinema = id(Kind.CINEMA, "alpha", "c");
  private final String show = id(Kind.SHOWTIME, "alpha", "s");
  private final PostgresChangeFeed changes = new PostgresChangeFeed(world.database().pool());
  private int hour = 6;

  private static String facts(String facts) {
    return ",\"details\":{" + facts.replace('\'', '"') + "}";
  }

  private World.Run feed(String provider, String ofFilm, String ofCinema, String ofShow) {
    String rex = cinema("c", "Roxy", REX);
    String showtime = showtime("s", "f", "c", "2026-04-12T19:00");
    return take(
        provider,
        "2026-04-10T%02d:00:00Z".formatted(hour++),
        film("f", "Alien", ",\"extCatalogAId\":\"348\"" + ofFilm.replace('\'', '"')),
        rex.substring(0, rex.length() - 1) + facts(ofCinema) + "}",
        showtime.substring(0, showtime.length() - 1) + facts(ofShow) + "}");
  }

  private @Nullable String details(String table, String id) throws SQLException {
    try (Connection connection = world.database().connect()) {
      return Sql.of("select details::text as said from " + table + " where id = :id")
          .bind("id", id)
          .list(
              connection,
              row -> String.valueOf(row.getString("said")).replace("\"", "'").replace(": ", ":"))
          .getFirst();
    }
  }

  private void alphaAndBeta() {
    feed(
        "alpha",
        ",'originalTitle':'Alien','titles':[{'language':'de','title':'Das Wesen'}]"
            + facts("'genres':['Horror'],'links':[{'type':'imdb','url':'https://i.example/1'}]"),
        "'telephone':'1'",
        "'formats':['3d']");
    feed(
        "beta",
        ",'titles':[{'language':'de','title':'Das Wesen'},{'language':'fr','title':'Le Passager'}]"
            + facts(
                "'directors':['R. Scott'],'genres':['Science fiction'],'synopsis':'They land.'"),
        "'websiteUrl':'https://roxy.example/'",
        "'formats':['35mm'],'price':{'from':9.50,'currency':'GBP'}");
  }

  @Test
  void each_member_is_from_the_highest_rank_that_has_it_and_titles_and_links_are_united()
      throws Exception {
    alphaAndBeta();
    String links = "'links':[{'url':'https://i.example/1', 'type':'imdb'}]";
    String titles =
        "'titles':[{'title':'Das Wesen', 'language':'de'}, {'title':'Le Passager', 'language':'fr'}]";
    assertThat(details("film", film))
        .isEqualTo(
            "{"
                + links
                + ", 'genres':['Horror'], "
                + titles
                + ", 'sources':{'titles':'alpha, beta', 'synopsis':'beta', 'directors':'beta'}, 'synopsis':'They land.', 'directors':['R. Scott'], 'originalTitle':'Alien'}");
    assertThat(details("cinema", cinema))
        .isEqualTo(
            "{'sources':{'websiteUrl':'beta'}, 'timeZone':'Europe/London', 'telephone':'1', 'websiteUrl':'https://roxy.example/'}");
    assertThat(details("showtime", show))
        .isEqualTo(
            "{'price':{'from':9.5, 'currency':'GBP'}, 'formats':['3d'], 'sources':{'price':'beta'}}");

    new PostgresRunLog(world.database()).ranked("beta", 5);
    assertThat(details("film", film))
        .contains("'genres':['Science fiction']", "'originalTitle':'alpha'");
    assertThat(details("showtime", show))
        .isEqualTo("{'price':{'from':9.5, 'currency':'GBP'}, 'formats':['35mm']}");

    // What a source stops saying goes.
    feed("beta", "", "", "'formats':['35mm']");
    assertThat(details("film", film))
        .isEqualTo(
            "{"
                + links
                + ", 'genres':['Horror'], 'titles':[{'title':'Das Wesen', 'language':'de'}], 'sources':{'links':'alpha', 'genres':'alpha', 'titles':'alpha', 'originalTitle':'alpha'}, 'originalTitle':'Alien'}");
    assertThat(details("showtime", show)).isEqualTo("{'formats':['35mm']}");

    // And so does what it said when it leaves, or is split off.
    decisions.split(Kind.FILM, id(Kind.FILM, "beta", "f"));
    assertThat(details("film", film)).doesNotContain("sources");
    new PostgresSources(world.database()).remove("beta");
    assertThat(details("showtime", show)).isEqualTo("{'formats':['3d']}");
    assertThat(details("cinema", cinema))
        .isEqualTo("{'timeZone':'Europe/London', 'telephone':'1'}");
  }

  private List<String> told(Revision since, ChangeFeed.Breadth breadth) {
    return ((ChangeFeed.ChangeReading.Changes)
            changes.read(ChangePosition.endOf(since), Set.of(Kind.values()), breadth, 100))
        .changes().stream().map(ChangeFeed.Change::id).toList();
  }

  @Test
  void a_change_of_details_alone_is_told_to_those_who_ask_and_once_with_a_change_of_the_record()
      throws Exception {
    feed("alpha", "", "", "'availability':{'status':'on_sale'}");
    Revision first = changes.newest();
    // The observation alone is no change, and neither is another order of the members.
    hour--;
    feed(
        "alpha",
        facts("'later':1"),
        "",
        "'availability':{'observedAt':'2026-04-10T05:00:00Z','status':'on_sale'}");
    assertThat(changes.newest().number()).isEqualTo(first.number());

    feed("alpha", "", "", "'availability':{'status':'sold_out'}");
    assertThat(told(first, ChangeFeed.Breadth.RECORDS)).isEmpty();
    assertThat(told(first, ChangeFeed.Breadth.WITH_DETAILS)).containsExactly(show);

    Revision second = changes.newest();
    feed("alpha", ",'durationMinutes':117" + facts("'genres':['Horror']"), "", "");
    assertThat(told(second, ChangeFeed.Breadth.RECORDS)).containsExactly(film);
    assertThat(told(second, ChangeFeed.Breadth.WITH_DETAILS)).containsExactly(film, show);

    // One commit that changes the title after the details tells the record once.
    Revision third = changes.newest();
    correct(film, "title", "Alien 3");
    correct(film, "title", "Alien");
    assertThat(told(third, ChangeFeed.Breadth.WITH_DETAILS)).containsExactly(film, film);
    Revision fourth = changes.newest();
    apply(wanted(film, "title", "Alien 4"), wanted(film, "synopsis", "They stay."));
    assertThat(told(fourth, ChangeFeed.Breadth.WITH_DETAILS)).containsExactly(film);
  }

  private static Wanted wanted(String id, String field, String value) {
    return new Wanted(0, Correction.ofField(id, field, value, "we know"));
  }

  private List<Step> apply(Wanted... wanted) {
    return new PostgresCorrections(world.database())
        .apply(List.of(wanted), Others.STAY, Effect.COMMIT);
  }

  private long correct(String id, String field, String value) {
    return apply(wanted(id, field, value)).getFirst().stored().id();
  }

  @Test
  void details_are_corrected_and_emptied_by_hand() throws Exception {
    alphaAndBeta();
    long genres = correct(film, "genres", "Horror, Science fiction");
    correct(film, "synopsis", "");
    correct(film, "titles", "[{\"language\":\"it\",\"title\":\"Il mostro\"}]");
    correct(cinema, "timeZone", "Europe/Dublin");
    String source = PublishedDetails.CORRECTION;
    assertThat(details("film", film))
        .contains(
            "'genres':['Horror', 'Science fiction']",
            "'titles':[{'title':'Il mostro', 'language':'it'}]",
            "'genres':'" + source + "'")
        .doesNotContain("synopsis");
    assertThat(details("cinema", cinema)).contains("'timeZone':'Europe/Dublin'", source);
    World.Run run = feed("beta", facts("'genres':['Drama']"), "", "");
    assertThat(run.count(Code.CORRECTED_BY_HAND)).isEqualTo(2);

    new PostgresCorrections(world.database()).undo(genres);
    assertThat(details("film", film)).contains("'genres':['Horror']");
    assertThatThrownBy(() -> correct(film, "links", "imdb"))
        .isInstanceOf(CorrectionRefused.class)
        .hasMessage("links must be a list of 1 to 20 items, not \"imdb\"");
    assertThatThrownBy(() -> correct(cinema, "accessibility", "Ramp"))
        .hasMessageStartingWith("accessibility[] must be a word");
  }

  private void undo(long number) {
    assertThat(new PostgresCorrections(world.database()).undo(number)).isPresent();
  }

  @Test
  void details_of_a_showing_are_corrected_by_hand_whoever_lists_it_and_wait_for_it()
      throws Exception {
    feed("alpha", "", "", "'availability':{'status':'on_sale'},'formats':['3d']");
    Revision before = changes.newest();
    long status = correct(show, "availability", "sold_out");
    long formats = correct(show, "formats", "");
    String corrected =
        "{'sources':{'availability':'correction'}, 'availability':{'status':'sold_out'}}";
    assertThat(details("showtime", show)).isEqualTo(corrected);
    assertThat(told(before, ChangeFeed.Breadth.RECORDS)).isEmpty();
    assertThat(told(before, ChangeFeed.Breadth.WITH_DETAILS)).containsExactly(show, show);

    World.Run run =
        feed("alpha", "", "", "'availability':{'status':'few_left'},'formats':['35mm']");
    assertThat(run.count(Code.CORRECTED_BY_HAND)).isEqualTo(2);
    assertThat(details("showtime", show)).isEqualTo(corrected);

    feed("beta", "", "", "'price':{'free':true}");
    assertThat(details("showtime", show)).contains("'sold_out'", "'price':'beta'", "correction");
    new PostgresSources(world.database()).remove("beta");
    assertThat(details("showtime", show)).isEqualTo(corrected);

    takeAlien("alpha", "2026-04-10T%02d:00:00Z".formatted(hour++), "");
    assertThat(shows()).isEmpty();
    feed("alpha", "", "", "'formats':['35mm']");
    assertThat(details("showtime", show)).isEqualTo(corrected);
    undo(status);
    assertThat(details("showtime", show)).isEqualTo("null");
    undo(formats);
    assertThat(details("showtime", show)).isEqualTo("{'formats':['35mm']}");

    assertThatThrownBy(() -> correct(show, "availability", "gone"))
        .hasMessage("availability.status must be one of on_sale, few_left, sold_out, not \"gone\"");
    assertThatThrownBy(() -> correct(show, "endsAt", "22:15"))
        .hasMessage("endsAt must be 1 to 1440 minutes after the start, not \"22:15\"");
    assertThatThrownBy(() -> correct(film, "synopsis", "a\u202eb"))
        .isInstanceOf(CorrectionRefused.class);
  }

  @Test
  void details_wait_with_their_showtime_and_come_back_with_an_undone_import() throws Exception {
    String showtime = showtime("s", "f", "c", "2026-04-12T19:00");
    String[] lines = {
      film("f", "Alien", facts("'genres':['Horror']")),
      cinema("c", "Roxy", REX.replace(",\"postcode\":\"LS1 1AA\"", "")),
      showtime.substring(0, showtime.length() - 1)
          + facts("'endsAt':'2026-04-12T21:10','formats':['3d']")
          + "}"
    };
    world.full("2026-04-10T06:00:00Z", lines);
    assertThat(world.showtimes()).isEmpty();
    lines[1] = cinema("c", "Roxy", REX);
    world.delta("2026-04-10T07:00:00Z", lines[1]);
    String id = id(Kind.SHOWTIME, World.PROVIDER, "s");
    String both = "{'endsAt':130, 'formats':['3d']}";
    assertThat(details("showtime", id)).isEqualTo(both);
    long price = correct(id, "price", "{\"free\":true}");

    String[] without = {lines[0], lines[1], showtime};
    Report undone = world.full("2026-04-10T08:00:00Z", without).report();
    assertThat(details("showtime", id)).doesNotContain("endsAt").contains("'free':true");
    Instant taken = Instant.parse("2026-04-10T07:30:00Z");
    String before = World.header("full", taken.toString(), "") + "\n" + String.join("\n", lines);
    new Import(new PostgresLedger(world.database()), InstantSource.system())
        .run(
            new Import.Order(
                new MarqueeReader(),
                new FeedSource(List.of(World.part(before.getBytes(UTF_8))), taken, null),
                World.PROVIDER,
                new Rules.Undo(
                    undone.run(),
                    Objects.requireNonNull(undone.revision()),
                    Instant.parse("2026-04-10T08:00:00Z"),
                    taken,
                    taken,
                    Effect.COMMIT)));
    assertThat(details("showtime", id)).contains("'endsAt':130", "'free':true");
    undo(price);
    assertThat(details("showtime", id)).isEqualTo(both);
  }
}
