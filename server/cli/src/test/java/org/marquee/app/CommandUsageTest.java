package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages for wrong usage, and the help; neither opens a database.
@NullMarked
class CommandUsageTest {
  @TempDir static Path folder = Path.of("");

  private final Shell shell = new Shell(folder.resolve("home"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve --port 70000",
        "serve --port http",
        "serve --ops-port -1",
        "demo --port 70000",
        "demo --port 65535",
        "status --database foo",
        "status --database",
        "status --database jdbc:postgresql://127.0.0.1:99999/x",
        "status --database jdbc:postgresql://127.0.0.1:port/x",
        "ingest http:// --provider p",
        "ingest http://127.0.0.1:1/ http://a:b:c/ --provider p",
        "status --nonsense",
        "ingest http://127.0.0.1:1/ --provider p --database foo",
        "ingest http://127.0.0.1:1/ --provider p --format none",
        "ingest http://127.0.0.1:1/ --provider p --observed-at yesterday",
        "ingest http://127.0.0.1:1/ --provider p\u0007",
        "ingest http://127.0.0.1:1/",
        "ingest --provider p",
        "validate missing.ndjson --format none",
        "validate",
        "organization",
        "organization create",
        "organization create a/b",
        "organization create a b",
        "plan create partner",
        "plan create Partner --rate 600",
        "plan create partner --rate 0",
        "plan create partner --rate many",
        "plan change partner",
        "plan create partner --rate none --quota 5",
        "plan change partner --quota 0",
        "entitlement grant a --plan",
        "entitlement grant a --until 2026-02-30T00:00:00Z",
        "entitlement grant a --from 2026-02-02T00:00:00Z --until 2026-02-01T00:00:00Z",
        "key create a --expires tomorrow",
        "key create a --label \u0007",
        "key rotate key_a --keep-old",
        "key rotate key_a --keep-old 1",
        "key rotate key_a --keep-old -1h",
        "key rotate key_a --expires tomorrow",
        "provider remove",
        "serve --tls-certificate chain.pem",
        "serve --tls-key key.pem",
        "serve --pages everywhere",
        "serve --gateway-header X-Organization",
        "serve --gateway-peers 10.0.0.1",
        "serve --validate everywhere",
        "serve --validate public",
        "nonsense"
      })
  void wrong_usage_ends_with_2_before_anything_is_opened(String line) {
    Path untouched = folder.resolve("untouched");
    Shell.Done done = new Shell(untouched).run(line.split(" "));
    assertThat(done.status()).as(done.err()).isEqualTo(2);
    assertThat(done.out()).isEmpty();
    assertThat(done.err()).isNotBlank();
    assertThat(untouched).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two\nlines"})
  void a_home_that_has_no_name_or_half_of_one_is_wrong_usage(String name) {
    Shell.Done done = Shell.execute("status", "--home", name);
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err()).contains("--home takes a folder");
  }

  @Test
  void a_home_that_is_a_file_is_refused_with_the_reason() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    new Shell(file).run("status").fails("is a file, not a Marquee home");
    new Shell(file).run("organization", "create", "a").fails("exists and is not a folder");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status --database jdbc:postgresql://user:hunter2@127.0.0.1:5432/x",
        "status --database jdbc:postgresql://user:hunter2@127.0.0.1/x",
        "status --database=jdbc:postgresql://user:hunter2@db/x?ssl=true",
        "status --database jdbc:postgresql://user:hun/hunter2@db/x",
        "status --database jdbc:postgresql://127.0.0.1:1/x?user=u&password=hunter2",
        "status --database jdbc:postgresql://127.0.0.1:1/x?sslpassword=hunter2&user=u",
        "status --database jdbc:postgresql://127.0.0.1:1/x&password=hunter2",
        "status --databse jdbc:postgresql://127.0.0.1:1/x?password=hunter2",
        "ingest http://user:hunter2@127.0.0.1:1/feed --provider p",
        "ingest http://127.0.0.1:1/feed?token=hunter2 --provider p",
        "ingest http://127.0.0.1:1/feed?X-Api-Key=hunter2&a=b --provider p",
        "validate http://user:hunter2@a:b:c/",
        "validate https://user:hunter2@/"
      })
  void a_password_in_an_address_is_not_shown(String line) {
    Shell.Done done = shell.run(line.split(" "));
    assertThat(done.status()).isNotZero();
    assertThat(done.out() + done.err()).isNotBlank().doesNotContain("hunter2");
  }

  @Test
  void no_command_at_all_is_wrong_usage() {
    assertThat(Shell.execute().status()).isEqualTo(2);
  }

  @Test
  void help_and_version_are_results() {
    assertThat(Shell.execute("demo", "--help").succeeds().out())
        .containsOnlyOnce("~/.marquee")
        .contains("~/.marquee-demo")
        .doesNotContain("MARQUEE_HOME");
    Shell.Done help = Shell.execute("--help").succeeds();
    assertThat(help.out()).contains("ingest", "validate", "organization", "status");
    assertThat(help.err()).isEmpty();
    assertThat(Shell.execute("--version").succeeds().out()).startsWith("marquee ");
    assertThat(Shell.execute("ingest", "--help").succeeds().out()).contains("--accept-shrink");
  }

  @ParameterizedTest
  @CsvSource({
    "ingst,unknown command: ingst. Did you mean ingest?",
    "statsu,unknown command: statsu. Did you mean status?",
    "xyzzy,unknown command: xyzzy",
    "organization craete,unknown command: craete. Did you mean create?",
    "serve --prot 1,unknown option: --prot. Did you mean --port?",
    "serve --xyzzy,unknown option: --xyzzy",
    "serve --port abc,'--port: a number from 0 to 65535, not abc'"
  })
  void a_word_that_is_not_known_is_named_with_the_one_that_was_meant(String line, String said) {
    Shell.Done done = Shell.execute(line.split(" "));
    assertThat(done.status()).isEqualTo(2);
    assertThat(done.err().lines()).hasSize(2).first().isEqualTo("marquee: " + said);
  }

  @Test
  void help_is_a_command_and_fits_a_terminal() {
    for (String line :
        List.of(
            "help",
            "help ingest",
            "ingest --help",
            "serve --help",
            "--help",
            "undo --help",
            "help entitlement")) {
      Shell.Done done = Shell.execute(line.split(" ")).succeeds();
      // The first line states what readers will see.
      assertThat(done.out().lines().skip(1)).isNotEmpty().allMatch(each -> each.length() <= 80);
    }
    assertThat(Shell.execute("help", "ingest").out())
        .contains("--accept-shrink", "docs/feeds.md)", "docs/mappings.md)");
  }

  @Test
  void unknown_words_of_options_are_answered_with_the_known_ones() {
    assertThat(shell.run("usage", "--by", "hour").err())
        .startsWith("marquee: --by: one of organization, day, key, operation, not hour\n");
    String[] webhook = {"webhook", "create", "acme", "https://acme.example/hook", "--kind"};
    assertThat(shell.run(with(webhook, "showtimes")).err())
        .contains("--kind: there is no kind showtimes. Did you mean showtime?");
    assertThat(shell.run(with(webhook, "all")).err())
        .contains("--kind: there is no kind all; known are showtime, film, cinema");
  }

  private static String[] with(String[] words, String last) {
    return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
  }
}
