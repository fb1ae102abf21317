package org.marquee.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullMarked
class VaultTest {
  private static final String RUN = "20260101T000000Z-0000000a";
  private static final Reading LOOKED_AT = new Reading(null, null, null, null, null);

  @TempDir Path home = Path.of("");

  @Test
  void what_was_kept_is_found_with_all_that_was_said_of_it() throws IOException {
    Path mapping = Files.writeString(home.resolve("m.yaml"), "mapping");
    Path feed = Files.writeString(home.resolve("feed.csv"), "a,b\n".repeat(1000));
    try (Deposit deposit = new Vault(home).begin(RUN)) {
      deposit.copy("feed.csv", feed);
      deposit.seal("p", new Reading("csv", mapping, null, null, null), Instant.EPOCH, 1 << 20);
    }
    Files.delete(feed);
    Files.writeString(mapping, "another");
    KeptRun kept = new Vault(home).find(RUN).orElseThrow();
    kept.verify();
    assertThat(FetcherTest.text(kept)).isEqualTo("a,b\n".repeat(1000));
    assertThat(kept.provider()).isEqualTo("p");
    assertThat(kept.files().getFirst().name()).isEqualTo("feed.csv");
    assertThat(kept.parts().getFirst().bytes()).isEqualTo(4000);
    assertThat(Files.size(kept.paths().getFirst())).isLessThan(100);
    assertThat(kept.asThen().mapping()).hasContent("mapping").hasFileName("m.yaml");
    assertThat(kept.today().mapping()).isEqualTo(mapping);
    Files.delete(mapping);
    assertThat(kept.today().mapping()).hasContent("mapping");
  }

  @Test
  void half_a_deposit_is_none() throws IOException {
    Path feed = Files.writeString(home.resolve("feed"), "hello");
    Deposit killed = new Vault(home).begin(RUN);
    killed.copy("feed", feed);
    assertThat(new Vault(home).find(RUN)).isEmpty();
    assertThat(new Vault(home).find(RUN + ".part")).isEmpty();
    killed.close();
    assertThat(home.resolve("runs/" + RUN + ".part")).doesNotExist();
  }

  @Test
  void damage_is_found() throws IOException {
    KeptRun kept = keep(RUN, "hello, hello, hello");
    Path path = kept.paths().getFirst();
    byte[] bytes = Files.readAllBytes(path);
    bytes[bytes.length / 2] ^= 1;
    Files.write(path, bytes);
    assertThatThrownBy(kept::verify).hasMessageContaining("damaged");
    Files.write(path, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(kept::verify).hasMessageContaining("damaged");
    Files.writeString(kept.folder().resolve("run.json"), "{\"run\":");
    assertThatThrownBy(() -> new Vault(home).find(RUN)).hasMessageContaining("damaged");
    Files.writeString(kept.folder().resolve("run.json"), "{}");
    assertThatThrownBy(() -> new Vault(home).find(RUN)).hasMessageContaining("damaged");
  }

  @Test
  void runs_are_kept_for_seven_days_and_halves_for_one() throws IOException {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    keep(RUN, "hello");
    Files.createDirectories(home.resolve("runs/20260101T000000Z-0000000b.part"));
    Files.writeString(home.resolve("runs/20260101T000000Z-0000000c.latest"), RUN);
    Files.createDirectories(home.resolve("runs/of an operator"));
    Vault vault = new Vault(home);
    vault.sweep(start.plus(Duration.ofDays(2)));
    assertThat(home.resolve("runs/20260101T000000Z-0000000b.part")).doesNotExist();
    assertThat(home.resolve("runs/20260101T000000Z-0000000c.latest")).doesNotExist();
    vault.sweep(start.plus(Duration.ofDays(7)));
    assertThat(vault.find(RUN)).isPresent();
    vault.sweep(start.plus(Duration.ofDays(7)).plusSeconds(1));
    assertThat(vault.find(RUN)).isEmpty();
    assertThat(home.resolve("runs/of an operator")).exists();
  }

  @Test
  void the_id_of_a_run_is_no_path() throws IOException {
    keep(RUN, "hello");
    assertThat(new Vault(home).find("../runs/" + RUN)).isEmpty();
    assertThat(new Vault(home).find("")).isEmpty();
  }

  private KeptRun keep(String run, String text) throws IOException {
    Path feed = Files.writeString(home.resolve("feed"), text);
    try (Deposit deposit = new Vault(home).begin(run)) {
      deposit.copy("feed", feed);
      return deposit.seal("p", LOOKED_AT, Instant.EPOCH, 1 << 20);
    }
  }
}
