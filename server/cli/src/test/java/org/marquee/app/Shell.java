package org.marquee.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.marquee.store.sql.TestDatabase;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The command line with a home, inside this program. No output may hold a stack trace.
///
/// @param options what every command is given, beside its home
@NullMarked
public record Shell(Path home, List<String> options) {
  /// A shell whose database is the embedded one of the home.
  public Shell(Path home) {
    this(home, List.of());
  }

  /// A shell whose database is of the tests' server, so that no command has to start or to join the
  /// one of the home. For tests of commands that do the same with either.
  public Shell(Path home, TestDatabase database) {
    this(home, List.of("--database", database.url()));
  }

  /// The exit status of a command, and its output.
  public record Done(int status, String out, String err) {
    public JsonNode json() {
      return JsonMapper.shared().readTree(out);
    }

    /// The one of a list that has a value.
    public JsonNode only(String member, String value) {
      for (JsonNode each : succeeds().json()) {
        if (each.get(member).asString().equals(value)) {
          return each;
        }
      }
      throw new AssertionError("no " + member + " " + value + " in " + out);
    }

    public Done succeeds() {
      assertThat(status).as(out + err).isZero();
      return this;
    }

    public Done fails(String why) {
      assertThat(status).as(out + err).isEqualTo(1);
      assertThat(out + err).contains(why);
      return this;
    }
  }

  /// Runs a command in the home. One that did not reach the database in time, since the machine
  /// stood still, is typed again, as it says: it has changed nothing.
  public Done run(String... words) {
    String[] typed = typed(words).toArray(String[]::new);
    Done done = execute(typed);
    for (int more = 2; more > 0 && done.err().contains("Connection is not available"); more--) {
      done = execute(typed);
    }
    return done;
  }

  /// Words of a command, and more of them.
  public static String[] words(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
  }

  /// The words of a command in the home.
  public List<String> typed(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--home", home.toString()));
    all.addAll(options);
    return List.copyOf(all);
  }

  /// While one thread sets the log up, SLF4J gives others a substitute, which commands do not know.
  /// A program has one thread by then.
  private static void awaitLog() {
    while (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext)) {
      Thread.onSpinWait();
    }
  }

  /// Runs a command as it is typed.
  public static Done execute(String... words) {
    return execute(System.getenv(), words);
  }

  /// The same where only these variables are set.
  public static Done execute(Map<String, String> environment, String... words) {
    awaitLog();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine(environment, words);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int status = line.execute(words);
    assertThat(out + "" + err).doesNotContain("\tat ").doesNotContain("something went wrong");
    return new Done(status, out.toString(), err.toString());
  }

  /// What is stored of every provider, without the last attempt and its age.
  public JsonNode stored() {
    JsonNode all = run("status", "--json").succeeds().json();
    for (JsonNode provider : all) {
      ((ObjectNode) provider).remove("lastImport");
      ((ObjectNode) provider).remove("ageSeconds");
      ((ObjectNode) provider).remove("alarms");
    }
    return all;
  }

  /// How many records of a kind a provider has.
  public int stored(String provider, String kind) {
    for (JsonNode each : stored()) {
      if (each.get("provider").asString().equals(provider)) {
        return each.at("/records/" + kind).asInt();
      }
    }
    return 0;
  }
}
