package org.marquee.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.store.run.PostgresAlarms.Trouble;

/// What a node finds wrong with itself.
@NullMarked
class NodeTroublesTest {
  @Test
  void a_lack_of_memory_and_a_faulty_list_of_feeds_are_troubles(@TempDir Path home) {
    String fault = "providers.yaml, line 2: providers[0].nme is not known here";
    NodeTroubles node =
        new NodeTroubles(
            "web1:8080",
            home,
            () -> Optional.of("there is no memory"),
            () -> 3,
            Optional::empty,
            () -> Optional.of(fault),
            Optional::empty);
    assertThat(node.find())
        .filteredOn(each -> !each.code().equals("disk_low"))
        .containsExactly(
            new Trouble("no_memory", "web1:8080", "web1:8080: there is no memory"),
            new Trouble(
                "details_lacking",
                "web1:8080",
                "web1:8080: 3 showtimes have no room for their details"),
            new Trouble("providers_faulty", "web1:8080", "web1:8080: " + fault));
  }

  @Test
  void a_twentieth_of_the_disk_is_kept_free_within_bounds() {
    long gigabyte = 1_000_000_000;
    assertThat(NodeTroubles.isLow(gigabyte, 10 * gigabyte)).isFalse();
    assertThat(NodeTroubles.isLow(gigabyte, 30 * gigabyte)).isTrue();
    assertThat(NodeTroubles.isLow(9 * gigabyte, 8000 * gigabyte)).isTrue();
    assertThat(NodeTroubles.isLow(11 * gigabyte, 8000 * gigabyte)).isFalse();
    assertThat(NodeTroubles.isLow(gigabyte / 5, gigabyte)).isTrue();
  }
}
