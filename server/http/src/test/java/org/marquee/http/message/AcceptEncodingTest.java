package org.marquee.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;

@NullMarked
class AcceptEncodingTest {
  @ParameterizedTest
  @Cases(
      """
      gzip | GZip | x-gzip | deflate, gzip, br | gzip;q=1 | gzip;q=1.000 | gzip ; q=0.001
      gzip;Q=0.5 | * | *;q=0.1 | br;q=1.0, gzip;q=0.8, *;q=0.1 | identity;q=0.5, gzip
      identity, gzip | gzip, *;q=0 | identity;q=0, * | , gzip ,
      """)
  void gzip_may_be_used(String field) {
    assertThat(AcceptEncoding.allowsGzip(List.of(field))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {""})
  @Cases(
      """
      identity | br | gzip;q=0 | gzip;q=0.0 | gzip;q=0.000 | *;q=0 | gzip;q=0, *
      identity, gzip;q=0.5 | identity;q=0.6, *;q=0.5 | gzip;q=2 | gzip;q=-1 | gzip;q=
      gzip;q=0.0001 | gzip;level=9 | gzipped | not-gzip
      """)
  void gzip_may_not_be_used(String field) {
    assertThat(AcceptEncoding.allowsGzip(List.of(field))).isFalse();
  }

  @Test
  void fields_count_together() {
    assertThat(AcceptEncoding.allowsGzip(List.of("br", "gzip"))).isTrue();
    assertThat(AcceptEncoding.allowsGzip(List.of("gzip;q=0", "*"))).isFalse();
    assertThat(AcceptEncoding.allowsGzip(List.of())).isFalse();
  }
}
