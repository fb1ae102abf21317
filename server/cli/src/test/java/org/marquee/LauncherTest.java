package org.marquee;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher `./marquee`, in a copy of its folder where Java only prints its arguments and Maven
/// only prints that it ran.
@NullMarked
class LauncherTest {
  private static final Path REPOSITORY = Repository.path("").toAbsolutePath().normalize();

  private static final String JAVA =
      """
      #!/bin/sh
      for word; do
        case $word in -XX:AOTCacheOutput=*) touch "${word#*=}" ;; esac
        printf '%s\\n' "$word"
      done
      """;

  private final Path folder;
  private final Path root;
  private final Path jar;

  LauncherTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.root = folder.resolve("a copy");
    this.jar = root.resolve("server/target/marquee.jar");
    copy("marquee");
    copy(".mvn/find-java.sh");
    copy(".mvn/launch.sh");
    write(root.resolve("pom.xml"), "");
    write(root.resolve("server/pom.xml"), "");
    write(root.resolve("server/feeds/pom.xml"), "");
    write(root.resolve("server/feeds/src/main/java/Main.java"), "");
    ageAll(-60);
    write(jar, "");
    program(folder.resolve("bin/mvn"), "#!/bin/sh\necho no network\nexit 1\n");
    java("java", "25.0.3");
  }

  @Test
  void a_link_from_anywhere_starts_it_and_no_argument_changes() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a copy/marquee"));
    List<String> words = run(link, Map.of(), "status", "two words", "*").lines();
    assertThat(words).endsWith("-jar", jar.toString(), "status", "two words", "*");
  }

  @Test
  void a_service_may_use_the_machine_and_an_import_half_a_gigabyte() throws Exception {
    assertThat(run("ingest").lines())
        .contains("-Xmx512m")
        .doesNotContain("-XX:MaxRAMPercentage=50");
    assertThat(run("serve").lines())
        .contains("-XX:MaxRAMPercentage=50", "-XX:MaxNewSize=48m")
        .doesNotContain("-Xmx512m");
  }

  @Test
  void a_node_whose_heap_is_full_ends_unless_that_is_switched_off() throws Exception {
    String ending = "-XX:+ExitOnOutOfMemoryError";
    assertThat(run("serve").lines()).contains(ending);
    for (String other : List.of("demo", "ingest", "mcp")) {
      assertThat(run(other).lines()).doesNotContain(ending);
    }
    String never = "-XX:-ExitOnOutOfMemoryError";
    assertThat(run(root.resolve("marquee"), Map.of("MARQUEE_JAVA_OPTS", never), "serve").lines())
        .containsSubsequence(ending, never);
  }

  @Test
  void options_from_the_environment_come_last_and_may_choose_the_collector() throws Exception {
    Map<String, String> wish = Map.of("MARQUEE_JAVA_OPTS", "-Xmx2g -XX:+UseG1GC");
    assertThat(run(root.resolve("marquee"), wish, "serve").lines())
        .containsSubsequence("-XX:MaxRAMPercentage=50", "-Xmx2g", "-XX:+UseG1GC", "-jar")
        .doesNotContain("-XX:+UseSerialGC", "-XX:MaxNewSize=48m");
    Map<String, String> small = Map.of("MARQUEE_JAVA_OPTS", "-Xmx64m");
    assertThat(run(root.resolve("marquee"), small, "serve").lines())
        .contains("-XX:+UseSerialGC", "-Xmx64m")
        .doesNotContain("-XX:MaxNewSize=48m");
  }

  @Test
  void sizes_and_collectors_that_java_reads_from_the_environment_are_wishes_too() throws Exception {
    for (String variable : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")) {
      assertThat(run(root.resolve("marquee"), Map.of(variable, "-Xmx64m"), "serve").lines())
          .contains("-XX:+UseSerialGC")
          .doesNotContain("-XX:MaxNewSize=48m");
      assertThat(run(root.resolve("marquee"), Map.of(variable, "-XX:+UseG1GC"), "serve").lines())
          .doesNotContain("-XX:+UseSerialGC", "-XX:MaxNewSize=48m");
    }
  }

  @Test
  void names_of_files_are_read_as_utf_8_where_no_locale_says_otherwise() throws Exception {
    program(folder.resolve("java/bin/java"), "#!/bin/sh\necho \"${LC_ALL-}\"\n");
    Path launcher = root.resolve("marquee");
    Map<String, String> none = Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", "");
    assertThat(run(launcher, none, "--version").lines()).containsExactly("C.UTF-8");
    Map<String, String> posix = Map.of("LC_ALL", "POSIX");
    assertThat(run(launcher, posix, "--version").lines()).containsExactly("C.UTF-8");
    Map<String, String> german = Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", "de_DE.UTF-8");
    assertThat(run(launcher, german, "--version").lines()).containsExactly("");
  }

  @Test
  void faster_starts_are_prepared_once_for_each_build() throws Exception {
    String cache = "-XX:AOTCache=" + root.resolve("server/target/marquee-25.0.3.aot");
    assertThat(run("--version").lines()).doesNotContain(cache);
    age(jar, -30);
    assertThat(run("status").lines()).contains(cache);
    age(jar, 30);
    assertThat(run("--version").lines()).doesNotContain(cache);
  }

  @Test
  void options_are_read_before_anything_is_prepared() throws Exception {
    program(
        folder.resolve("java/bin/java"),
        JAVA.replace("for word; do", "for word; do\n  [ \"$word\" != --no-such ] || exit 2"));
    Run wrong = run("demo", "--no-such");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.errors()).doesNotContain(PREPARING);
    assertThat(run("demo", "--help").errors()).doesNotContain(PREPARING);
    assertThat(run("demo").errors()).contains(PREPARING);
  }

  @Test
  void a_rehearsal_that_takes_too_long_is_given_up_and_leaves_nothing() throws Exception {
    rehearsalWithoutEnd();
    Path launcher = root.resolve("marquee");
    String text = Files.readString(launcher);
    assertThat(text).containsOnlyOnce("LONGEST_REHEARSAL=60\n");
    Files.writeString(launcher, text.replace("LONGEST_REHEARSAL=60", "LONGEST_REHEARSAL=1"));
    Run run = run("status");
    assertThat(run.status()).isZero();
    assertThat(run.output()).contains("status");
    assertThat(run.errors()).contains("given up after 1 seconds");
    assertThatNothingIsLeftOf(rehearsals());
    assertThat(run("status").errors()).isEmpty();
  }

  @Test
  void a_start_that_is_stopped_stops_its_rehearsal() throws Exception {
    rehearsalWithoutEnd();
    Process start =
        command(List.of(root.resolve("marquee").toString(), "status"), Map.of()).start();
    while (!Files.exists(folder.resolve("rehearsals"))) {
      assertThat(start.isAlive()).isTrue();
      Thread.sleep(10);
    }
    List<ProcessHandle> rehearsals = rehearsals();
    start.destroy();
    assertThat(start.waitFor()).isEqualTo(143);
    assertThatNothingIsLeftOf(rehearsals);
    java("java", "25.0.3");
    assertThat(run("status").errors()).as("is tried again").contains(PREPARING);
  }

  /// Java that rehearses for ever, with a child as the real one has.
  private void rehearsalWithoutEnd() throws IOException {
    program(
        folder.resolve("java/bin/java"),
        JAVA
            + """
            [ "$word" = rehearse ] || exit 0
            sleep 300 &
            echo $$ $! >'%s.new' && mv '%s.new' '%s'
            wait
            """
                .replace("%s", folder.resolve("rehearsals").toString()));
  }

  private List<ProcessHandle> rehearsals() throws IOException {
    return Stream.of(Files.readString(folder.resolve("rehearsals")).strip().split(" "))
        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
        .toList();
  }

  private void assertThatNothingIsLeftOf(List<ProcessHandle> rehearsals) throws IOException {
    rehearsals.forEach(process -> process.onExit().join());
    try (Stream<Path> files = Files.list(jar.resolveSibling("."))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.matches(".*aot[.][0-9].*"));
    }
  }

  @Test
  void what_is_built_already_needs_no_maven() throws Exception {
    assertThat(run("status").status()).isZero();
  }

  @Test
  void a_newer_source_is_built_first() throws Exception {
    age(jar, -120);
    program(
        folder.resolve("bin/mvn"), "#!/bin/sh\necho \"$@\" > '" + folder.resolve("built") + "'\n");
    assertThat(run("status").status()).isZero();
    assertThat(folder.resolve("built")).content().contains("package");
    Files.delete(folder.resolve("built"));
    assertThat(run("status").status()).isZero();
    assertThat(folder.resolve("built")).doesNotExist();
  }

  @Test
  void a_build_that_fails_is_shown() throws Exception {
    age(jar, -120);
    Run run = run("status");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.errors()).contains("no network", "server/target/build.log");
    assertThat(root.resolve("server/target/launch.lock")).doesNotExist();
  }

  @Test
  void a_lock_whose_process_id_belongs_to_somebody_else_by_now_is_none() throws Exception {
    age(jar, -120);
    Process stranger = new ProcessBuilder("sleep", "60").start();
    Files.writeString(root.resolve("server/target/launch.lock"), stranger.pid() + "\n");
    assertThat(run("status").errors()).contains("no network");
    assertThat(stranger.isAlive()).isTrue();
    stranger.destroy();
  }

  @Test
  void the_first_java_that_is_new_enough_is_taken() throws Exception {
    Path old = java("old", "17.0.15");
    Path ancient = java("ancient", "1.8.0_402");
    Path early = java("early", "27-ea");
    Map<String, String> homes =
        Map.of("MARQUEE_JAVA_HOME", old.toString(), "JAVA_HOME", early.toString());
    assertThat(find(homes)).isEqualTo(early.toString());
    Path onPath = folder.resolve("java");
    assertThat(find(Map.of("MARQUEE_JAVA_HOME", "", "JAVA_HOME", ancient.toString())))
        .isEqualTo(onPath.toString());
  }

  private String find(Map<String, String> homes) throws IOException, InterruptedException {
    Path search = root.resolve(".mvn/find-java.sh");
    return run(List.of("sh", "-c", ". \"$1\"; find_java jre", "sh", search.toString()), homes)
        .output()
        .strip();
  }

  private Run run(String... arguments) throws IOException, InterruptedException {
    return run(root.resolve("marquee"), Map.of(), arguments);
  }

  private Run run(Path launcher, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    return run(command, environment);
  }

  private Run run(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    Process process = command(command, environment).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Run(process.waitFor(), output, Files.readString(folder.resolve("errors")));
  }

  private ProcessBuilder command(List<String> command, Map<String, String> environment) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(folder.resolve("errors").toFile());
    Map<String, String> ours = builder.environment();
    ours.put("PATH", folder.resolve("bin") + ":" + folder.resolve("java/bin") + ":/usr/bin:/bin");
    ours.put("MARQUEE_JAVA_HOME", folder.resolve("java").toString());
    ours.remove("JAVA_HOME");
    ours.remove("MARQUEE_JAVA_OPTS");
    ours.putAll(environment);
    return builder;
  }

  private static final String PREPARING = "marquee: preparing faster starts";

  private record Run(int status, String output, String errors) {
    List<String> lines() {
      assertThat(errors.lines().filter(line -> !line.startsWith(PREPARING))).isEmpty();
      return output.lines().toList();
    }
  }

  /// A home of Java of this version.
  private Path java(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    write(home.resolve("release"), "IMPLEMENTOR=\"Rex\"\nJAVA_VERSION=\"" + version + "\"\n");
    program(home.resolve("bin/java"), JAVA);
    program(home.resolve("bin/javac"), JAVA);
    return home;
  }

  private void copy(String file) throws IOException {
    Path copy = root.resolve(file);
    Files.createDirectories(copy.getParent());
    Files.copy(REPOSITORY.resolve(file), copy);
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void program(Path file, String text) throws IOException {
    write(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void ageAll(long seconds) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        age(file, seconds);
      }
    }
  }

  private static void age(Path file, long seconds) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(seconds)));
  }
}
