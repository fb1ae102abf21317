package org.marquee.feed.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.detail.Details;
import org.marquee.feed.BytesPart;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.feed.Findings;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.notice.Code;

@NullMarked
class CleanRecordsTest {
  private final Findings findings = new Findings();

  private FeedRecord cleaned(FeedRecord record) {
    new CleanRecords(findings).row(1, new FeedRow.Valid(record));
    return findings.records.getLast();
  }

  private static FeedRecord.Film film(String details) {
    return new FeedRecord.Film(
        "f",
        "Solaris",
        KnownFacts.NONE,
        List.of(),
        null,
        List.of(),
        null,
        null,
        Details.stored(Kind.FILM, details));
  }

  @Test
  void words_in_brackets_are_cleaned_too() {
    FeedRecord cleaned = cleaned(film("{}").withBracket("Fritz\u0007\nLang"));
    assertThat(cleaned).isEqualTo(film("{}").withBracket("Fritz Lang"));
    assertThat(findings.notices).isEmpty();
  }

  @Test
  void records_keep_their_details() {
    FeedRecord.Film film = film("{\"genres\":[\"Drama\"],\"synopsis\":\"One.\\n\\nTwo.\"}");
    FeedRecord.Cinema cinema =
        Findings.REX.completedBy(
            new FeedRecord.Cinema(
                "x",
                "x",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Details.stored(Kind.CINEMA, "{\"telephone\":\"1\"}")));
    FeedRecord.Showtime showtime =
        new FeedRecord.Showtime(
            "s",
            "f",
            "rex",
            new FeedStart.Local(LocalDateTime.parse("2025-01-25T19:30")),
            null,
            Attributes.NONE,
            null,
            null,
            null,
            new FeedStart.Local(LocalDateTime.parse("2025-01-25T21:30")),
            Details.stored(Kind.SHOWTIME, "{\"formats\":[\"3d\"]}"));
    assertThat(List.of(cleaned(film), cleaned(cinema), cleaned(showtime)))
        .containsExactly(film, cinema, showtime);
    assertThat(findings.notices).isEmpty();
    assertThat(cinema.details().isEmpty()).isFalse();
  }

  @Test
  void details_are_cleaned_as_other_texts_are() {
    assertThat(
            cleaned(
                film("{\"genres\":[\"a\u202eb\",\"\u2066\",\"c\\td\"],\"synopsis\":\"\u202d\"}")))
        .isEqualTo(film("{}"));
    assertThat(cleaned(film("{\"genres\":[\"a\u202eb\",\"c\\td\"]}")))
        .isEqualTo(film("{\"genres\":[\"ab\",\"c d\"]}"));
    assertThat(cleaned(film("{\"synopsis\":\"\u007fOne\\t1.\\n\\nTwo.\"}")))
        .isEqualTo(film("{\"synopsis\":\"One 1.\\n\\nTwo.\"}"));
    assertThat(findings.codes()).containsOnly(Code.TEXT_CLEANED);
  }

  /// What is left of a native feed.
  private Findings read(String... lines) throws IOException {
    Findings clean = new Findings();
    String header =
        "{\"type\":\"feed\",\"version\":1,\"mode\":\"full\",\"observedAt\":\"2026-03-01T06:00:00Z\",\"covers\":{\"cinemas\":[\"re\\tx\"]}}";
    byte[] feed = (header + "\n" + String.join("\n", lines) + "\n").getBytes(UTF_8);
    new MarqueeReader()
        .read(
            new FeedSource(List.of(new BytesPart("feed", feed)), Findings.OBSERVED_AT, null),
            new CleanRecords(clean));
    return clean;
  }

  @Test
  void what_nobody_may_see_goes_nowhere_and_is_told() throws IOException {
    Findings clean =
        read(
            "{\"type\":\"chain\",\"externalId\":\"c\\u0085\",\"name\":\"Odeon\\u2029\\u0007Ltd\"}",
            "{\"type\":\"cinema\",\"externalId\":\"re\\tx\",\"name\":\"Rex\\r\\nSet-Cookie: a=b\\u001b[2J\",\"location\":{\"postcode\":\"W1\\t1AA\",\"address\":\"1 High St\\n  London\"}}",
            "{\"type\":\"film\",\"externalId\":\"so\\u202elaris\",\"title\":\"\\u202eSol\\u2028aris\\u2069\",\"certification\":\"1\\u00805\"}",
            "{\"type\":\"showtime\",\"externalId\":\"a\\tb\",\"film\":\"so\\u202elaris\",\"cinema\":\"re\\tx\",\"startsAt\":\"2026-07-01T19:30\",\"screen\":{\"name\":\"Screen\\u000b1\\u2066\"}}");
    assertThat(clean.refused).isEmpty();
    assertThat(clean.codes()).hasSize(13).containsOnly(Code.TEXT_CLEANED);
    assertThat(clean.records.toString())
        .doesNotContainPattern("[\\p{Cntrl}\\x80-\\x9f\\u2028-\\u202e\\u2066-\\u2069]")
        .contains("Rex Set-Cookie: a=b[2J", "W1 1AA", "1 High St London", "Sol aris", "15")
        .contains("Screen 1", "Odeon Ltd");
    FeedHeader.Covers covers = Objects.requireNonNull(clean.headers.getFirst().covers());
    assertThat(covers.cinemas())
        .as("a feed speaks for a cinema by such an id")
        .containsExactly(clean.records.get(1).externalId());
  }

