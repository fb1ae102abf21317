package org.marquee.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.app.Showbill;
import org.marquee.store.sql.MigratedDatabase;

/// `provider` as it is typed.
@NullMarked
class ProviderCommandTest {
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, MigratedDatabase.create());
  }

  @Test
  void a_provider_is_listed_and_removed() throws Exception {
    Path feed = new Showbill("tivoli").showtimes(3).write(shell.home().resolve("tivoli.ndjson"));
    shell.run("ingest", feed.toString(), "--provider", "tivoli").succeeds();
    assertThat(shell.run("provider", "list").succeeds().out().lines()).contains("tivoli");
    assertThat(
            shell
                .run("provider", "list", "--json")
                .succeeds()
                .json()
                .findValuesAsString("provider"))
        .contains("tivoli");
    assertThat(shell.run("status").succeeds().out().lines())
        .allMatch(line -> line.contains("; "))
        .filteredOn(line -> line.startsWith("tivoli"))
        .singleElement()
        .asString()
        .contains("; stored", "3 showtimes", "1 film", "; last import applied at")
        .doesNotContain("\u001b");
    Shell.Done asked = shell.run("provider", "remove", "tivoli");
    assertThat(asked.status()).isEqualTo(2);
    assertThat(asked.err()).containsPattern("showtimes +3").contains("--yes");
    assertThat(shell.stored("tivoli", "showtime")).isEqualTo(3);
    shell.run("provider", "remove", "tivoli", "--yes").succeeds();
    assertThat(shell.stored("tivoli", "showtime")).isZero();
    shell.run("provider", "remove", "tivoli").fails("there is no provider tivoli");
  }
}
