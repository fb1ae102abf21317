package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.TestData;
import org.marquee.app.Shell;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The real programme of a city, all 73 venues of it, by one `collect`; where the register has no
/// entry of a venue, one is made up.
@NullMarked
class CollectVenuesTest {
  @Test
  void every_performance_of_73_venues_comes_in(@TempDir Path home) throws IOException {
    Path register = Files.createDirectories(home.resolve("register"));
    Path files = TestData.find("showtimes/clusterflick-transformed-derived");
    Path known = TestData.find("showtimes/clusterflick");
    try (Stream<Path> all = Files.list(files)) {
      for (Path file : all.toList()) {
        String venue = file.getFileName().toString().replaceFirst("\\.json$", "");
        Path cinema = known.resolve(venue).resolve("cinema.json");
        Files.writeString(
            register.resolve(venue + ".json"),
            Files.exists(cinema) ? Files.readString(cinema) : madeUp(venue));
      }
    }
    Files.writeString(
        home.resolve("providers.yaml"),
        """
        providers:
          - name: clusterflick
            format: clusterflick
            files: %s/*.json
            each: true
            cinema: register/{name}.json
        """
            .formatted(files));
    Shell shell = new Shell(home, MigratedDatabase.create());
    List<JsonNode> reports = new ArrayList<>();
    for (String line : shell.run("collect", "--json").succeeds().out().lines().toList()) {
      reports.add(JsonMapper.shared().readTree(line));
    }
    assertThat(reports)
        .hasSize(73)
        .allMatch(report -> report.get("result").asString().equals("applied"));
    assertThat(reports.stream().mapToInt(report -> report.at("/lines/showtime/read").asInt()).sum())
        .isEqualTo(18_457);
    assertThat(reports.stream().mapToInt(report -> report.at("/lines/total/refused").asInt()).sum())
        .isZero();
    assertThat(home.resolve("reports").toFile().list((_, name) -> !name.startsWith(".")))
        .hasSize(2 * 73);
  }

  private static String madeUp(String venue) {
    return """
    {"externalId":"%1$s","name":"%1$s","timeZone":"Europe/London","location":\
    {"countryCode":"GB","locality":"London","postcode":"SW1A 1AA"}}
    """
        .formatted(venue);
  }
}
