package org.marquee.app.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.Repository;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What `deploy/prometheus` and `deploy/grafana` ask for.
@NullMarked
final class Watched {
  static final Path RULES = Repository.path("deploy/prometheus/marquee.rules.yaml");
  private static final Path DASHBOARDS = Repository.path("deploy/grafana");

  /// A series of ours with its conditions, or the labels that numbers are grouped by.
  private static final Pattern SERIES =
      Pattern.compile("(?<![:\\w])((?:marquee|jvm|process|system)_\\w+)(?:\\{([^}]*)})?");

  private static final Pattern CONDITION = Pattern.compile("(\\w+)(=~|!=|!~|=)\"([^\"]*)\"");
  private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");

  private Watched() {}

  /// A rule.
  ///
  /// @param name of the alert, or of what is recorded
  record Rule(String name, String expression) {}

  /// What a panel asks for.
  record Query(String panel, String expression) {
    /// The expression as Grafana sends it, for all nodes and providers.
    String sent() {
      return expression
          .replace("$__rate_interval", "1m")
          .replace("$__range", "1m")
          .replaceAll("\\$(job|provider)", ".+");
    }

    @Override
    public String toString() {
      return panel + ": " + expression;
    }
  }

  /// A metric as an expression names it.
  record Metric(String name, List<Condition> conditions) {}

  record Condition(String label, String operator, String value) {}

  static List<Rule> rules() throws IOException {
    List<Rule> rules = new ArrayList<>();
    Map<?, ?> file =
        (Map<?, ?>)
            new Load(LoadSettings.builder().build()).loadFromString(Files.readString(RULES));
    for (Object group : list(file.get("groups"))) {
      for (Object rule : list(((Map<?, ?>) group).get("rules"))) {
        Map<?, ?> each = (Map<?, ?>) rule;
        Object name = each.containsKey("alert") ? each.get("alert") : each.get("record");
        rules.add(new Rule(String.valueOf(name), String.valueOf(each.get("expr"))));
      }
    }
    return rules;
  }

  private static List<?> list(@Nullable Object value) {
    return (List<?>) Objects.requireNonNull(value);
  }

  static List<JsonNode> dashboards() {
    try (Stream<Path> files = Files.list(DASHBOARDS)) {
      return files
          .filter(each -> each.toString().endsWith(".json"))
          .sorted()
          .map(each -> JsonMapper.shared().readTree(each.toFile()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<JsonNode> panels(JsonNode dashboard) {
    return dashboard.get("panels").valueStream().filter(each -> !isRow(each)).toList();
  }

  static boolean isRow(JsonNode panel) {
    return panel.get("type").asString().equals("row");
  }

  static List<Query> queries() {
    return dashboards().stream()
        .flatMap(dashboard -> panels(dashboard).stream())
        .flatMap(panel ->
            panel
                .get("targets")
                .valueStream()
                .map(target ->
                    new Query(panel.get("title").asString(), target.get("expr").asString())))
        .toList();
  }

  /// The metrics that an expression names.
  static List<Metric> metrics(String expression) {
    return SERIES
        .matcher(expression)
        .results()
        .map(each -> new Metric(each.group(1), conditions(each.group(2))))
        .toList();
  }

  private static List<Condition> conditions(String text) {
    return text == null
        ? List.of()
        : CONDITION
            .matcher(text)
            .results()
            .map(each -> new Condition(each.group(1), each.group(2), each.group(3)))
            .toList();
  }

  /// The labels that an expression groups by.
  static List<String> grouping(String expression) {
    return GROUPING
        .matcher(expression)
        .results()
        .map(MatchResult::group)
        .map(each -> each.substring("by (".length(), each.length() - 1))
        .flatMap(each -> Stream.of(each.split(", ")))
        .toList();
  }
}
