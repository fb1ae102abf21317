package org.marquee.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;

/// What `audit` says of what was typed.
@NullMarked
class AuditCommandTest {
  @TempDir Path folder;

  @Test
  void what_was_typed_is_listed_with_who_typed_it_and_what_became_of_it() {
    Shell shell = new Shell(folder, MigratedDatabase.create());
    shell.run("organization", "create", "lux").succeeds();
    shell.run("entitlement", "grant", "lux", "--plan", "trial").succeeds();
    shell.run("entitlement", "grant", "lux", "--plan", "standard").succeeds();
    String key = shell.run("key", "create", "lux", "--json").succeeds().json().get("id").asString();
    shell.run("key", "revoke", key).succeeds();
    shell.run("key", "revoke", key).succeeds();
    shell.run("key", "revoke", "key_nothing").fails("there is no key");

    JsonNode all = shell.run("audit", "--json").succeeds().json();
    assertThat(all.findValuesAsString("action"))
        .containsExactly(
            "organization.create",
            "entitlement.grant",
            "entitlement.grant",
            "key.create",
            "key.revoke");
    Actor here = Actor.here("key revoke");
    JsonNode revoked = all.get(4);
    assertThat(revoked.get("record").asString()).isEqualTo(key);
    assertThat(revoked.get("by").asString()).isEqualTo(here.user()).isNotEmpty();
    assertThat(revoked.get("host").asString()).isEqualTo(here.host()).isNotEmpty();
    assertThat(revoked.get("via").asString()).isEqualTo("key revoke");
    assertThat(revoked.get("before").has("revoked")).isFalse();
    assertThat(revoked.get("after").has("revoked")).isTrue();
    assertThat(shell.run("audit").out().lines().skip(2).findFirst().orElseThrow())
        .contains("entitlement.grant", "lux  by " + here.user(), "plan trial → standard");
    assertThat(shell.run("audit").out().lines().filter(line -> line.contains("lux"))).hasSize(5);
    assertThat(shell.run("audit", "--since", "2099-01-01T00:00:00Z").succeeds().out()).isEmpty();
    assertThat(
            shell.run("audit", "--since", revoked.get("at").asString(), "--json").succeeds().json())
        .hasSize(1);
  }
}
