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

/// `entitlement` as it is typed.
@NullMarked
class EntitlementCommandTest {
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, MigratedDatabase.create());
  }

  @Test
  void a_grant_without_a_plan_keeps_the_plan() {
    shell.run("organization", "create", "gaumont").succeeds();
    shell.run("entitlement", "grant", "gaumont").succeeds();
    assertThat(organization("gaumont").at("/entitlement/plan").asString()).isEqualTo("standard");
    shell.run("entitlement", "grant", "gaumont", "--plan", "unlimited").succeeds();
    assertThat(
            shell.run("entitlement", "grant", "gaumont", "--until", "2036-01-01").succeeds().out())
        .contains("gaumont: the plan is now unlimited");
    JsonNode granted = organization("gaumont").get("entitlement");
    assertThat(granted.get("plan").asString()).isEqualTo("unlimited");
    assertThat(granted.get("until").asString()).isEqualTo("2036-01-01T00:00:00Z");
    Shell.Done unknown = shell.run("entitlement", "grant", "gaumont", "--plan", "gold");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("--plan: there is no plan gold. The plans are ");
    assertThat(organization("gaumont").at("/entitlement/plan").asString()).isEqualTo("unlimited");
    shell.run("entitlement", "revoke", "gaumont").succeeds();
    shell.run("entitlement", "grant", "gaumont").succeeds();
    assertThat(organization("gaumont").at("/entitlement/plan").asString()).isEqualTo("standard");
  }

  @Test
  void a_grant_replaces_the_one_before() {
    shell.run("organization", "create", "astor").succeeds();
    shell.run("entitlement", "grant", "astor", "--plan", "Trial").succeeds();
    assertThat(organization("astor").at("/entitlement/plan").asString()).isEqualTo("trial");
    shell
        .run(
            "entitlement grant astor --from 2026-01-01T00:00:00Z --until 2026-01-02T01:00:00+01:00"
                .split(" "))
        .succeeds();
    JsonNode granted = organization("astor").get("entitlement");
    assertThat(granted.get("plan").asString()).isEqualTo("trial");
    assertThat(granted.get("from").asString()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(granted.get("until").asString()).isEqualTo("2026-01-02T00:00:00Z");
    assertThat(granted.get("active").asBoolean()).isFalse();
    shell.run("entitlement", "revoke", "astor").succeeds();
    assertThat(organization("astor").has("entitlement")).isFalse();
    shell.run("entitlement", "revoke", "astor").succeeds();
  }

  private JsonNode organization(String name) {
    return shell.run("organization", "list", "--json").only("name", name);
  }
}
