package org.marquee.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class DatabaseUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          postgresql://db.example/marquee | jdbc:postgresql://db.example/marquee
          postgres://rex:s3cret@db.example:5433/marquee | jdbc:postgresql://db.example:5433/marquee?user=rex&password=s3cret
          postgresql://rex:a%26b%40c+d@db/m | jdbc:postgresql://db/m?user=rex&password=a%26b%40c%2Bd
          postgresql://rex@[::1]:5432/m?sslmode=require | jdbc:postgresql://[::1]:5432/m?user=rex&sslmode=require
          postgresql://a,b:5433/m?target_session_attrs=read-write | jdbc:postgresql://a,b:5433/m?targetServerType=primary
          postgresql://a,b/m?target_session_attrs=any&connect_timeout=3 | jdbc:postgresql://a,b/m?targetServerType=any&connectTimeout=3
          postgresql://a,b/m?target_session_attrs=prefer-standby | jdbc:postgresql://a,b/m?targetServerType=preferSecondary
          """)
  void a_url_of_libpq_means_the_same(String text, String url) {
    assertThat(DatabaseUrl.read(text)).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://a/m, jdbc:postgresql://a/m",
    "'jdbc:postgresql://a,b:5433/m', 'jdbc:postgresql://a,b:5433/m?targetServerType=primary'",
    "'jdbc:postgresql://a,b/m?user=u', 'jdbc:postgresql://a,b/m?user=u&targetServerType=primary'",
    "'postgresql://a,b/m', 'jdbc:postgresql://a,b/m?targetServerType=primary'",
    "'jdbc:postgresql://a,b/m?targetServerType=any', 'jdbc:postgresql://a,b/m?targetServerType=any'"
  })
  void of_several_hosts_the_primary_is_used_unless_another_is_asked_for(String text, String url) {
    assertThat(DatabaseUrl.read(text)).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://a/m",
        "postgresql://",
        "postgresql:///m?host=/run/postgresql",
        "postgresql://u:hunter2@a@b/m",
        "postgresql://u:hunter2@a:99999/m",
        "postgresql://u:hunter2@a/m?colour=red",
        "postgresql://u:hunter2@a/m?target_session_attrs=hunter2",
        "postgresql://u:hunter2%zz@a/m",
        "jdbc:postgresql://u:hunter2@a/m"
      })
  void anything_else_is_refused_without_quoting_it(String text) {
    assertThatThrownBy(() -> DatabaseUrl.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("hunter2");
  }
}
