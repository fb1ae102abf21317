package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.marquee.Cases;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

@NullMarked
class PostgresBinariesTest {
  private static final List<String> PROGRAMS = List.of("bin/postgres", "bin/initdb");

  @Test
  void an_unpacked_folder_stays_as_it_is_until_something_is_missing(
      @TempDir Path cache, @TempDir Path other) throws IOException {
    URL archive = archive(other.resolve("archive.txz"));
    Path target = cache.resolve("postgres");
    Path program = Path.of(PostgresBinaries.unpack(archive, target).program("postgres"));
    assertThat(program).isExecutable().hasContent("a program");
    assertThat(target.resolve("lib/link")).isSymbolicLink().hasContent("a program");
    assertThat(Files.isExecutable(target.resolve("share/text"))).isFalse();

    Path trace = Files.createFile(target.resolve("trace"));
    PostgresBinaries.unpack(archive, target);
    assertThat(trace).exists();

    Files.delete(program);
    PostgresBinaries.unpack(archive, target);
    assertThat(program).exists();
    assertThat(trace).doesNotExist();
    try (var left = Files.list(cache)) {
      assertThat(left).containsExactly(target);
    }
  }

  /// A small archive: the real one is unpacked for every test with a database.
  private static URL archive(Path file) throws IOException {
    try (var tar =
        new TarArchiveOutputStream(
            new XZOutputStream(Files.newOutputStream(file), new LZMA2Options(0)))) {
      add(tar, new TarArchiveEntry("./bin/postgres"), 0755, "a program");
      add(tar, new TarArchiveEntry("./share/text"), 0644, "a text");
      TarArchiveEntry link = new TarArchiveEntry("./lib/link", TarConstants.LF_SYMLINK);
      link.setLinkName("../bin/postgres");
      add(tar, link, 0777, "");
    }
    return file.toUri().toURL();
  }

  private static void add(TarArchiveOutputStream tar, TarArchiveEntry entry, int mode, String text)
      throws IOException {
    entry.setMode(mode);
    entry.setSize(text.length());
    tar.putArchiveEntry(entry);
    tar.write(text.getBytes(US_ASCII));
    tar.closeArchiveEntry();
  }

  @ParameterizedTest
  @Cases(
      """
      Linux, amd64, LINUX_AMD64 | Linux, x86_64, LINUX_AMD64 | Linux, aarch64, LINUX_ARM64
      Linux, arm64, LINUX_ARM64 | Mac OS X, x86_64, MACOS | Mac OS X, aarch64, MACOS
      macOS, arm64, MACOS
      """)
  void each_platform_has_its_programs(
      String system, String machine, Platform platform, @TempDir Path root) throws IOException {
    glibc(root);
    assertThat(Platform.of(system, machine, root)).isEqualTo(platform);
  }

  @ParameterizedTest
  @CsvSource({
    "Windows 11, amd64",
    "FreeBSD, amd64",
    "Linux, riscv64",
    "Linux, i386",
    "Linux, s390x",
    "Mac OS X, ppc",
    "Darwin, riscv64",
    "'', ''"
  })
  void elsewhere_the_message_says_what_to_do(String system, String machine, @TempDir Path root)
      throws IOException {
    glibc(root);
    assertThatThrownBy(() -> Platform.of(system, machine, root))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not for " + system + " on " + machine)
        .hasMessageContaining("--database");
  }

  @ParameterizedTest
  @CsvSource({"amd64, ld-linux-x86-64.so.2", "aarch64, ld-linux-aarch64.so.1"})
  void without_glibc_the_message_names_it(String machine, String loader, @TempDir Path root) {
    assertThatThrownBy(() -> Platform.of("Linux", machine, root))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("glibc", loader, "Alpine", "--database");
    assertThat(Platform.LINUX_ARM64.missing())
        .hasMessageContainingAll("postgres-linux-arm_64.txz", "--database");
  }

  private static void glibc(Path root) throws IOException {
    Files.createFile(
        Files.createDirectories(root.resolve("lib64")).resolve("ld-linux-x86-64.so.2"));
    Files.createFile(Files.createDirectories(root.resolve("lib")).resolve("ld-linux-aarch64.so.1"));
  }

  /// The build of this machine has one archive, the one for all platforms (`./dev package`) has
  /// all.
  @ParameterizedTest
  @EnumSource
  void an_archive_can_be_read_and_has_programs_for_its_platform(Platform platform)
      throws IOException {
    URL archive = PostgresBinaries.class.getResource("/" + platform.archive());
    boolean needed =
        platform == Platform.current() || "all".equals(System.getProperty("marquee.platforms"));
    assumeTrue(
        needed || archive != null,
        "the programs for other platforms are not in this build: ./dev package");
    assertThat(archive).as(platform.archive()).isNotNull();
    Map<String, byte[]> heads = new HashMap<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(archive.openStream()))) {
      // The one of this machine is unpacked for every test with a database.
      boolean all = platform != Platform.current();
      for (TarArchiveEntry entry = tar.getNextEntry();
          entry != null && (all || !heads.keySet().containsAll(PROGRAMS));
          entry = tar.getNextEntry()) {
        heads.put(entry.getName().replaceFirst("^\\./", ""), tar.readNBytes(48));
      }
      assertThat(heads).containsKeys("bin/postgres", "bin/initdb");
      if (all) {
        assertThat(heads).containsKey("share/postgresql/postgres.bki").hasSizeGreaterThan(1000);
      }
    }
    for (String program : PROGRAMS) {
      assertThat(machines(ByteBuffer.wrap(Objects.requireNonNull(heads.get(program)))))
          .as(program)
          .isEqualTo(
              switch (platform) {
                case LINUX_AMD64 -> Set.of(0x3e);
                case LINUX_ARM64 -> Set.of(0xb7);
                case MACOS -> Set.of(0x01000007, 0x0100000c);
              });
    }
  }

  /// The processors that a program is for, as its ELF or universal Mach-O header says.
  private static Set<Integer> machines(ByteBuffer head) {
    return switch (head.getInt(0)) {
      case 0x7f454c46 -> Set.of((int) head.order(ByteOrder.LITTLE_ENDIAN).getShort(18));
      case 0xcafebabe ->
          IntStream.range(0, head.getInt(4))
              .mapToObj(part -> head.getInt(8 + 20 * part))
              .collect(Collectors.toSet());
      default -> Set.of();
    };
  }
}
