package org.marquee.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.marquee.access.AccessRevision;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Account;
import org.marquee.access.Admission;
import org.marquee.access.ApiKey;
import org.marquee.access.Change;
import org.marquee.access.Entitlement;
import org.marquee.access.Gate;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyRotation;
import org.marquee.access.NewKey;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.access.Register;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;

@NullMarked
class PostgresAccessTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  private static final Database STORE = MigratedDatabase.open();

  private static final DataSource database = STORE.pool();
  private final PostgresAccess book = new PostgresAccess(database);

  @AfterAll
  static void close() {
    STORE.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    execute("truncate api_key, entitlement, organization; update access_revision set n = 0");
  }

  @Test
  void a_rotated_key_has_a_successor_like_it_and_ends_after_a_while() {
    book.createOrganization("rex");
    NewKey old = book.issueKey("rex", IssuedKey.Scope.CALENDAR, "box", null).orElseThrow();
    AccessRevision before = book.revision();
    Instant now = Instant.now();
    KeyRotation.Rotated done =
        (KeyRotation.Rotated) book.rotateKey(old.key().id(), Duration.ofHours(24), null);
    assertThat(book.revision()).isNotEqualTo(before);
    IssuedKey fresh = done.replacement().key();
    assertThat(fresh.id()).isNotEqualTo(old.key().id());
    assertThat(done.replacement().secret()).isNotEqualTo(old.secret());
    assertThat(fresh)
        .returns("rex", IssuedKey::organization)
        .returns("box", IssuedKey::label)
        .returns(IssuedKey.Scope.CALENDAR, IssuedKey::scope)
        .returns(null, IssuedKey::expires);
    assertThat(done.replaced())
        .returns(old.key().id(), IssuedKey::id)
        .returns(fresh.id(), IssuedKey::replacedBy);
    assertThat(done.replaced().expires())
        .isBetween(now.plusSeconds(86_340), now.plusSeconds(86_460));
    Register register = book.load();
    assertThat(register.find(old.secret(), now.plusSeconds(86_000))).isPresent();
    assertThat(register.find(old.secret(), now.plusSeconds(87_000))).isEmpty();
    assertThat(register.find(done.replacement().secret(), now.plusSeconds(87_000))).isPresent();
    assertThat(book.rotateKey(old.key().id(), Duration.ZERO, null))
        .isEqualTo(new KeyRotation.Refused(done.replaced()));
  }

  @Test
  void a_rotation_extends_nothing_and_may_end_the_old_key_at_once() {
    book.createOrganization("rex");
    Instant soon = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.MICROS);
    NewKey old = book.issueKey("rex", null, soon).orElseThrow();
    KeyRotation.Rotated first =
        (KeyRotation.Rotated) book.rotateKey(old.key().id(), Duration.ofDays(7), null);
    assertThat(first.replaced().expires()).isEqualTo(soon);
    assertThat(first.replacement().key().expires()).isEqualTo(soon);
    Instant later = soon.plusSeconds(3600);
    KeyRotation.Rotated second =
        (KeyRotation.Rotated) book.rotateKey(first.replacement().key().id(), Duration.ZERO, later);
    assertThat(second.replacement().key().expires()).isEqualTo(later);
    assertThat(book.load().find(first.replacement().secret(), Instant.now().plusSeconds(1)))
        .isEmpty();
    String revoked = second.replacement().key().id();
    book.revokeKey(revoked);
    assertThat(book.rotateKey(revoked, Duration.ZERO, null))
        .isInstanceOf(KeyRotation.Refused.class);
    assertThat(book.rotateKey("key_none", Duration.ZERO, null))
        .isEqualTo(new KeyRotation.Unknown());
  }

  @Test
  void the_last_hour_in_which_a_key_was_used_is_kept_without_a_new_revision() {
    book.createOrganization("rex");
    String one = book.issueKey("rex", null, null).orElseThrow().key().id();
    String two = book.issueKey("rex", null, null).orElseThrow().key().id();
    AccessRevision before = book.revision();
    book.noteUse(Map.of(one, NOON, two, NOON.plusSeconds(3600), "key_none", NOON));
    book.noteUse(Map.of(one, NOON.plusSeconds(3600), two, NOON));
    assertThat(book.listKeys())
        .extracting(IssuedKey::lastUsed)
        .containsOnly(NOON.plusSeconds(3600));
    assertThat(book.revision()).isEqualTo(before);
  }

  @Test
  void programs_that_do_not_know_keys_for_calendars_may_not_read_the_first_one()
      throws SQLException {
    book.createOrganization("rex");
    book.issueKey("rex", null, null);
    execute("update compatibility set oldest_program = 19");
    assertThat(oldestProgram()).isEqualTo(19);
    book.issueKey("rex", IssuedKey.Scope.CALENDAR, null, null);
    assertThat(oldestProgram()).isEqualTo(22);
  }

  private static long oldestProgram() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Sql.of("select oldest_program from compatibility").number(connection);
    }
  }

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
    AccessRevision revision = book.revision();
    assertThat(book.resume("rex")).isEqualTo(Change.ALREADY_SO);
    assertThat(book.revokeEntitlement("rex")).isEqualTo(Change.ALREADY_SO);
    assertThat(book.suspend("Rex")).isEqualTo(Change.UNKNOWN);
    assertThat(book.resume("nobody")).isEqualTo(Change.UNKNOWN);
    assertThat(book.revokeEntitlement("nobody")).isEqualTo(Change.UNKNOWN);
    assertThat(book.grant("nobody", new Entitlement("trial", NOON, null)))
        .isEqualTo(Change.UNKNOWN);
    assertThat(book.revokeKey("key_nobody")).isEqualTo(Change.UNKNOWN);
    assertThat(book.issueKey("nobody", null, null)).isEmpty();
    assertThat(book.revision()).isEqualTo(revision);
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
    assertThat(book.revision().number()).isEqualTo(8);
    assertThat(book.load().revision()).isEqualTo(book.revision());
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
            new Plan("trial", OptionalInt.of(60), false),
            new Plan("unlimited", OptionalInt.empty()));
    book.createOrganization("rex");
    Entitlement partner = new Entitlement("partner", NOON, null);
    assertThat(book.grant("rex", partner)).isEqualTo(Change.UNKNOWN);
    Gate gate = new Gate(InstantSource.fixed(NOON), System::nanoTime);
    try {
      AccessRevision before = book.revision();
      execute("insert into plan values ('partner', 7)");
      assertThat(book.revision()).isNotEqualTo(before);
      assertThat(book.grant("rex", partner)).isEqualTo(Change.MADE);
      assertThat(book.renew("rex", NOON, null)).contains("partner");
      gate.refresh(book);
      String field = "Bearer " + book.issueKey("rex", null, null).orElseThrow().secret().text();
      gate.refresh(book);
      assertThat(gate.admit(List.of(field)))
          .extracting("rate.policyField")
          .isEqualTo("\"partner\";q=7;w=60");
      execute("update plan set requests_per_minute = 8 where name = 'partner'");
      gate.refresh(book);
      assertThat(gate.admit(List.of(field)))
          .extracting("rate.policyField")
          .isEqualTo("\"partner\";q=8;w=60");
      assertThatThrownBy(() -> execute("delete from plan where name = 'partner'"))
          .hasMessageContaining("entitlement");
    } finally {
      execute("delete from entitlement; delete from plan where name = 'partner'");
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
      assertThatThrownBy(() -> execute(wrong)).as(wrong).isInstanceOf(SQLException.class);
    }
    AccessRevision before = book.revision();
    execute("update plan set requests_per_minute = 60 where name = 'trial'");
    assertThat(book.revision()).isNotEqualTo(before);
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
  void a_key_opens_the_register_until_it_is_revoked() {
    book.createOrganization("rex");
    NewKey key = book.issueKey("rex", "the café’s 🎬", NOON.plusNanos(123_456_789)).orElseThrow();
    assertThat(key.key().expires()).isEqualTo(NOON.plusNanos(123_456_000));
    assertThat(book.listKeys()).containsExactly(key.key());
    assertThat(book.load().find(key.secret(), NOON)).isPresent();
    assertThat(book.load().find(key.secret(), NOON.plusSeconds(1))).isEmpty();
    assertThat(book.load().find(ApiKey.generate(), NOON)).isEmpty();

    assertThat(book.revokeKey(key.key().id())).isEqualTo(Change.MADE);
    assertThat(book.revokeKey(key.key().id())).isEqualTo(Change.ALREADY_SO);
    assertThat(book.load().find(key.secret(), NOON)).isEmpty();
    IssuedKey listed = book.listKeys().getFirst();
    assertThat(listed.revoked()).isNotNull();
    assertThat(listed.label()).isEqualTo("the café’s 🎬");
  }

  @Test
  void a_gate_that_has_seen_a_key_revoked_refuses_it_even_by_an_older_register() {
    book.createOrganization("rex");
    book.grant("rex", new Entitlement("unlimited", NOON, null));
    NewKey key = book.issueKey("rex", null, null).orElseThrow();
    Register older = book.load();
    Gate gate = new Gate(() -> NOON, System::nanoTime);
    List<String> authorization = List.of("Bearer " + key.secret().text());
    gate.replace(older);
    assertThat(gate.admit(authorization)).isInstanceOf(Admission.Admitted.class);
    book.revokeKey(key.key().id());
    gate.refresh(book);
    assertThat(gate.admit(authorization)).isEqualTo(new Admission.Unauthorized(true));
    gate.replace(older);
    assertThat(gate.admit(authorization)).isEqualTo(new Admission.Unauthorized(true));
  }

  @Test
  void keys_are_listed_by_organization_and_age() {
    book.createOrganization("rex");
    book.createOrganization("odeon");
    IssuedKey first = book.issueKey("rex", null, null).orElseThrow().key();
    IssuedKey second = book.issueKey("odeon", null, null).orElseThrow().key();
    IssuedKey third = book.issueKey("rex", null, null).orElseThrow().key();
    assertThat(book.listKeys()).containsExactly(second, first, third);
  }

  @Test
  void the_key_itself_is_stored_nowhere() throws SQLException {
    book.createOrganization("rex");
    NewKey key = book.issueKey("rex", "label", null).orElseThrow();
    String row;
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("select k::text, hash from api_key k")) {
      rows.next();
      row = rows.getString(1);
      assertThat(rows.getBytes(2)).isEqualTo(key.secret().hash().toBytes());
    }
    String secret = key.secret().text();
    assertThat(row).contains("label").doesNotContain(secret);
    assertThat(row)
        .doesNotContain(
            java.util.HexFormat.of().formatHex(secret.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void what_cannot_be_is_refused_before_anything_is_stored() {
    book.createOrganization("rex");
    assertThatThrownBy(() -> book.createOrganization("no name"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> book.issueKey("rex", "a\u0000", null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(book.revision().number()).isEqualTo(1);
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
        Register register = book.load();
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
    assertThat(book.revision().number()).isEqualTo(240);
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
    assertThat(book.revision().number()).isEqualTo(1);
  }

  @Test
  void the_database_has_one_revision_only() {
    assertThatThrownBy(() -> execute("insert into access_revision values (7)"))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void a_connection_goes_back_as_it_came() throws SQLException {
    book.createOrganization("rex");
    book.load();
    try (Connection connection = database.getConnection()) {
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    }
  }

  @Test
  void without_a_database_everything_says_so() {
    var nowhere = new org.postgresql.ds.PGSimpleDataSource();
    nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/none?connectTimeout=2");
    PostgresAccess lost = new PostgresAccess(nowhere);
    assertThatThrownBy(lost::revision).isInstanceOf(AccessUnavailable.class);
    assertThatThrownBy(lost::load).isInstanceOf(AccessUnavailable.class);
    assertThatThrownBy(() -> lost.suspend("rex")).isInstanceOf(AccessUnavailable.class);
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
