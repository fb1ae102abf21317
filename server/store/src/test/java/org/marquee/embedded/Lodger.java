package org.marquee.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.marquee.JavaProcess;

/// Another process that uses the server of a home, until it leaves or is killed.
@NullMarked
final class Lodger implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;
  private final PrintStream orders;

  private Lodger(Process process) {
    this.process = process;
    this.answers = process.inputReader(UTF_8);
    this.orders = new PrintStream(process.getOutputStream(), true, UTF_8);
  }

  /// A process that is about to join.
  static Lodger arriving(Path home) throws IOException {
    ProcessBuilder builder = JavaProcess.of(Lodger.class, home.toString());
    return new Lodger(builder.redirectError(log(home)).start());
  }

  private static ProcessBuilder.Redirect log(Path home) {
    return ProcessBuilder.Redirect.appendTo(
        home.resolveSibling(home.getFileName() + ".lodgers").toFile());
  }

  /// A process in a container of its own, as far as Linux has the words for it, that has joined.
  static Lodger contained(Path home, List<String> container) throws IOException {
    ProcessBuilder builder = JavaProcess.of(Lodger.class, home.toString());
    builder.command().addAll(0, container);
    Lodger lodger = new Lodger(builder.redirectError(log(home)).start());
    lodger.port();
    return lodger;
  }

  static Lodger joined(Path home) throws IOException {
    Lodger lodger = arriving(home);
    lodger.port();
    return lodger;
  }

  /// The port of the server, once joined. Call it once.
  int port() throws IOException {
    return Integer.parseInt(answer());
  }

  void execute(String sql) throws IOException {
    orders.println(sql);
    if (!answer().equals("done")) {
      throw new IOException("not done: " + sql);
    }
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the other process is gone");
    }
    return line;
  }

  /// As `kill -9` does.
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// Leaves, and waits for the process to end.
  @Override
  public void close() {
    orders.close();
    process.onExit().orTimeout(1, TimeUnit.MINUTES).join();
  }

  public static void main(String[] arguments) throws IOException, SQLException {
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    PrintStream answers = new PrintStream(System.out, true, UTF_8);
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(Path.of(arguments[0]))) {
      answers.println(postgres.jdbcUrl().replaceAll(".*:(\\d+)/.*", "$1"));
      for (String sql = orders.readLine(); sql != null; sql = orders.readLine()) {
        try (Connection connection =
                DriverManager.getConnection(
                    postgres.jdbcUrl(), postgres.user(), postgres.password());
            Statement statement = connection.createStatement()) {
          statement.execute(sql);
        }
        answers.println("done");
      }
    }
  }
}
