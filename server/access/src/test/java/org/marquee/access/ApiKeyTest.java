package org.marquee.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class ApiKeyTest {
  private static final Random RANDOM = new Random(20261121);

  @Test
  void a_new_key_is_of_the_documented_form_and_can_be_read_again() {
    for (int time = 0; time < 2000; time++) {
      ApiKey key = ApiKey.generate(RANDOM);
      assertThat(key.text()).matches("mq_[A-Za-z0-9]{38}");
      assertThat(ApiKey.parse(key.text())).contains(key);
    }
  }

  @Test
  void two_new_keys_differ() {
    Set<String> keys = new HashSet<>();
    for (int time = 0; time < 1000; time++) {
      keys.add(ApiKey.generate().text());
    }
    assertThat(keys).hasSize(1000);
  }

  @Test
  void every_letter_and_digit_occurs_in_keys() {
    Set<Integer> seen = new HashSet<>();
    for (int time = 0; time < 200; time++) {
      ApiKey.generate(RANDOM).text().substring(3, 35).chars().forEach(seen::add);
    }
    assertThat(seen).hasSize(62);
  }

  /// Keys from another implementation of CRC-32 and base 62: issued keys must stay valid.
  @Test
  void the_checksum_is_the_crc_32_of_what_precedes_it_in_base_62() {
    assertThat(ApiKey.parse("mq_000000000000000000000000000000002JhZUH")).isPresent();
    assertThat(ApiKey.parse("mq_Zz09Zz09Zz09Zz09Zz09Zz09Zz09Zz093iOXFc")).isPresent();
  }

  @Test
  void no_single_wrong_character_goes_unnoticed() {
    for (int time = 0; time < 20; time++) {
      String key = ApiKey.generate(RANDOM).text();
      for (int at = 0; at < key.length(); at++) {
        for (char letter = 0; letter < 256; letter++) {
          if (letter != key.charAt(at)) {
            String wrong = key.substring(0, at) + letter + key.substring(at + 1);
            assertThat(ApiKey.parse(wrong)).as(wrong).isEmpty();
          }
        }
      }
    }
  }

  @Test
  void no_two_neighbours_change_places_unnoticed() {
    for (int time = 0; time < 500; time++) {
      String key = ApiKey.generate(RANDOM).text();
      for (int at = 0; at < key.length() - 1; at++) {
        StringBuilder wrong = new StringBuilder(key);
        wrong.setCharAt(at, key.charAt(at + 1));
        wrong.setCharAt(at + 1, key.charAt(at));
        if (!wrong.toString().equals(key)) {
          assertThat(ApiKey.parse(wrong.toString())).as("%s", wrong).isEmpty();
        }
      }
    }
  }

  @Test
  void a_key_cut_short_or_drawn_out_is_none() {
    String key = ApiKey.generate(RANDOM).text();
    for (int length = 0; length < key.length(); length++) {
      assertThat(ApiKey.parse(key.substring(0, length))).isEmpty();
    }
    assertThat(ApiKey.parse(key + "0")).isEmpty();
    assertThat(ApiKey.parse(" " + key)).isEmpty();
    assertThat(ApiKey.parse(key + "\n")).isEmpty();
  }

  @Test
  void a_key_is_not_shown_by_accident() {
    ApiKey key = ApiKey.generate(RANDOM);
    assertThat(key.toString()).doesNotContain(key.text().substring(3));
  }

  @Test
  void the_hash_is_the_sha_256_of_the_text() throws Exception {
    ApiKey key = ApiKey.generate(RANDOM);
    byte[] expected = MessageDigest.getInstance("SHA-256").digest(key.text().getBytes(US_ASCII));
    assertThat(key.hash().toBytes()).isEqualTo(expected);
    assertThat(KeyHash.of(expected)).isEqualTo(key.hash());
  }

  @Test
  void hashes_of_another_length_are_refused() {
    assertThatThrownBy(() -> KeyHash.of(new byte[31])).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KeyHash.of(new byte[33])).isInstanceOf(IllegalArgumentException.class);
  }
}
