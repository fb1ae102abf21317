package org.marquee.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.feed.StandIns;
import org.marquee.feed.detection.Formats;
import org.marquee.listing.SourceTerms;

@NullMarked
class ProvidersFileTest {
  @TempDir Path home = Path.of("");

  @Test
  void a_plan_says_who_where_how_and_when() throws Exception {
    ProvidersConfig plan =
        read(
            """
            contact: listings@example.org
            delay: 2s
            titles: [en, pt-BR]
            providers:
              - name: rex
                rank: 10
                urls: https://rex.example/feed
                headers:
                  Authorization: Bearer ${REX_TOKEN}
                largest: 50 MB
                every: 30m
                attribution: {text: "Rex <b>& Co</b>", url: https://rex.example/about}
                licence: CC BY 4.0
              - name: venues
                format: marquee
                files: [venues/*.json, more/*.json]
                each: true
                cinema: "{folder}/../register/{name}.json"
                words: words.txt
                at: ["06:00", "18:30"]
                zone: Europe/London
              - name: table
                renewed: never
                format: csv
                mapping: table.yaml
                files: table.csv
            """);
    assertThat(plan.contact()).isEqualTo("listings@example.org");
    assertThat(plan.delay()).isEqualTo(Duration.ofSeconds(2));
    assertThat(plan.titles()).containsExactly("en", "pt-BR");
    assertThat(plan.providers())
        .containsExactly(
            new Provider(
                "rex",
                10,
                new Provider.Places.OnWeb(
                    List.of(URI.create("https://rex.example/feed")),
                    Map.of("Authorization", "Bearer ${REX_TOKEN}"),
                    List.of(),
                    false),
                new Provider.Pattern(null, null, null, null, StandIns.NONE),
                new Schedule.Every(Duration.ofMinutes(30)),
                50 << 20,
                true,
                new SourceTerms(
                    new SourceTerms.Mention("Rex <b>& Co</b>", "https://rex.example/about"),
                    new SourceTerms.Mention("CC BY 4.0", null))),
            new Provider(
                "venues",
                0,
                new Provider.Places.OnDisk(List.of("venues/*.json", "more/*.json"), true),
                new Provider.Pattern(
                    "marquee",
                    null,
                    "words.txt",
                    "{folder}/../register/{name}.json",
                    StandIns.NONE),
                new Schedule.At(
                    List.of(LocalTime.of(6, 0), LocalTime.of(18, 30)), ZoneId.of("Europe/London")),
                4L << 30,
                true,
                SourceTerms.NONE),
            new Provider(
                "table",
                0,
                new Provider.Places.OnDisk(List.of("table.csv"), false),
                new Provider.Pattern("csv", "table.yaml", null, null, StandIns.NONE),
                new Schedule.ByHand(),
                4L << 30,
                false,
                SourceTerms.NONE));
  }

  @Test
  void terms_are_short_plain_text_with_addresses_by_https() {
    String longest = "https://a.example/" + "x".repeat(2_000);
    assertThat(
            faults(
                """
                providers:
                  - name: a
                    files: a.ndjson
                    attribution: "%s"
                    licence: {text: "a\\nb", url: http://a.example/}
                  - name: b
                    files: b.ndjson
                    attribution: {url: https://user@b.example/}
                    licence: {text: "", url: javascript:alert(1), name: x}
                  - name: c
                    files: c.ndjson
                    attribution: [c]
                    licence: {text: c, url: "%s"}
                """
                    .formatted("x".repeat(301), longest)))
        .containsExactly(
            "providers.yaml, line 4: providers[0].attribution must have 1 to 300 characters, none of"
                + " them control characters or line breaks",
            "providers.yaml, line 5: providers[0].licence.text must have 1 to 300 characters, none of"
                + " them control characters or line breaks",
            "providers.yaml, line 5: providers[0].licence.url must begin with https://, name a host"
                + " and no user, and have at most 2000 characters",
            "providers.yaml, line 8: providers[1].attribution.text is missing",
            "providers.yaml, line 8: providers[1].attribution.url must begin with https://, name a"
                + " host and no user, and have at most 2000 characters",
            "providers.yaml, line 9: providers[1].licence.text: a value is missing",
            "providers.yaml, line 9: providers[1].licence.url must begin with https://, name a host"
                + " and no user, and have at most 2000 characters",
            "providers.yaml, line 9: providers[1].licence.name is not known here; known are text,"
                + " url",
            "providers.yaml, line 12: providers[2].attribution: members are needed, each a name and"
                + " a value",
            "providers.yaml, line 12: providers[2].attribution.text is missing",
            "providers.yaml, line 13: providers[2].licence.url must begin with https://, name a host"
                + " and no user, and have at most 2000 characters");
  }

