package org.marquee.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootRightsTest {
  private static final FileOwner OTHER = new FileOwner(64_123, 64_123);

  @TempDir private Path folder;

  @BeforeEach
  void we_are_root() {
    assumeTrue(FileOwner.mayGive(), "only root can give files away: run it as root");
  }

  @Test
  void a_home_is_of_its_owner_also_before_it_is_made_and_behind_a_link_of_root()
      throws IOException {
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    OTHER.give(theirs);
    Path link = Files.createSymbolicLink(folder.resolve("link"), theirs);
    assertThat(RootRights.decisive(theirs.resolve("a/new/home"))).isEqualTo(theirs.toRealPath());
    assertThat(RootRights.decisive(link)).isEqualTo(theirs.toRealPath());
    assertThat(RootRights.decisive(folder)).isEqualTo(folder.toRealPath());
  }

  @Test
  void a_home_of_root_is_of_whoever_can_put_another_one_in_its_place() throws IOException {
    Path ours = Files.createDirectory(folder.resolve("ours"));
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    Path link = Files.createSymbolicLink(theirs.resolve("home"), ours);
    OTHER.give(theirs);
    Path way = Files.createSymbolicLink(folder.resolve("way"), link);
    assertThat(RootRights.decisive(way)).isEqualTo(link);
    Path within = Files.createDirectory(theirs.resolve("of-root"));
    assertThat(RootRights.decisive(within)).isEqualTo(theirs);
  }
}
