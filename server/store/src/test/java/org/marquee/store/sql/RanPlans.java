package org.marquee.store.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The plans by which the statements of a connection ran, and those of its triggers.
@NullMarked
public final class RanPlans {
  private final Consumer<Step> steps;

  private RanPlans(Consumer<Step> steps) {
    this.steps = steps;
  }

  /// A step of a plan.
  ///
  /// @param name what it is, and of which table
  /// @param rows that it read or gave, in all of its loops
  public record Step(String name, long rows, String statement) {}

  /// The connection, which tells each step of each plan when the statement is closed.
  public static Connection of(Connection connection, Consumer<Step> steps) throws SQLException {
    for (String setting :
        List.of(
            "client_min_messages = notice",
            "auto_explain.log_level = notice",
            "auto_explain.log_format = json",
            "auto_explain.log_analyze = on",
            "auto_explain.log_timing = off",
            "auto_explain.log_nested_statements = on",
            "auto_explain.log_min_duration = 0")) {
      Sql.of("load 'auto_explain'; set " + setting).run(connection);
    }
    return new RanPlans(steps).watched(connection, Connection.class);
  }

  private <T> T watched(T original, Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            RanPlans.class.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (original instanceof PreparedStatement statement
                  && method.getName().equals("close")) {
                for (SQLWarning each = statement.getWarnings();
                    each != null;
                    each = each.getNextWarning()) {
                  read(String.valueOf(each.getMessage()));
                }
              }
              try {
                Object result = method.invoke(original, arguments);
                return result instanceof PreparedStatement made
                    ? watched(made, PreparedStatement.class)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            }));
  }

  private void read(String notice) {
    int begin = notice.indexOf("plan:\n");
    if (begin >= 0) {
      JsonNode explained = JsonMapper.shared().readTree(notice.substring(begin + 6));
      read(explained.get("Plan"), explained.get("Query Text").asString());
    }
  }

  private void read(JsonNode plan, String statement) {
    double rows = 0;
    for (String each :
        List.of("Actual Rows", "Rows Removed by Filter", "Rows Removed by Join Filter")) {
      rows += plan.path(each).asDouble(0);
    }
    String name =
        plan.path("Node Type").asString("") + " " + plan.path("Relation Name").asString("");
    steps.accept(
        new Step(name, Math.round(rows * plan.path("Actual Loops").asDouble(0)), statement));
    plan.path("Plans").forEach(each -> read(each, statement));
  }
}
