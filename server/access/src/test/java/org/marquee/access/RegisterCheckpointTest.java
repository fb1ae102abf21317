package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.files.checkpoint.CheckpointFile;
import org.marquee.files.checkpoint.CheckpointStamp;
import org.marquee.files.checkpoint.UnusableCheckpoint;

/// A register that was written to a file and read back decides as before.
@NullMarked
class RegisterCheckpointTest {
  private static final Instant NOW = Instant.parse("2026-03-20T12:00:00.000001Z");

  @TempDir private Path folder;

  @Test
  void everything_is_read_as_it_was_written() throws IOException, UnusableCheckpoint {
    ApiKey plain = ApiKey.generate();
    ApiKey full = ApiKey.generate();
    ApiKey stranger = ApiKey.generate();
    Map<KeyHash, IssuedKey> keys =
        Map.of(
            plain.hash(), key("key_1", "acme", null, IssuedKey.Scope.API, null),
            full.hash(), key("key_2", "Ltd.", "Łódź", IssuedKey.Scope.CALENDAR, NOW));
    Register before =
        Register.of(
            new AccessRevision(7, new UUID(1, 2)),
            List.of(
                new Plan("trial", Optional.of(new Rate(60, 90)), false, OptionalLong.of(1000)),
                new Plan("gold", OptionalInt.empty())),
            List.of(
                account("acme", Organization.Standing.GOOD, new Entitlement("gold", NOW, null)),
                account("Ltd.", Organization.Standing.SUSPENDED, null),
                account(
                    "past",
                    Organization.Standing.GOOD,
                    new Entitlement("trial", NOW.minusSeconds(9), NOW))),
            keys);
    CheckpointFile file =
        new CheckpointFile(folder.resolve("keys"), new CheckpointStamp(1, "1", "test"));
    file.write(before::write);
    Register after = file.read(Register::read);

    assertThat(after.revision()).isEqualTo(before.revision());
    for (ApiKey key : List.of(plain, full, stranger)) {
      for (Instant time : List.of(NOW.minusNanos(1_000), NOW)) {
        Optional<Register.Holding> found = after.find(key, time);
        assertThat(found).isEqualTo(before.find(key, time));
        found.ifPresent(holding ->
            assertThat(after.plan(holding.account(), time))
                .isEqualTo(before.plan(holding.account(), time)));
      }
    }
    for (String name : List.of("acme", "Ltd.", "past", "nobody")) {
      assertThat(after.findNamed(name)).isEqualTo(before.findNamed(name));
    }
    byte[] bytes = Files.readAllBytes(file.path());
    assertThat(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain(plain.text().substring(3), full.text().substring(3));
  }

  private static IssuedKey key(
      String id,
      String organization,
      @Nullable String label,
      IssuedKey.Scope scope,
      @Nullable Instant expires) {
    return new IssuedKey(
        id, organization, label, scope, NOW.minusSeconds(60), expires, null, null, expires);
  }

  private static Account account(
      String name, Organization.Standing standing, @Nullable Entitlement entitlement) {
    return new Account(new Organization(name, standing), entitlement);
  }
}
