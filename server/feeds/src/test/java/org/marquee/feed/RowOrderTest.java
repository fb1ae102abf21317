package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.Rounds;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.feed.ocapi.OcapiReader;
import org.marquee.feed.schemaorg.SchemaOrgReader;

/// What a feed says does not depend on the order of its rows.
@NullMarked
class RowOrderTest {
  private static final List<String> TITLES =
      List.of(
          "The Lantern",
          "The Lantern",
          "THE LANTERN",
          "The Lantern (HOH)",
          "CANCELLED: The Lantern",
          "The Lantern 3D",
          "Night Boats",
          "CANCELLED: Night Boats",
          "Private Hire",
          "CANCELLED: Tidewrack",
          "Faust (Murnau)",
          "Faust (Švankmajer)",
          "Lamp Light: Night Boats");

  @TempDir private Path folder;
  private Random random = new Random(0);

  @BeforeEach
  void begin() {
    random = new Random(16);
  }

  private String title() {
    return any(TITLES);
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private static String start(int row) {
    return "2027-03-%02dT19:30".formatted(1 + row % 28);
  }

  private static List<String> rows(int count, IntFunction<String> row) {
    return IntStream.range(0, count).mapToObj(row).toList();
  }

  /// Makes a feed of rows in some order.
  private interface Feed {
    List<String> files(List<List<String>> lists);
  }

  /// Reads feeds of random rows, and each again with its rows in other orders.
  ///
  /// @param lists makes the rows of a feed, in as many lists as the format has
  private void stays(
      FeedReader reader,
      FeedRecord.@Nullable Cinema cinema,
      Supplier<List<List<String>>> lists,
      Feed feed)
      throws IOException {
    for (int round = 0; round < Rounds.of(8); round++) {
      List<List<String>> rows = lists.get();
      Findings first = read(reader, cinema, feed.files(rows));
      assertThat(first.unreadable).isNull();
      assertThat(missingFilms(first)).as(first.toString()).isEmpty();
      for (int order = 0; order < 3; order++) {
        List<List<String>> shuffled = new ArrayList<>();
        for (List<String> list : rows) {
          List<String> other = new ArrayList<>(list);
          Collections.shuffle(other, random);
          shuffled.add(other);
        }
        Findings again = read(reader, cinema, feed.files(shuffled));
        assertThat(said(again))
            .as(() -> rows + "\n" + shuffled)
            .containsExactlyInAnyOrderElementsOf(said(first));
      }
    }
  }

  private static Findings read(
      FeedReader reader, FeedRecord.@Nullable Cinema cinema, List<String> files)
      throws IOException {
    return Findings.of(
        reader, cinema, files.stream().map(file -> file.getBytes(UTF_8)).toArray(byte[][]::new));
  }

  /// The films that showings refer to, and that the feed does not list.
  private static Set<String> missingFilms(Findings findings) {
    Set<String> missing = new HashSet<>();
    findings.records.forEach(record -> {
      if (record instanceof FeedRecord.Showtime showtime) {
        missing.add(showtime.film());
      }
    });
    findings.records.forEach(record -> {
      if (record instanceof FeedRecord.Film film) {
        missing.remove(film.externalId());
      }
    });
    return missing;
  }

  /// All that is found, without the places where it was found.
  private static Set<String> said(Findings findings) {
    Set<String> said = new TreeSet<>();
    findings.records.forEach(record -> said.add(record.toString()));
    findings.calledOff.forEach(id -> said.add("called off " + id));
    findings.leftOut.forEach(out -> said.add("left out " + out.code() + " " + out.read()));
    findings.refused.forEach(out -> said.add("refused " + out.kind() + " " + out.externalId()));
    findings.notices.forEach(
        notice -> said.add(notice.code() + " " + notice.read() + " " + notice.detail()));
    return said;
  }

  private MappedReader mapped(String mapping) throws IOException {
    return MappedReader.of(Files.writeString(folder.resolve("ours.yaml"), mapping));
  }

  @Test
  void rows_of_a_table_each_of_which_names_its_film() throws IOException {
    MappedReader reader =
        mapped(
            """
            format: csv
            zone: Europe/London
            records:
              - {kind: film, once: true, fields: {title: Film, durationMinutes: Length, certification: Age}}
              - kind: cinema
                once: true
                fields: {externalId: House, name: House, countryCode: {constant: GB}, postcode: Code}
              - kind: showtime
                fields: {title: Film, cinema: House, startsAt: Start, screenName: Screen}
            """);
    stays(
        reader,
        null,
        () ->
            List.of(
                rows(
                    12,
                    row ->
                        "%s,%s,%s,%s,%s,%s,%d"
                            .formatted(
                                title(),
                                any(List.of("", "95", "96", "long")),
                                any(List.of("", "12", "15")),
                                any(List.of("Rex", "Lux")),
                                any(List.of("", "SX3 5JA", "SX3 5JB")),
                                start(row),
                                row))),
        lists ->
            List.of("Film,Length,Age,House,Code,Start,Screen\n" + String.join("\n", lists.get(0))));
  }

  @Test
  void rows_of_a_table_that_name_their_film_by_its_id() throws IOException {
    MappedReader reader =
        mapped(
            """
            format: csv
            zone: Europe/London
            records:
              - {kind: film, once: true, fields: {externalId: No, title: Film}}
              - {kind: showtime, fields: {film: No, cinema: {constant: rex}, startsAt: Start}}
            """);
    stays(
        reader,
        null,
        () -> List.of(rows(10, row -> random.nextInt(4) + "," + title() + "," + start(row))),
        lists -> List.of("No,Film,Start\n" + String.join("\n", lists.get(0))));
  }

  @Test
  void films_and_showings_of_a_document_by_mapping() throws IOException {
    MappedReader reader =
        mapped(
            """
            format: json
            zone: Europe/London
            tables:
              names: {each: "shows[]", key: film, value: called}
            records:
              - {kind: film, each: "films[]", once: true, fields: {externalId: id, title: name, certification: {path: id, table: names, others: dropped}}}
              - {kind: showtime, each: "shows[]", fields: {externalId: id, film: film, cinema: {constant: rex}, startsAt: at}}
            """);
    stays(
        reader,
        null,
        () ->
            List.of(
                rows(
                    8,
                    row ->
                        "{\"films\":[{\"id\":\"%d\",\"name\":\"%s\"}]}"
                            .formatted(row < 4 ? row : random.nextInt(4), title())),
                rows(
                    8,
                    row ->
                        "{\"films\":[],\"shows\":[{\"id\":\"%d\",\"film\":\"%d\",\"at\":\"%s\",\"called\":\"%s\"}]}"
                            .formatted(row, random.nextInt(4), start(row), title()))),
        lists -> {
          List<String> files = new ArrayList<>(lists.get(0));
          files.addAll(lists.get(1));
          // A film may stand after its showings.
          files.sort((one, other) -> Integer.compare(one.hashCode(), other.hashCode()));
          return files;
        });
  }

  @Test
  void events_of_a_calendar() throws IOException {
    stays(
        new ICalendarReader(),
        Findings.REX,
        () ->
            List.of(
                rows(
                    12,
                    row ->
                        """
                        BEGIN:VEVENT
                        UID:%d@rex.example
                        DTSTART:%s
                        SUMMARY:%s
                        CATEGORIES:%s
                        END:VEVENT
                        """
                            .formatted(
                                row,
                                start(row).replaceAll("[-:]", "") + "00",
                                title(),
                                any(List.of("3D", "OmU", "Sofa"))))),
        lists ->
            List.of(
                "BEGIN:VCALENDAR\nVERSION:2.0\n"
                    + String.join("", lists.get(0))
                    + "END:VCALENDAR\n"));
  }

  @Test
  void events_of_web_pages() throws IOException {
    stays(
        new SchemaOrgReader(),
        null,
        () ->
            List.of(
                rows(
                    12,
                    row ->
                        """
                        {"@type":"ScreeningEvent"%s,"name":"%s","startDate":"%s","eventStatus":"%s",
                         "location":{"@type":"MovieTheater","name":"Rex","address":{"@type":"PostalAddress","postalCode":"%s"}},
                         "workPresented":{"@type":"Movie","name":"%s"%s%s}}
                        """
                            .formatted(
                                row % 3 == 0
                                    ? ""
                                    : ",\"@id\":\"https://rex.example/" + row / 2 + '"',
                                title(),
                                start(row / 2),
                                any(List.of("EventScheduled", "EventScheduled", "EventCancelled")),
                                any(List.of("SX3 5JA", "SX3 5JB")),
                                title(),
                                any(
                                    List.of(
                                        "", ",\"duration\":\"PT95M\"", ",\"duration\":\"PT96M\"")),
                                any(
                                    List.of(
                                        "",
                                        ",\"director\":\"Ann Lee\"",
                                        ",\"image\":\"https://rex.example/p.jpg\""))))),
        lists ->
            List.of(
                "{\"@context\":\"https://schema.org\",\"@graph\":["
                    + String.join(",", lists.get(0))
                    + "]}"));
  }

  @Test
  void showtimes_of_ocapi() throws IOException {
    stays(
        new OcapiReader(),
        null,
        () ->
            List.of(
                rows(
                    5,
                    row -> "{\"id\":\"F%d\",\"title\":{\"text\":\"%s\"}}".formatted(row, title())),
                rows(
                    10,
                    row ->
                        "{\"id\":\"S%d\",\"schedule\":{\"startsAt\":\"%s:00Z\"},\"filmId\":\"F%d\",\"siteId\":\"701\"}"
                            .formatted(row, start(row), random.nextInt(5)))),
        lists ->
            List.of(
                "{\"businessDate\":\"2027-03-01\",\"showtimes\":["
                    + String.join(",", lists.get(1))
                    + "],\"relatedData\":{\"sites\":[{\"id\":\"701\",\"name\":{\"text\":\"Rex\"}}],\"films\":["
                    + String.join(",", lists.get(0))
                    + "]}}"));
  }

  @Test
  void films_of_clusterflick() throws IOException {
    stays(
        new ClusterflickReader(),
        Findings.REX,
        () ->
            List.of(
                rows(
                    8,
                    row ->
                        "{\"title\":\"%s\",\"url\":\"https://rex.example/%d\",\"performances\":[{\"time\":%d}]}"
                            .formatted(title(), row, 1_800_000_000_000L + row * 3_600_000L))),
        lists -> List.of("[" + String.join(",", lists.get(0)) + "]"));
  }

  @Test
  void lines_of_a_native_feed() throws IOException {
    stays(
        new MarqueeReader(),
        null,
        () ->
            List.of(
                rows(
                    16,
                    row ->
                        row < 6
                            ? "{\"type\":\"film\",\"externalId\":\"F%d\",\"title\":\"%s\"}\n"
                                .formatted(row, title())
                            : "{\"type\":\"showtime\",\"externalId\":\"%d\",\"film\":\"F%d\",\"cinema\":\"rex\",\"startsAt\":\"%s:00Z\"}\n"
                                .formatted(row, random.nextInt(6), start(row)))),
        lists ->
            List.of(
                "{\"type\":\"feed\",\"format\":\"marquee\",\"version\":1,\"mode\":\"delta\",\"observedAt\":\"2027-03-01T00:00:00Z\"}\n"
                    + String.join("", lists.get(0))));
  }
}
