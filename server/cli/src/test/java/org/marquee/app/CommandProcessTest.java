package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.store.sql.MigratedDatabase;

/// Commands as processes of their own, with other locales.
@NullMarked
class CommandProcessTest {
  private static final String FEED =
      """
      {"type":"feed","version":1,"mode":"full","observedAt":"2026-03-01T06:00:00Z"}
      {"type":"film","externalId":"istanbul","title":"IĞDIR İstanbul"}
      """;

  @TempDir Path folder = Path.of("");

  /// The compression library needs a folder to be unpacked into.
  @Test
  void where_digits_are_others_and_no_temporary_folder_is_a_feed_goes_in_all_the_same()
      throws Exception {
    Path feed = Files.writeString(folder.resolve("feed.ndjson"), FEED);
    List<String> options =
        List.of(
            "-Duser.language=ar",
            "-Duser.country=EG",
            "-Djava.io.tmpdir=" + folder.resolve("missing"));
    String home = folder.resolve("home").toString();
    assertThat(run(0, options, "ingest", feed.toString(), "--provider", "p", "--home", home))
        .contains("imported as revision 1, in ");
  }

  @Test
  void a_command_that_runs_out_of_memory_says_what_to_do() throws Exception {
    Path page = folder.resolve("page.html");
    Files.writeString(page, "<html><p>" + "x".repeat(15_000_000));
    String[] words = {
      "validate", page.toString(), "--format", "schema-org", "--report", "" + folder
    };
    assertThat(run(1, List.of("-Xmx20m"), words))
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
    Shell shell = new Shell(home, MigratedDatabase.create());
    assertThat(run(1, List.of("-Xmx40m"), shell.typed("collect").toArray(String[]::new)))
        .contains("marquee: hostile: out of memory; give the command more", "applied  sound")
        .doesNotContain("\tat ");
  }

  /// What a process with these options prints; it ends with this status.
  private static String run(int status, List<String> options, String... words)
      throws IOException, InterruptedException {
    Process process =
        JavaProcess.marquee(options, List.of(words)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(status);
    return output;
  }
}
