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

/// `plan` as it is typed.
@NullMarked
class PlanCommandTest {
  private Shell shell = new Shell(Path.of(""));

  @BeforeEach
  void open(@TempDir Path home) {
    shell = new Shell(home, MigratedDatabase.create());
  }

  @Test
  void a_plan_is_made_once_and_changes_only_in_what_is_given() {
    assertThat(
            shell.run("plan", "create", "partner", "--rate", "6000", "--no-bulk").succeeds().out())
        .isEqualTo(
            "created plan partner: 6000 requests a minute, without whole lists and bulk files\n");
    assertThat(shell.run("plan", "create", "slow", "--rate", "1").succeeds().out())
        .startsWith("created plan slow: 1 request a minute, ");
    shell
        .run("plan", "create", "partner", "--rate", "1")
        .fails("plan partner exists already; use plan change");
    assertThat(plan("partner"))
        .hasToString("{\"name\":\"partner\",\"rate\":6000,\"burst\":6000,\"bulk\":false}");
    shell.run("plan", "change", "partner", "--bulk").succeeds();
    assertThat(plan("partner"))
        .hasToString("{\"name\":\"partner\",\"rate\":6000,\"burst\":6000,\"bulk\":true}");
    assertThat(shell.run("plan", "change", "partner", "--rate", "none").succeeds().out())
        .contains("plan partner: no limit of requests, with whole lists and bulk files");
    assertThat(plan("partner")).hasToString("{\"name\":\"partner\",\"bulk\":true}");
    assertThat(
            shell.run("plan", "change", "partner", "--rate", "9", "--quota", "70").succeeds().out())
        .contains("plan partner: 9 requests a minute, 70 a month, with");
    assertThat(shell.run("plan", "change", "partner", "--rate", "none").status()).isEqualTo(2);
    assertThat(plan("partner").get("burst").asInt()).as("it follows the rate").isEqualTo(9);
    assertThat(
            shell.run("plan", "change", "partner", "--rate", "90", "--burst", "3").succeeds().out())
        .contains("plan partner: 90 requests a minute, 3 at once, 70 a month");
    assertThat(shell.run("plan", "change", "partner", "--rate", "600").status()).isEqualTo(2);
    assertThat(plan("partner").get("burst").asInt()).isEqualTo(3);
    shell.run("plan", "change", "partner", "--rate", "600", "--burst", "none").succeeds();
    assertThat(plan("partner").get("burst").asInt()).isEqualTo(600);
    assertThat(shell.run("plan", "create", "odd", "--rate", "none", "--burst", "5").status())
        .isEqualTo(2);
    assertThat(plan("partner").get("quota").asLong()).isEqualTo(70);
    shell.run("plan", "change", "partner", "--quota", "none").succeeds();
    assertThat(plan("partner").has("quota")).isFalse();
    shell
        .run("plan", "change", "nobody", "--bulk")
        .fails("there is no plan nobody; `plan list` shows them");
    shell.run("organization", "create", "mubi").succeeds();
    shell.run("entitlement", "grant", "mubi", "--plan", "partner").succeeds();
    assertThat(organization("mubi").at("/entitlement/plan").asString()).isEqualTo("partner");
  }

  private JsonNode organization(String name) {
    return shell.run("organization", "list", "--json").only("name", name);
  }

  private JsonNode plan(String name) {
    return shell.run("plan", "list", "--json").only("name", name);
  }
}
