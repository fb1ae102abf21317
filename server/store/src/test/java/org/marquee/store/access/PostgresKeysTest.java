package org.marquee.store.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.marquee.access.AccessRevision;
import org.marquee.access.ApiKey;
import org.marquee.access.Change;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyRotation;
import org.marquee.access.NewKey;
import org.marquee.access.Register;

/// Keys in the database.
@NullMarked
class PostgresKeysTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  @RegisterExtension static final AccessDatabase DATABASE = new AccessDatabase();

  private final DataSource database = DATABASE.pool();
  private final PostgresAccess book = new PostgresAccess(database);
  private final PostgresRegisters registers = DATABASE.registers();

  @Test
  void a_rotated_key_has_a_successor_like_it_and_ends_after_a_while() {
    book.createOrganization("rex");
    NewKey old = book.issueKey("rex", IssuedKey.Scope.CALENDAR, "box", null).orElseThrow();
    AccessRevision before = registers.revision();
    Instant now = Instant.now();
    KeyRotation.Rotated done =
        (KeyRotation.Rotated) book.rotateKey(old.key().id(), Duration.ofHours(24), null);
    assertThat(registers.revision()).isNotEqualTo(before);
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
    Register register = registers.load();
    assertThat(register.find(old.secret(), now.plusSeconds(86_000))).isPresent();
    assertThat(register.find(old.secret(), now.plusSeconds(87_000))).isEmpty();
    assertThat(register.find(done.replacement().secret(), now.plusSeconds(87_000))).isPresent();
    assertThat(book.rotateKey(old.key().id(), Duration.ZERO, null))
        .isEqualTo(new KeyRotation.NotInUse(done.replaced()));
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
    assertThat(registers.load().find(first.replacement().secret(), Instant.now().plusSeconds(1)))
        .isEmpty();
    String revoked = second.replacement().key().id();
    book.revokeKey(revoked);
    assertThat(book.rotateKey(revoked, Duration.ZERO, null))
        .isInstanceOf(KeyRotation.NotInUse.class);
    assertThat(book.rotateKey("key_none", Duration.ZERO, null))
        .isEqualTo(new KeyRotation.Unknown());
  }

  @Test
  void the_last_hour_in_which_a_key_was_used_is_kept_without_a_new_revision() {
    book.createOrganization("rex");
    String one = book.issueKey("rex", null, null).orElseThrow().key().id();
    String two = book.issueKey("rex", null, null).orElseThrow().key().id();
    AccessRevision before = registers.revision();
    registers.noteUse(Map.of(one, NOON, two, NOON.plusSeconds(3600), "key_none", NOON));
    registers.noteUse(Map.of(one, NOON.plusSeconds(3600), two, NOON));
    assertThat(book.listKeys())
        .extracting(IssuedKey::lastUsed)
        .containsOnly(NOON.plusSeconds(3600));
    assertThat(registers.revision()).isEqualTo(before);
  }

  @Test
  void a_key_opens_the_register_until_it_is_revoked() {
    book.createOrganization("rex");
    NewKey key = book.issueKey("rex", "the café’s 🎬", NOON.plusNanos(123_456_789)).orElseThrow();
    assertThat(key.key().expires()).isEqualTo(NOON.plusNanos(123_456_000));
    assertThat(book.listKeys()).containsExactly(key.key());
    assertThat(registers.load().find(key.secret(), NOON)).isPresent();
    assertThat(registers.load().find(key.secret(), NOON.plusSeconds(1))).isEmpty();
    assertThat(registers.load().find(ApiKey.generate(), NOON)).isEmpty();

    assertThat(book.revokeKey(key.key().id())).isEqualTo(Change.MADE);
    assertThat(book.revokeKey(key.key().id())).isEqualTo(Change.ALREADY_SO);
    assertThat(registers.load().find(key.secret(), NOON)).isEmpty();
    IssuedKey listed = book.listKeys().getFirst();
    assertThat(listed.revoked()).isNotNull();
    assertThat(listed.label()).isEqualTo("the café’s 🎬");
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
}
