package org.marquee.feed.schemaorg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.TestData;
import org.marquee.detail.Details;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.FilePart;
import org.marquee.feed.Findings;
import org.marquee.feed.member.CinemaFile;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;

/// Pages that cinemas published.
@NullMarked
class SchemaOrgRealTest {
  private static final String CASTLE = "showtimes/clusterflick/thecastlecinema.com";

  private static List<FeedSource.Part> pages(String folder) throws IOException {
    try (Stream<Path> files = Files.list(TestData.find(folder))) {
      return new ArrayList<>(
          files
              .filter(file -> file.toString().endsWith(".html"))
              .sorted()
              .map(FilePart::new)
              .toList());
    }
  }

  private static long count(Findings findings, Kind kind) {
    return findings.records.stream().filter(record -> record.kind() == kind).count();
  }

  private static Set<String> covered(Findings findings) {
    FeedHeader.Covers covers = Objects.requireNonNull(findings.headers.getFirst().covers());
    return Objects.requireNonNull(covers.cinemas());
  }

  @Test
  void the_pages_of_one_site_are_one_feed_of_its_cinema() throws IOException {
    FeedRecord.Cinema castle = CinemaFile.read(TestData.find(CASTLE + "/cinema.json")).cinema();
    Findings findings = Findings.of(new SchemaOrgReader(), castle, pages(CASTLE + "/bodies"));
    assertThat(findings.headers.getFirst().mode()).isEqualTo(FeedHeader.Mode.FULL);
    assertThat(covered(findings)).containsExactly(castle.externalId());
    assertThat(count(findings, Kind.SHOWTIME)).isEqualTo(76);
    assertThat(count(findings, Kind.CINEMA)).isEqualTo(1);
    assertThat(count(findings, Kind.FILM)).isEqualTo(15);
    assertThat(findings.lines()).isEqualTo(92);
    assertThat(findings.refused).isEmpty();
    assertThat(findings.leftOut).isEmpty();
    assertThat(findings.codes()).allMatch(code -> code == Code.LABEL_UNKNOWN);
    assertThat(findings.records).extracting(FeedRecord::externalId).doesNotHaveDuplicates();
    assertThat(findings.records.getFirst())
        .isEqualTo(
            new FeedRecord.Cinema(
                castle.externalId(),
                "The Castle Cinema",
                null,
                "Europe/London",
                "GB",
                "London",
                "E9 6DA",
                "First floor, 64-66 Brooksby\"s Walk",
                51.551322,
                -0.043188,
                null,
                Details.stored(Kind.CINEMA, "{\"websiteUrl\":\"https://thecastlecinema.com\"}")));
    assertThat(findings.records)
        .filteredOn(
            record -> record.externalId().equals("https://thecastlecinema.com/bookings/12232/"))
        .singleElement()
        .isInstanceOfSatisfying(
            FeedRecord.Showtime.class,
            showtime -> {
              assertThat(showtime.film()).isEqualTo("babygirl");
              assertThat(showtime.start())
                  .isEqualTo(new FeedStart.Local(LocalDateTime.parse("2025-01-23T11:00")));
              assertThat(showtime.bookingUrl())
                  .isEqualTo("https://thecastlecinema.com/bookings/12232/");
            });
    assertThat(findings.records)
        .filteredOn(record -> record.externalId().equals("babygirl"))
        .singleElement()
        .isInstanceOfSatisfying(
            FeedRecord.Film.class, film -> assertThat(film.durationMinutes()).isEqualTo(114));
  }

  @Test
  void without_a_description_the_feed_names_its_cinema_itself() throws IOException {
    Findings findings = Findings.of(new SchemaOrgReader(), null, pages(CASTLE + "/bodies"));
    assertThat(count(findings, Kind.SHOWTIME)).isEqualTo(76);
    assertThat(covered(findings)).containsExactly("https://thecastlecinema.com/#organization");
  }

  @Test
  void a_cinema_that_shows_nothing_is_still_a_feed() throws IOException {
    Path page = TestData.find(CASTLE + "/bodies/006.html");
    Findings findings = Findings.of(new SchemaOrgReader(), null, List.of(new FilePart(page)));
    assertThat(findings.onlyRecord().kind()).isEqualTo(Kind.CINEMA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "showtimes/clusterflick/princecharlescinema.com/bodies/000.html",
        "showtimes/clusterflick/electriccinema.co.uk-portobello/bodies/000.html",
        "html/afs-calendar_snapshot_2026_04.html",
        "html/hyperreal-calendar_april_2026.html"
      })
  void a_page_without_json_ld_of_showings_is_not_an_empty_programme(String file)
      throws IOException {
    FilePart page = new FilePart(TestData.find(file));
    Findings findings = Findings.of(new SchemaOrgReader(), null, List.of(page));
    assertThat(findings.unreadableCode()).isEqualTo(Code.FEED_UNREADABLE);
    assertThat(findings.log).hasSize(1);
    assertThat(new SchemaOrgReader().recognise(FeedHead.of(page)).percent()).isLessThan(80);
  }

  @Test
  void every_page_of_a_site_with_json_ld_is_recognised() throws IOException {
    for (FeedSource.Part page : pages(CASTLE + "/bodies")) {
      assertThat(new SchemaOrgReader().recognise(FeedHead.of(page)).percent())
          .as(page.name())
          .isGreaterThan(50);
    }
  }
}
