package org.marquee.store.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.marquee.access.AccessRevision;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Account;
import org.marquee.access.Change;
import org.marquee.access.Entitlement;
import org.marquee.access.Gate;
import org.marquee.access.NewKey;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.access.Rate;
import org.marquee.access.Register;

@NullMarked
class PostgresAccessTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  @RegisterExtension static final AccessDatabase DATABASE = new AccessDatabase();

  private final DataSource database = DATABASE.pool();
  private final PostgresAccess book = new PostgresAccess(database);
  private final PostgresRegisters registers = DATABASE.registers();

  @Test
  void an_organization_is_created_once() {
    assertThat(book.createOrganization("rex")).isEqualTo(Change.MADE);
    assertThat(book.suspend("rex")).isEqualTo(Change.MADE);
    assertThat(book.createOrganization("rex")).isEqualTo(Change.ALREADY_SO);
    assertThat(book.listAccounts())
        .containsExactly(
            new Account(new Organization("rex", Organization.Standing.SUSPENDED), null));
  }

  @Test
  void organizations_are_listed_by_code_point() {
    for (String name : List.of("b", "a", "B", "_", "a.b", "a-b")) {
      assertThat(book.createOrganization(name)).isEqualTo(Change.MADE);
    }
    assertThat(book.listAccounts())
        .extracting(account -> account.organization().name())
        .containsExactly("B", "_", "a", "a-b", "a.b", "b");
  }

  @Test
  void what_is_so_already_and_what_is_unknown_changes_nothing() {
    book.createOrganization("rex");
    AccessRevision revision = registers.revision();
    assertThat(book.resume("rex")).isEqualTo(Change.ALREADY_SO);
    assertThat(book.revokeEntitlement("rex")).isEqualTo(Change.ALREADY_SO);
    assertThat(book.suspend("Rex")).isEqualTo(Change.UNKNOWN);
    assertThat(book.resume("nobody")).isEqualTo(Change.UNKNOWN);
    assertThat(book.revokeEntitlement("nobody")).isEqualTo(Change.UNKNOWN);
    assertThat(book.grant("nobody", new Entitlement("trial", NOON, null)))
        .isEqualTo(Change.UNKNOWN);
    assertThat(book.revokeKey("key_nobody")).isEqualTo(Change.UNKNOWN);
    assertThat(book.issueKey("nobody", null, null)).isEmpty();
    assertThat(registers.revision()).isEqualTo(revision);
  }

  @Test
  void every_change_makes_one_revision() {
    book.createOrganization("rex");
    book.suspend("rex");
    book.resume("rex");
    book.grant("rex", new Entitlement("trial", NOON, null));
    book.grant("rex", new Entitlement("trial", NOON, null));
    book.revokeEntitlement("rex");
    NewKey key = book.issueKey("rex", null, null).orElseThrow();
    book.revokeKey(key.key().id());
    assertThat(registers.revision().number()).isEqualTo(8);
    assertThat(registers.load().revision()).isEqualTo(registers.revision());
  }

  @Test
  void a_grant_replaces_the_one_before() {
    book.createOrganization("rex");
    Entitlement first = new Entitlement("unlimited", NOON, NOON.plusSeconds(60));
    Entitlement second = new Entitlement("standard", NOON.plusNanos(1999), null);
    assertThat(book.grant("rex", first)).isEqualTo(Change.MADE);
    assertThat(book.listAccounts().getFirst().entitlement()).isEqualTo(first);
    assertThat(book.grant("rex", second)).isEqualTo(Change.MADE);
    assertThat(book.listAccounts().getFirst().entitlement()).isEqualTo(second);
    assertThat(book.revokeEntitlement("rex")).isEqualTo(Change.MADE);
    assertThat(book.listAccounts().getFirst().entitlement()).isNull();
  }

  @Test
  void plans_are_rows_and_a_changed_one_is_a_new_revision() throws SQLException {
    assertThat(book.listPlans())
        .containsExactly(
            new Plan("standard", OptionalInt.of(600)),
            new Plan("trial", Optional.of(Rate.of(60)), false, OptionalLong.empty()),
            new Plan("unlimited", OptionalInt.empty()));
    book.createOrganization("rex");
    Entitlement partner = new Entitlement("partner", NOON, null);
    assertThat(book.grant("rex", partner)).isEqualTo(Change.UNKNOWN);
    Gate gate = new Gate(InstantSource.fixed(NOON), System::nanoTime);
    try {
      AccessRevision before = registers.revision();
      DATABASE.execute("insert into plan values ('partner', 7)");
      assertThat(registers.revision()).isNotEqualTo(before);
      assertThat(book.grant("rex", partner)).isEqualTo(Change.MADE);
      assertThat(book.renew("rex", NOON, null)).contains("partner");
      gate.refresh(registers);
      String field = "Bearer " + book.issueKey("rex", null, null).orElseThrow().secret().text();
      gate.refresh(registers);
      assertThat(gate.admit(List.of(field), (_, _) -> {}))
          .extracting("rate.policyField")
          .isEqualTo("\"partner\";q=7;w=60");
      DATABASE.execute("update plan set requests_per_minute = 8 where name = 'partner'");
      gate.refresh(registers);
      assertThat(gate.admit(List.of(field), (_, _) -> {}))
          .extracting("rate.policyField")
          .isEqualTo("\"partner\";q=8;w=60");
      assertThatThrownBy(() -> DATABASE.execute("delete from plan where name = 'partner'"))
          .hasMessageContaining("entitlement");
    } finally {
      DATABASE.execute("delete from entitlement; delete from plan where name = 'partner'");
    }
  }

  @Test
  void the_plans_that_the_program_needs_stay() throws SQLException {
    for (String wrong :
        List.of(
            "delete from plan where name = 'trial'",
            "update plan set name = 'basic' where name = 'standard'",
            "insert into plan values ('Gold', 1)",
            "insert into plan values ('none', 0)")) {
      assertThatThrownBy(() -> DATABASE.execute(wrong)).as(wrong).isInstanceOf(SQLException.class);
    }
    AccessRevision before = registers.revision();
    DATABASE.execute("update plan set requests_per_minute = 60 where name = 'trial'");
    assertThat(registers.revision()).isNotEqualTo(before);
  }

  @Test
  void times_from_the_first_year_to_the_last_come_back_as_they_were() {
    book.createOrganization("rex");
    Entitlement longest =
        new Entitlement(
            "standard",
            Instant.parse("0000-01-01T00:00:00Z"),
            Instant.parse("9999-12-31T23:59:59.999999999Z"));
    book.grant("rex", longest);
    assertThat(book.listAccounts().getFirst().entitlement()).isEqualTo(longest);
  }

  @Test
  void what_cannot_be_is_refused_before_anything_is_stored() {
    book.createOrganization("rex");
    assertThatThrownBy(() -> book.createOrganization("no name"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> book.issueKey("rex", "a\u0000", null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(registers.revision().number()).isEqualTo(1);
  }

  @Test
  void no_load_sees_half_a_change() throws Exception {
    List<Thread> writers = new ArrayList<>();
    for (int writer = 0; writer < 3; writer++) {
      String prefix = "o" + writer + "-";
      writers.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int n = 0; n < 40; n++) {
                  book.createOrganization(prefix + n);
                  assertThat(book.issueKey(prefix + n, null, null)).isPresent();
                }
              }));
    }
    long last = 0;
    try {
      while (writers.stream().anyMatch(Thread::isAlive)) {
        Register register = registers.load();
        long known = 0;
        for (int writer = 0; writer < 3; writer++) {
          for (int n = 0; n < 40; n++) {
            known += register.findNamed("o" + writer + "-" + n).isPresent() ? 1 : 0;
          }
        }
        // Each organization is one revision and each key another.
        assertThat(register.revision().number())
            .isBetween(Math.max(last, 2 * known - 3), 2 * known);
        last = register.revision().number();
      }
    } finally {
      for (Thread writer : writers) {
        writer.join();
      }
    }
    assertThat(registers.revision().number()).isEqualTo(240);
    assertThat(book.listKeys()).hasSize(120);
  }

  @Test
  void one_of_many_creates_an_organization() throws Exception {
    List<Change> changes = java.util.Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (int time = 0; time < 6; time++) {
      threads.add(Thread.ofPlatform().start(() -> changes.add(book.createOrganization("rex"))));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(changes).hasSize(6).containsOnlyOnce(Change.MADE);
    assertThat(registers.revision().number()).isEqualTo(1);
  }

  @Test
  void without_a_database_everything_says_so() {
    var nowhere = new org.postgresql.ds.PGSimpleDataSource();
    nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/none?connectTimeout=2");
    PostgresAccess lost = new PostgresAccess(nowhere);
    assertThatThrownBy(lost::listKeys).isInstanceOf(AccessUnavailable.class);
    assertThatThrownBy(() -> lost.suspend("rex")).isInstanceOf(AccessUnavailable.class);
  }
}
