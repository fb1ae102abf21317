package org.marquee.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;

@NullMarked
class ChecksumsTest {
  private final Random random = new Random(20261122);

  @Test
  void the_checksum_of_two_texts_is_that_of_both_together() {
    for (int round = 0; round < Rounds.of(2_000); round++) {
      byte[] both = new byte[random.nextInt(round < 1_900 ? 600 : 100_000)];
      random.nextBytes(both);
      int cut = random.nextInt(both.length + 1);
      check(Checksums.CRC32, new CRC32(), both, cut);
      check(Checksums.CRC32C, new CRC32C(), both, cut);
    }
  }

  private static void check(Checksums checksums, Checksum checksum, byte[] both, int cut) {
    int first = of(checksum, both, 0, cut);
    int second = of(checksum, both, cut, both.length);
    assertThat(checksums.join(first, second, both.length - cut))
        .isEqualTo(of(checksum, both, 0, both.length));
  }

  private static int of(Checksum checksum, byte[] bytes, int from, int until) {
    checksum.reset();
    checksum.update(bytes, from, until - from);
    return (int) checksum.getValue();
  }
}
