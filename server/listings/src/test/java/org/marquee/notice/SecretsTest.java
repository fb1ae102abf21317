package org.marquee.notice;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class SecretsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "https://u:p@a.example/x | https://…@a.example/x",
        "https://u:p/w?#@a.example/x | https://…@a.example/x",
        "https://token@a.example/x | https://…@a.example/x",
        "http://a.example:80/b@c | http://a.example:80/b@c",
        "https://a.example/x?token=t&cinema=1 | https://a.example/x?token=…&cinema=1",
        "https://a.example/x?cinema=1&API_KEY=t | https://a.example/x?cinema=1&API_KEY=…",
        "https://a.example/x?X-Amz-Signature=f0 | https://a.example/x?X-Amz-Signature=…",
        "jdbc:postgresql://h/d?user=u&password=p&sslpassword=q | jdbc:postgresql://h/d?user=u&password=…&sslpassword=…",
        "see 'https://a.example/?key=k' or not | see 'https://a.example/?key=…' or not",
        "someone@example.org wrote a=b | someone@example.org wrote a=b",
        "https://a.example/?cinema=1&day=2 | https://a.example/?cinema=1&day=2"
      })
  void a_secret_of_an_address_is_masked(String text, String shown) {
    assertThat(Secrets.masked(text)).isEqualTo(shown);
  }
}
