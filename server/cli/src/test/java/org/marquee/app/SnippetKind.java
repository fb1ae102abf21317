package org.marquee.app;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.marquee.app.Snippets.Snippet;

/// Who runs a code block of the documents. The first kind that fits is the block's. A new block
/// that fits none needs a kind here and a test, or a reason ([NotRun]).
@NullMarked
public enum SnippetKind {
  /// Nobody, for a reason ([NotRun]).
  NOT_RUN,
  /// A test of its own page ([#elsewhere]).
  ELSEWHERE,
  // What DocumentSnippetsTest runs.
  FEED,
  COMMANDS,
  OPTIONS,
  OUTPUT,
  PLAN,
  PATRONI,
  SETTINGS,
  UNIT,
  CONFIGURATION_OF_ASSISTANT,
  // What ServeProcessTest compares with a line of its node.
  LOG_LINE,
  // What RunningDocumentsTest runs.
  CURL,
  REQUEST,
  HEAD,
  ROWS,
  SCRIPT,
  INFO,
  ANSWER;

  private boolean fits(Snippet each) {
    return switch (this) {
      case NOT_RUN -> NotRun.REASONS.keySet().stream().anyMatch(each.text()::contains);
      case ELSEWHERE -> !elsewhere(each).isEmpty();
      case FEED ->
          each.text().startsWith("{\"type\":\"feed\"")
              || each.text().startsWith("BEGIN:VCALENDAR")
              || each.text().startsWith("<script type=\"application/ld+json\">");
      case COMMANDS -> each.language().isEmpty() && starts(each, "(key=\\$\\()?\\./(marquee|dev) ");
      case OPTIONS -> each.language().isEmpty() && starts(each, "--");
      case OUTPUT -> each.language().isEmpty() && each.text().contains("showtimes are published");
      case PLAN -> each.text().startsWith("backup:");
      case PATRONI -> each.text().startsWith("# patroni.yml");
      case SETTINGS -> each.language().isEmpty() && starts(each, "\\w+ = .*");
      case UNIT -> each.language().equals("ini");
      case CONFIGURATION_OF_ASSISTANT -> each.text().contains("\"mcpServers\"");
      case LOG_LINE -> each.language().equals("json") && each.text().contains("\"logger\":");
      case CURL ->
          each.language().matches("|sh") && starts(each, "curl ") && !starts(each, "\\./marquee");
      case REQUEST -> each.language().isEmpty() && starts(each, "GET /");
      case HEAD -> each.language().isEmpty() && starts(each, "HTTP/1.1 ");
      case ROWS -> each.language().isEmpty() && starts(each, "id,name,");
      case SCRIPT -> each.language().equals("js");
      case INFO -> each.language().equals("json") && each.text().contains("\"startedAt\"");
      case ANSWER ->
          each.language().equals("json")
              && Pattern.compile("^\\{\\s*\"(data|error)\"").matcher(each.text()).find();
    };
  }

  private static boolean starts(Snippet snippet, String line) {
    return Pattern.compile("^" + line, Pattern.MULTILINE).matcher(snippet.text()).find();
  }

  /// The kind of a block; empty where nobody runs it.
  static Optional<SnippetKind> of(Snippet snippet) {
    return Arrays.stream(values()).filter(each -> each.fits(snippet)).findFirst();
  }

  /// Parts of blocks that nobody runs, and why.
  private static final class NotRun {
    static final Map<String, String> REASONS =
        Map.of(
            "openapi-generator-cli", "fetches a program from the npm registry",
            "@modelcontextprotocol/inspector", "fetches a program from the npm registry",
            "apt install ./marquee", "needs the packages; dist/check installs them",
            "bin/marquee rehearse", "needs the packages; dist/check unpacks them",
            "kubectl create secret", "needs a cluster",
            "pg_basebackup", "needs a PostgreSQL that may be stopped and put back",
            "pg_ctl -D", "needs a PostgreSQL that may be stopped and put back",
            "find /var/lib/marquee", "needs systemd; RootCommandTest types the rest",
            "install -o root -g marquee", "needs the account of the package",
            "waited 3 s so far", "what a command says while another import keeps it waiting");
  }