  /// An id is what a record is recognised by: two that differ stay two, and the same one again is
  /// the same record.
  @Test
  void ids_with_such_characters_stay_distinct_and_lasting() throws IOException {
    String chain = "{\"type\":\"chain\",\"externalId\":\"%s\",\"name\":\"C\"}";
    String[] lines = {chain.formatted("a\\tb"), chain.formatted("a\\nb"), chain.formatted("a b")};
    List<String> ids = read(lines).records.stream().map(FeedRecord::externalId).toList();
    assertThat(ids).doesNotHaveDuplicates().endsWith("a b");
    assertThat(ids.getFirst()).matches("a\ufffdb…#[0-9a-f]{24}");
    assertThat(read(lines).records).extracting(FeedRecord::externalId).isEqualTo(ids);
    assertThat(cleaned(new FeedRecord.Withdrawn(Kind.CHAIN, "a\tb", null)).externalId())
        .isEqualTo(ids.getFirst());
  }

  @Test
  void a_name_of_which_nothing_is_left_is_refused_and_an_optional_text_dropped()
      throws IOException {
    Findings clean =
        read(
            "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\",\"certification\":\"\\u202e\"}",
            "{\"type\":\"cinema\",\"externalId\":\"dark\",\"name\":\"\\u202e\\r\\n\"}",
            "{\"type\":\"showtime\",\"externalId\":\"a\",\"film\":\"f\",\"cinema\":\"dark\",\"startsAt\":\"2026-07-01T19:30\",\"screen\":{\"name\":\"\\u0007\"}}");
    assertThat(clean.onlyRefused().externalId()).isEqualTo("dark");
    assertThat(clean.onlyRefused().notice().code()).isEqualTo(Code.MEMBER_INVALID);
    assertThat(clean.records).hasSize(2);
    assertThat(clean.records.toString()).doesNotContain("\u202e", "\u0007");
  }

  /// Joiners and the plain marks of direction belong to the writing.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d👩\u200d👧",
        "שלום \u200f(2024)\u200e",
        "\u061cعربي",
        "a\u00adb",
        "日本"
      })
  void a_title_keeps_what_its_writing_needs(String title) throws IOException {
    Findings clean =
        read("{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"%s\"}".formatted(title));
    assertThat(clean.codes()).isEmpty();
    assertThat(((FeedRecord.Film) clean.onlyRecord()).title()).isEqualTo(title);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)", "JavaScript:alert(1)", "vbscript:x", "data:text/html,%3Cscript%3E",
        "file:///etc/passwd", "blob:https://rex.example/1", "ftp://rex.example/",
            "mailto:a@b.example",
        "https:rex.example", "https:///rex", "http://", "http://rex.example",
        "HTTPS://REX.example/a?b#c", "https://[::1]:8080/"
      })
  void only_an_address_of_a_web_page_stays(String address) throws IOException {
    Findings clean =
        read(
            "{\"type\":\"chain\",\"externalId\":\"c\",\"name\":\"C\",\"websiteUrl\":\"%s\"}"
                .formatted(address),
            "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\",\"posterUrl\":\"%s\"}"
                .formatted(address),
            "{\"type\":\"showtime\",\"externalId\":\"a\",\"film\":\"f\",\"cinema\":\"c\",\"startsAt\":\"2026-07-01T19:30\",\"bookingUrl\":\"%s\"}"
                .formatted(address));
    boolean page = address.matches("(?i)https?://[a-z\\[].*");
    assertThat(clean.codes()).hasSize(page ? 0 : 3);
    assertThat(clean.codes()).allMatch(code -> code == Code.OPTIONAL_MEMBER_DROPPED);
    assertThat(clean.records)
        .hasSize(3)
        .allMatch(each -> each.toString().contains(address) == page);
  }
}
