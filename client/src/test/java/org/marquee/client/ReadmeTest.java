package org.marquee.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example of the README works as it stands there.
final class ReadmeTest {
  @Test
  void the_example_prints_tonight(@TempDir Path folder) throws Exception {
    Path file = Path.of("..", "clients", "cases", "tonight.json");
    JsonObject given = Objects.requireNonNull(JsonObject.parse(Files.readAllBytes(file)));
    try (CaseServer server = new CaseServer(given.objects("exchanges", each -> each))) {
      String printed = Example.run(folder, server.url(), CaseServer.KEY);
      assertThat(server.faults()).isEmpty();
      assertThat(printed)
          .isEqualToNormalizingNewlines(
              """
              The Gannet, 1.3 km
                 Solaris 18:50 to 21:37
              """);
    }
  }

  /// A dependency as the documentation writes it is the one that `./dev install` installs.
  @Test
  void the_documentation_names_the_version_of_this_build() throws IOException {
    Matcher own =
        Pattern.compile("<version>(.+?)</version>").matcher(Files.readString(Path.of("pom.xml")));
    assertThat(own.find()).isTrue();
    assertThat(Files.readString(Path.of("README.md")).replaceAll("\\s+", ""))
        .contains("<artifactId>marquee-client</artifactId><version>" + own.group(1) + "</version>");
    assertThat(Files.readString(Path.of("..", "docs", "clients.md")))
        .contains("`org.marquee:marquee-client:" + own.group(1) + "`");
  }

  /// What an editor shows of the client comes from the jars beside it.
  @Test
  void the_installed_client_has_its_documentation() throws IOException {
    String install =
        Files.readAllLines(Path.of("..", "dev")).stream()
            .filter(line -> line.startsWith("  install)"))
            .findFirst()
            .orElseThrow();
    assertThat(install).contains(" install ").doesNotContain("javadoc", "source");
  }
}
