package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import org.marquee.JavaProcess;

/// Commands as processes of their own, with other locales.
@NullMarked
class CommandProcessTest {
  private static final String FEED =
      """
      {"type":"feed","version":1,"mode":"full","observedAt":"2026-03-01T06:00:00Z"}
      {"type":"film","externalId":"istanbul","title":"IĞDIR İstanbul"}
      """;

  @TempDir Path folder = Path.of("");

  @Test
  void where_digits_are_others_a_feed_goes_in_all_the_same() throws Exception {
    Path feed = Files.writeString(folder.resolve("feed.ndjson"), FEED);
    assertThat(
            run(
                "-Duser.language=ar",
                "-Duser.country=EG",
                "ingest",
                feed.toString(),
                "--provider",
                "p"))
        .contains("imported as revision 1, in ");
  }

  /// The compression library needs a folder to be unpacked into.
  @Test
  void without_a_temporary_folder_a_feed_goes_in_all_the_same() throws Exception {
    Path feed = Files.writeString(folder.resolve("feed.ndjson"), FEED);
    String missing = "-Djava.io.tmpdir=" + folder.resolve("missing");
    assertThat(run(missing, "ingest", feed.toString(), "--provider", "p"))
        .contains("imported as revision 1, in ");
  }

  @Test
  void a_command_that_runs_out_of_memory_says_what_to_do() throws Exception {
    Path page = folder.resolve("page.html");
    Files.writeString(page, "<html><p>" + "x".repeat(15_000_000));
    Process process =
        JavaProcess.marquee(
                List.of("-Xmx20m"),
                List.of(
                    "validate", page.toString(), "--format", "schema-org", "--report", "" + folder))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(1);
    assertThat(output)
        .contains("marquee: out of memory; give the command more")
        .doesNotContain("\tat ");
  }

  @Test
  void the_other_providers_are_collected_when_one_feed_needs_too_much_memory() throws Exception {
    Path home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(home.resolve("page.html"), "<html><p>" + "x".repeat(30_000_000));
    Files.writeString(home.resolve("feed.ndjson"), FEED);
    Files.writeString(
        home.resolve("providers.yaml"),
        """
        providers:
          - name: hostile
            files: page.html
            format: schema-org
          - name: sound
            files: feed.ndjson
        """);
    Process process =
        JavaProcess.marquee(List.of("-Xmx40m"), List.of("collect", "--home", home.toString()))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(1);
    assertThat(output)
        .contains("marquee: hostile: out of memory; give the command more", "applied  sound")
        .doesNotContain("\tat ");
  }

  private String run(String... words) throws IOException, InterruptedException {
    List<String> options = Stream.of(words).takeWhile(word -> word.startsWith("-D")).toList();
    List<String> arguments = new ArrayList<>(List.of(words).subList(options.size(), words.length));
    arguments.addAll(List.of("--home", folder.resolve("home").toString()));
    Process process = JavaProcess.marquee(options, arguments).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
