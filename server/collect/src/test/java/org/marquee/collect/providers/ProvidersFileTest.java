package org.marquee.collect.providers;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.feed.StandIns;
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

  /// The faults of each file of `providers` are in the text file beside it.
  @ParameterizedTest
  @ValueSource(strings = {"faults", "mistyped-keys", "redirects", "terms"})
  void all_faults_are_reported_at_once_with_line_and_key(String name) throws IOException {
    Path cases = Repository.path("server/collect/src/test/resources/providers");
    String faults = String.join("\n", faults(Files.readString(cases.resolve(name + ".yaml"))));
    GoldenFile.compare(cases.resolve(name + ".txt"), faults + "\n");
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
}
