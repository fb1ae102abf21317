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

/// `organization` as it is typed.
@NullMarked
class OrganizationCommandTest {
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, MigratedDatabase.create());
  }

  @Test
  void an_organization_is_created_once() {
    shell.run("organization", "create", "lux").succeeds();
    shell.run("organization", "create", "lux").fails("organization lux exists already");
    assertThat(organization("lux").get("suspended").asBoolean()).isFalse();
  }

  @Test
  void an_organization_is_suspended_and_resumed() {
    shell.run("organization", "create", "rio").succeeds();
    shell.run("organization", "suspend", "rio").succeeds();
    shell.run("organization", "suspend", "rio").succeeds();
    assertThat(organization("rio").get("suspended").asBoolean()).isTrue();
    assertThat(shell.run("organization", "list").succeeds().out())
        .containsPattern("rio +suspended");
    shell.run("organization", "resume", "rio").succeeds();
    assertThat(organization("rio").get("suspended").asBoolean()).isFalse();
  }

  private JsonNode organization(String name) {
    return shell.run("organization", "list", "--json").only("name", name);
  }
}
