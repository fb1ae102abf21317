package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.Shell;
import org.marquee.node.Caller;
import org.marquee.node.Patience;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The access log of a serving process.
@NullMarked
@Timeout(240)
class AccessLogTest {
  private final TestDatabase database = MigratedDatabase.create();
  @TempDir Path folder;

  private String key() {
    Shell shell = new Shell(folder.resolve("home"), database);
    shell.run("organization", "create", "acme").succeeds();
    shell.run("entitlement", "grant", "acme", "--plan", "unlimited").succeeds();
    String made = shell.run("key", "create", "acme").succeeds().out().strip();
    return made.substring(made.lastIndexOf('\n') + 1).replaceFirst(".* ", "");
  }

  private static int status(ServingProcess node, String target, String... fields) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.api() + target));
    return Caller.send(
            fields.length == 0 ? request : request.headers(fields),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static List<JsonNode> lines(Path file) {
    try {
      return Files.readString(file)
          .lines()
          .map(line -> JsonMapper.shared().readTree(line))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void no_key_and_no_whole_address_is_ever_shown_and_lines_go_on_when_the_file_was_moved()
      throws Exception {
    String key = key();
    Path log = folder.resolve("access.log");
    try (ServingProcess node =
        ServingProcess.start(
            folder,
            database,
            Map.of("MARQUEE_PROXIES", "127.0.0.1", "MARQUEE_ACCESS_LOG", log.toString()))) {
      noKeyAndNoWholeAddressIsShown(node, key, log);
      linesGoOnInANewFileWhenTheFileWasMoved(node, log);
    }
  }

  private void noKeyAndNoWholeAddressIsShown(ServingProcess node, String key, Path log)
      throws IOException {
    String calendar = "/v1/cinemas/none/calendar.ics";
    assertThat(status(node, "/v1/films?limit=2", "Authorization", "Bearer " + key)).isEqualTo(200);
    for (String place :
        List.of(
            calendar + "?token=" + key,
            calendar + "?%74o%6Ben=%6dq%5F" + key.substring(3),
            calendar + "?TOKEN=a%22%20b" + key,
            "/v1/films?title=" + key + "&apikey=s3cret",
            "/v1/films/" + key,
            "/v1/films/%6d%71_" + key.substring(3, 20),
            "/" + key + "?" + key,
            "/v1/films?limit=1&" + key.substring(0, 25) + "=" + key.substring(0, 30))) {
      status(node, place, "X-Forwarded-For", "203.0.113.77");
    }
    status(node, "/v1/films", "User-Agent", "app (" + key + ")", "X-Request-Id", key);
    status(node, "/v1/films", "X-Forwarded-For", "2001:db8:1234:5678::9abc");
    Patience.await(() -> lines(log).size() >= 11);

    String text = Files.readString(log);
    assertThat(text)
        .doesNotContain(key.substring(3, 12), "s3cret")
        .doesNotContain("203.0.113.77", "127.0.0.1", "5678", "9abc");
    JsonNode first = lines(log).getFirst();
    assertThat(first.propertyNames())
        .containsExactly(
            "time",
            "requestId",
            "client",
            "method",
            "path",
            "query",
            "userAgent",
            "route",
            "organization",
            "keyId",
            "status",
            "bytes",
            "micros");
    assertThat(first.at("/path").asString()).isEqualTo("/v1/films");
    assertThat(first.at("/query").asString()).isEqualTo("limit=2");
    assertThat(first.at("/organization").asString()).isEqualTo("acme");
    assertThat(first.at("/status").asInt()).isEqualTo(200);
    assertThat(first.at("/bytes").asInt()).isPositive();
    assertThat(first.at("/client").asString()).isEqualTo("127.0.0.0/24");
    assertThat(lines(log).get(1).at("/client").asString()).isEqualTo("203.0.113.0/24");
    assertThat(lines(log).get(1).at("/query").asString()).isEqualTo("token=…");
    assertThat(lines(log).get(10).at("/client").asString()).isEqualTo("2001:db8:1234::/48");
    assertThat(Files.getPosixFilePermissions(log)).hasSize(3);
  }

  private void linesGoOnInANewFileWhenTheFileWasMoved(ServingProcess node, Path log)
      throws Exception {
    Path moved = folder.resolve("access.log.1");
    status(node, "/before");
    Patience.await(() -> paths(log).getLast().equals("/before"));
    Files.move(log, moved);
    status(node, "/after");
    Patience.await(() -> Files.exists(log) && paths(log).size() == 1);
    status(node, "/last");
    node.process().destroy(); // What waits is written before it ends.
    assertThat(node.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(paths(moved)).endsWith("/before");
    assertThat(paths(log)).containsExactly("/after", "/last");
  }

  private static List<String> paths(Path log) {
    return lines(log).stream().map(line -> line.at("/path").asString()).toList();
  }

  @Test
  void a_log_that_cannot_be_written_is_said_at_the_start() {
    new Shell(folder.resolve("home"), database)
        .run("serve", "--port", "0", "--ops-port", "0", "--access-log", folder + "/none/access.log")
        .fails(
            "cannot write the access log " + folder + "/none/access.log: there is no such folder");
  }
}
