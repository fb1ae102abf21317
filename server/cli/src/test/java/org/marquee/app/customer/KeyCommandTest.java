package org.marquee.app.customer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;

/// `key` as it is typed.
@NullMarked
class KeyCommandTest {
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, MigratedDatabase.create());
  }

  @Test
  void a_key_is_the_last_word_and_its_id_is_listed() {
    shell.run("organization", "create", "plaza").succeeds();
    Shell.Done made =
        shell.run(
            "key", "create", "plaza", "--label", "box office", "--expires", "2099-01-01T00:00Z");
    assertThat(made.succeeds().out().stripTrailing()).matches("(?s).*\\smq_[A-Za-z0-9]{38}");
    assertThat(made.err()).isEmpty();
    JsonNode key = key("plaza");
    assertThat(key.get("label").asString()).isEqualTo("box office");
    assertThat(key.get("expires").asString()).isEqualTo("2099-01-01T00:00:00Z");
    assertThat(key.has("revoked")).isFalse();
    String id = key.get("id").asString();
    // Where no person is watching, all of a record is on one line.
    assertThat(shell.run("key", "list").succeeds().out().lines())
        .filteredOn(line -> line.contains("box office"))
        .singleElement()
        .asString()
        .startsWith(id)
        .contains("plaza", "expires 2099-01-01T00:00:00Z")
        .doesNotContain("mq_");
    shell.run("key", "revoke", id).succeeds();
    assertThat(key("plaza").has("revoked")).isTrue();
    shell.run("key", "revoke", id).succeeds();
  }

  @Test
  void a_key_is_rotated_once_and_its_successor_is_the_last_word() {
    shell.run("organization", "create", "ritz").succeeds();
    shell.run("key", "create", "ritz", "--label", "site").succeeds();
    String old = key("ritz").get("id").asString();
    Shell.Done done = shell.run("key", "rotate", old, "--keep-old", "1h").succeeds();
    assertThat(done.out().stripTrailing())
        .startsWith("Key " + old + " ends at ")
        .matches("(?s).*\\smq_[A-Za-z0-9]{38}");
    assertThat(shell.run("key", "list").succeeds().out())
        .containsPattern(old + ".*; replaced by key_\\w+, expires 2");
    shell.run("key", "rotate", old).fails("was rotated already");
    shell.run("key", "rotate", "key_none").fails("there is no key key_none");
  }

  @Test
  void a_key_whose_time_is_over_is_listed_as_expired() {
    shell.run("organization", "create", "rex").succeeds();
    shell.run("key", "create", "rex").succeeds();
    String old = key("rex").get("id").asString();
    shell.run("key", "rotate", old, "--keep-old", "0s").succeeds();
    assertThat(shell.run("key", "list").succeeds().out())
        .containsPattern(old + ".*; replaced by key_\\w+, expired 2");
  }

  private JsonNode key(String organization) {
    return shell.run("key", "list", "--json").only("organization", organization);
  }
}