  /// The test that runs a block of a page, by the page and the language.
  private static final Map<String, String> ELSEWHERES =
      Map.ofEntries(
          Map.entry(
              "adding-a-feed.md ",
              "server/feeds/src/test/java/org/marquee/feed/AddingAFeedTest.java"),
          Map.entry(
              "adding-a-feed.md java",
              "server/feeds/src/test/java/org/marquee/feed/AddingAFeedTest.java"),
          Map.entry(
              "mappings.md csv",
              "server/feeds/src/test/java/org/marquee/feed/mapped/MappingsPageTest.java"),
          Map.entry(
              "mappings.md xml",
              "server/feeds/src/test/java/org/marquee/feed/mapped/MappingsPageTest.java"),
          Map.entry(
              "mappings.md yaml",
              "server/feeds/src/test/java/org/marquee/feed/mapped/MappingsPageTest.java"),
          Map.entry(
              "mappings.md text",
              "server/cli/src/test/java/org/marquee/app/feed/MapCommandTest.java"),
          Map.entry(
              "collecting.md yaml",
              "server/cli/src/test/java/org/marquee/app/feed/CollectingPageTest.java"),
          Map.entry(
              "corrections.md yaml",
              "server/store/src/test/java/org/marquee/correction/CorrectionsFileTest.java"),
          Map.entry(
              "corrections.md json",
              "server/cli/src/test/java/org/marquee/app/JsonShapesTest.java"),
          Map.entry(
              "database.md haproxy",
              "server/cli/src/test/java/org/marquee/app/service/FrontProxyTest.java"),
          Map.entry(
              "alarms.md json", "server/node/src/test/java/org/marquee/alarm/AlarmsPageTest.java"),
          Map.entry(
              "alarms.md yaml",
              "server/cli/src/test/java/org/marquee/app/service/ConfigurationTest.java"),
          Map.entry(
              "configuration.md yaml",
              "server/cli/src/test/java/org/marquee/app/service/ConfigurationTest.java"),
          Map.entry(
              "configuration.md text",
              "server/cli/src/test/java/org/marquee/app/service/ConfigurationTest.java"),
          Map.entry(
              "configuration.md json",
              "server/cli/src/test/java/org/marquee/app/JsonShapesTest.java"),
          Map.entry(
              "webhooks.md json",
              "server/cli/src/test/java/org/marquee/app/customer/WebhookCommandTest.java"),
          Map.entry(
              "install.md sh",
              "server/cli/src/test/java/org/marquee/app/DocumentSnippetsTest.java"),
          Map.entry(
              "install.md yaml",
              "server/cli/src/test/java/org/marquee/app/DocumentSnippetsTest.java"),
          Map.entry("pages.md html", "page-checks/check.mjs"),
          Map.entry("clients.md html", "clients/typescript/test/browser.test.js"),
          Map.entry(
              "command-line.md json",
              "server/cli/src/test/java/org/marquee/app/JsonShapesTest.java"),
          Map.entry(
              "reports.md json", "server/cli/src/test/java/org/marquee/app/JsonShapesTest.java"),
          Map.entry(
              "matching.md json", "server/cli/src/test/java/org/marquee/app/JsonShapesTest.java"));

  /// The file of the test that runs a block by itself; empty where none does.
  static String elsewhere(Snippet snippet) {
    if (snippet.text().startsWith("{\"type\":\"feed\"")) {
      return "";
    }
    if (snippet.page().equals("mappings.md") && snippet.text().startsWith("showtime ")) {
      return ELSEWHERES.getOrDefault("mappings.md csv", "");
    }
    return ELSEWHERES.getOrDefault(snippet.page() + " " + snippet.language(), "");
  }
}