  @Test
  void all_faults_are_reported_at_once_with_line_and_key() {
    assertThat(
            faults(
                """
                delay: soon
                titles: English
                providers:
                  - name: a
                    rank: high
                    format: none
                    files: a.ndjson
                    urls: https://a.example/
                    every: sometimes
                    colour: red
                  - rank: 1
                    urls: [ftp://b.example/, "https://u:p@b.example/"]
                    headers: {Host: b, X: "${1}"}
                  - name: a
                    format: csv
                    files: []
                    each: perhaps
                    cinema: "{name}.json"
                    at: ["25:00"]
                    largest: lots
                  - {name: d, files: d.yaml, format: yaml, mapping: d-mapping.yaml}
                """))
        .containsExactly(
            "providers.yaml, line 1: delay is not a valid interval: \"soon\"; use 30s, 15m, 24h or"
                + " 7d",
            "providers.yaml, line 1: contact is required: the operators of the feeds must be able"
                + " to reach you",
            "providers.yaml, line 2: titles must be languages, as en or pt-BR",
            "providers.yaml, line 5: providers[0].rank must be a whole number from -999 to 999, not"
                + " \"high\"",
            "providers.yaml, line 6: providers[0].format must be one of "
                + String.join(", ", Formats.names())
                + ", not \"none\"",
            "providers.yaml, line 7: providers[0].files or urls is required, and not both",
            "providers.yaml, line 9: providers[0].every is not a valid interval: \"sometimes\"; use"
                + " 30s, 15m, 24h or 7d",
            "providers.yaml, line 10: providers[0].colour is not known here; known are name, rank,"
                + " each, files, urls, headers, allowRedirectsTo, format, mapping, words, cinema,"
                + " missingCountry, missingLocality, missingPostcode, at, zone, every, largest, renewed, attribution, licence",
            "providers.yaml, line 11: providers[1].name is missing",
            "providers.yaml, line 12: providers[1].urls has an invalid URL: it must begin with"
                + " http:// or https://",
            "providers.yaml, line 12: providers[1].urls has an invalid URL: put user and password"
                + " into headers",
            "providers.yaml, line 13: providers[1].headers has an invalid name: Host",
            "providers.yaml, line 13: providers[1].headers has an invalid variable in X; write"
                + " ${NAME}",
            "providers.yaml, line 14: providers[2].name is used twice",
            "providers.yaml, line 15: providers[2].format requires mapping with \"csv\"",
            "providers.yaml, line 16: providers[2].files is empty",
            "providers.yaml, line 16: providers[2].files or urls is required, and not both",
            "providers.yaml, line 17: providers[2].each must be true or false, not \"perhaps\"",
            "providers.yaml, line 18: providers[2].cinema with {name} or {folder} requires files"
                + " and each: true",
            "providers.yaml, line 19: providers[2].at has an invalid time, \"25:00\"; write"
                + " \"06:00\", in quotes",
            "providers.yaml, line 19: providers[2].at requires zone, such as Europe/London",
            "providers.yaml, line 20: providers[2].largest is not a valid size: \"lots\"; use 200"
                + " KB, 50 MB or 4 GB",
            "providers.yaml, line 21: providers[3].format is gone: YAML is not read as a feed;"
                + " convert it to JSON, for example with yq -o json");
  }

  @Test
  void what_redirects_may_lead_to_are_hosts_addresses_and_whole_blocks() {
    assertThat(
            faults(
                """
                contact: a@example.org
                providers:
                  - name: a
                    urls: https://a.example/feed
                    allowRedirectsTo: [files.internal, 10.1.2.3, 10.0.0.0/8, fd00::/8, 10.0.0.1/8, 10, a b]
                """))
        .containsExactly(
            "providers.yaml, line 5: providers[0].allowRedirectsTo 10.0.0.1/8: the address has"
                + " bits set beyond its prefix of 8; the block is 10.0.0.0/8",
            "providers.yaml, line 5: providers[0].allowRedirectsTo must list hosts, addresses and"
                + " blocks such as 10.0.0.0/8, not \"10\"",
            "providers.yaml, line 5: providers[0].allowRedirectsTo must list hosts, addresses and"
                + " blocks such as 10.0.0.0/8, not \"a b\"");
  }

  @Test
  void a_file_without_yaml_or_a_plan_is_reported() {
    assertThat(faults("providers: [")).singleElement().asString().contains("this is not YAML");
    assertThat(faults("")).containsExactly("providers.yaml, line 1: it is empty");
    assertThat(faults("contact: a@example.org"))
        .contains(
            "providers.yaml, line 1: providers needs a list, each element with a - before it");
    assertThat(faults("- a")).isNotEmpty();
    assertThat(faults("providers:\n  - a"))
        .contains(
            "providers.yaml, line 2: providers[0]: members are needed, each a name and a value");
    assertThat(faults("providers: []")).hasSize(1);
    assertThat(faults("providers:\n  - {name: [a], files: {b: c}, name: d}")).hasSizeGreaterThan(2);
  }

  @Test
  void a_value_may_be_shared_by_an_anchor() throws Exception {
    ProvidersConfig plan =
        read(
            """
            providers:
              - {name: a, files: &where "a/*.json"}
              - {name: b, files: *where}
            """);
    assertThat(plan.providers())
        .extracting(Provider::places)
        .containsOnly(new Provider.Places.OnDisk(List.of("a/*.json"), false));
  }

  private ProvidersConfig read(String text) throws IOException, FaultyConfig {
    Path file = Files.writeString(home.resolve("providers.yaml"), text);
    return ProvidersFile.read(file);
  }

  private List<String> faults(String text) {
    FaultyConfig plan = catchThrowableOfType(FaultyConfig.class, () -> read(text));
    assertThat(plan).as(text).isNotNull();
    return plan.faults();
  }

  @Test
  void a_mistyped_key_is_told_with_the_one_that_was_meant_and_nothing_that_follows_from_it() {
    assertThat(
            faults(
                """
                contact: ann@cinema.example
                providers:
                  - name: rex
                    url: https://rex.example/feed
                  - nam: lux
                    files: lux.ndjson
                """))
        .containsExactly(
            "providers.yaml, line 4: providers[0].url is not known here. Did you mean urls?",
            "providers.yaml, line 5: providers[1].nam is not known here. Did you mean name?");
  }
}
