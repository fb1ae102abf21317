package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.app.Showbill;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;

/// Two serving nodes over one database, as processes of their own.
@NullMarked
class CollectingNodesTest {
  @Test
  void one_of_two_nodes_collects_and_when_it_is_killed_the_other_does(
      @TempDir Path first, @TempDir Path second) throws Exception {
    TestDatabase database = TestDatabase.fresh();
    Process one = serve(first, "first", database);
    try {
      awaitRuns(first, 0);
      Process other = serve(second, "second", database);
      try {
        awaitRuns(first, runs(first));
        awaitRuns(first, runs(first));
        assertThat(runs(second)).isZero();
        one.destroyForcibly().waitFor();
        int left = runs(first);
        awaitRuns(second, 0);
        assertThat(runs(first)).isEqualTo(left);
        other.destroy();
        assertThat(other.waitFor()).isZero();
        // It has given its lease back: the next node need not wait for the end of it.
        try (Connection connection = database.connect()) {
          assertThat(Sql.of("select count(*) from lease where name = 'collect'").number(connection))
              .isZero();
        }
      } finally {
        other.destroyForcibly().waitFor();
      }
    } finally {
      one.destroyForcibly().waitFor();
    }
  }

  private static Process serve(Path home, String provider, TestDatabase database)
      throws IOException {
    Files.writeString(
        home.resolve("providers.yaml"),
        """
        providers:
          - name: %s
            files: feed.ndjson
            every: 1s
        """
            .formatted(provider));
    new Showbill("rex").showtimes(3).write(home.resolve("feed.ndjson"));
    return CollectCommandTest.start(
        new Shell(home, database),
        "serve",
        "--collect",
        "--port",
        "0",
        "--bind",
        "127.0.0.1",
        "--ops-port",
        "0");
  }

  /// The number of runs whose input a node has archived.
  private static int runs(Path home) {
    String[] names =
        home.resolve("runs").toFile().list((_, name) -> name.matches(".*-[0-9a-f]{8}"));
    return names == null ? 0 : names.length;
  }

  private static void awaitRuns(Path home, int moreThan) throws InterruptedException {
    Instant end = Instant.now().plusSeconds(120);
    while (runs(home) <= moreThan) {
      assertThat(Instant.now()).isBefore(end);
      Thread.sleep(20);
    }
  }
}
