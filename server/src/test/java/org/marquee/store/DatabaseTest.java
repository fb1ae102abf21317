package org.marquee.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class DatabaseTest {
  @Test
  void user_and_password_may_stand_in_the_url() {
    TestDatabase test = TestDatabase.fresh();
    Database.Address address = new Database.Address(url(test, test.password()), null, null);
    try (Database database = Database.open(address)) {
      assertThat(new PostgresListings(database.pool()).revision().number()).isZero();
    }
  }

  @Test
  void what_is_told_of_a_database_holds_no_password() {
    TestDatabase test = TestDatabase.fresh();
    assertThatThrownBy(
            () -> Database.open(new Database.Address(url(test, "wrong-one"), null, null)).close())
        .isInstanceOf(DatabaseUnreachable.class)
        .hasMessageContaining("password authentication failed")
        .message()
        .doesNotContain("wrong-one");
  }

  private static String url(TestDatabase test, String password) {
    return test.jdbcUrl()
        + (test.jdbcUrl().contains("?") ? "&" : "?")
        + "user="
        + test.user()
        + "&password="
        + URLEncoder.encode(password, StandardCharsets.UTF_8);
  }
}
