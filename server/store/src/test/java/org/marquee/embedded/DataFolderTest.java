package org.marquee.embedded;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.files.FolderTree;

/// When a home may make a database, and when it must not.
@NullMarked
class DataFolderTest {
  @TempDir Path home = Path.of("");
  private Path folder = Path.of("");

  @BeforeEach
  void make_folder() throws IOException {
    folder = Files.createDirectory(home.resolve("postgres"));
  }

  private void check() throws IOException {
    DataFolder.check(home, folder);
  }

  private void makeData(String name, String version) throws IOException {
    Files.writeString(
        Files.createDirectories(home.resolve(name)).resolve("PG_VERSION"), version + "\n");
  }

  private void lose() throws IOException {
    FolderTree.delete(DataFolder.in(home));
  }

  @Test
  void a_new_home_may_make_one_even_if_its_making_was_cut_short() throws IOException {
    DataFolder.password(folder);
    Files.createDirectories(home.resolve("pgdata-18.partial-1/data"));
    assertThatCode(this::check).doesNotThrowAnyException();
    Files.createDirectory(DataFolder.in(home));
    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @Test
  void a_home_that_has_lost_its_database_makes_no_other() throws IOException {
    makeData("pgdata-18", "18");
    check();
    lose();
    assertThatThrownBy(this::check)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is gone")
        .hasMessageContaining("mount")
        .hasMessageContaining("backup");
    // The state after a disk was unmounted.
    Files.createDirectory(DataFolder.in(home));
    assertThatThrownBy(this::check).hasMessageContaining("is gone");
    makeData("pgdata-18", "18");
    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @Test
  void the_operator_may_begin_with_nothing() throws IOException {
    makeData("pgdata-18", "18");
    check();
    lose();
    assertThatThrownBy(this::check).hasMessageContaining("database-exists");
    Files.delete(folder.resolve("database-exists"));
    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @Test
  void files_that_are_no_database_are_left_alone() throws IOException {
    Files.writeString(Files.createDirectory(DataFolder.in(home)).resolve("notes"), "mine");
    assertThatThrownBy(this::check).hasMessageContaining("holds files, but no database");
  }

  @Test
  void data_of_another_version_of_postgresql_is_refused() throws IOException {
    makeData("pgdata-18", "17");
    assertThatThrownBy(this::check).hasMessageContaining("PostgreSQL 17");
    makeData("pgdata-18", "18");
    Files.createDirectory(home.resolve("pgdata-19"));
    assertThatCode(this::check).doesNotThrowAnyException();
    makeData("pgdata-19", "19");
    assertThatThrownBy(this::check).hasMessageContaining("use the newer Marquee");
  }
}
