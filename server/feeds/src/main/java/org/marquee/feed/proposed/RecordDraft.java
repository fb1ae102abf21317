package org.marquee.feed.proposed;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A record of a mapping while its members are found. The path to its rows is known once all others
/// are. Values are as [MappingText] writes them: a path alone, or members.
final class RecordDraft {
  private static final Pattern YEAR_IN_TITLE = Pattern.compile(".*\\((18|19|20)\\d\\d\\).*");
  private static final Pattern RELATIVE = Pattern.compile("/[^/].*");

  private static final Set<Object> NOTHING = Set.of("", Set.of(), List.of(), Map.of());
  private final Proposer decided;
  private final String kind;
  private final RowPaths paths;
  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final List<Map<String, Object>> leaveOut = new ArrayList<>();

  /// Members behind the fields.
  final Map<String, Object> behind = new LinkedHashMap<>();

  RecordDraft(Proposer decided, String kind, ColumnPath rows) {
    this.decided = decided;
    this.kind = kind;
    this.paths = new RowPaths(rows, decided.table);
  }

  /// The column that was chosen for a role, if each row has one value of it.
  @Nullable FileColumn seen(Role role) {
    FileColumn column = decided.column(role);
    return column != null && column.place().isSeenFrom(paths.rows()) ? column : null;
  }

  void put(String field, @Nullable Object value) {
    if (value != null && !decided.said.isLeftOut(field)) {
      fields.put(field, value);
    }
  }

  void putPath(String field, @Nullable FileColumn column) {
    put(field, column == null ? null : path(column));
  }

  void leaveOut(FileColumn column, Map<String, Object> rule) {
    leaveOut.add(rule(column, rule));
  }

  /// Leaves out rows that have no value in a column.
  void leaveOutWithout(FileColumn column, String reason) {
    leaveOut(column, inOrder("isMissing", true, "reason", reason));
  }

  /// Leaves out rows of things that are not ours, as far as each row says what it is.
  void leaveOutOthers() {
    decided.labels.leftOut().entrySet().stream()
        .filter(rule -> Labels.isOfKinds(rule.getValue()))
        .filter(rule -> rule.getKey().place().isSeenFrom(paths.rows()))
        .forEach(rule -> leaveOut(rule.getKey(), rule.getValue()));
  }

  /// Writes it.
  ///
  /// @param once the line that makes rows with the same key one record; empty: none
  void write(MappingText text, String once) {
    text.line(1, "- kind: " + kind);
    String each = paths.each();
    if (!decided.table.isTable() && !each.isEmpty()) {
      text.field(2, "each", each);
    }
    if (!once.isEmpty()) {
      text.line(2, once);
    }
    if (!leaveOut.isEmpty()) {
      text.line(2, "leaveOut:");
      leaveOut.forEach(rule -> text.element(3, rule));
    }
    text.line(2, "fields:");
    fields.forEach((name, value) -> text.field(3, name, value));
    behind.forEach((name, value) -> text.field(2, name, value));
    text.line(0, "");
  }

  static Map<String, Object> constant(String text) {
    return Map.of("constant", text);
  }

  /// What a column has in a row.
  Object path(FileColumn column) {
    return paths.path(column.place());
  }

  /// The same with more members, names and values by turns; those whose value is empty are left
  /// out.
  Object with(FileColumn column, Object... more) {
    return value(members(column, more));
  }

  /// The members of a rule that leaves rows out.
  Map<String, Object> rule(FileColumn column, Map<String, Object> rest) {
    Map<String, Object> members = members(column);
    members.putAll(rest);
    return members;
  }

  private Map<String, Object> members(FileColumn column, Object... more) {
    return add(inOrder("path", path(column), "missing", column.nothing()), more);
  }

  /// Members in the order in which they stand here, names and values by turns, without those whose
  /// value is empty.
  static Map<String, Object> inOrder(Object... members) {
    return add(new LinkedHashMap<>(), members);
  }

  static Map<String, Object> add(Map<String, Object> members, Object... more) {
    for (int at = 0; at < more.length; at += 2) {
      if (!NOTHING.contains(more[at + 1])) {
        members.put(more[at].toString(), more[at + 1]);
      }
    }
    return members;
  }

  /// A path that has no other members beside it stands alone.
  private static Object value(Map<String, Object> members) {
    Object path = members.get("path");
    return members.size() == 1 && path != null ? path : members;
  }

  private static boolean haveYears(FileColumn titles) {
    return titles.share(YEAR_IN_TITLE) > 0;
  }

  /// A fact of a film.
  Object of(Role role, FileColumn column) {
    return switch (role) {
      case LENGTH -> length(column);
      case POSTER -> address(column);
      case RELEASE -> date(column);
      default -> path(column);
    };
  }

  Object title(FileColumn column) {
    return with(column, "remove", haveYears(column) ? "\\s*\\((18|19|20)\\d\\d\\)" : "");
  }

  /// The year of a film, from its own column or from titles; null where neither has it.
  @Nullable Object year(@Nullable FileColumn year, @Nullable FileColumn title) {
    if (year != null) {
      boolean plain = year.share(text -> text.matches("\\d{4}")) == 1;
      return with(year, "match", plain ? "" : "^\\d{4}");
    }
    return title == null || !haveYears(title)
        ? null
        : with(title, "match", "\\(((18|19|20)\\d\\d)\\)");
  }

  private Object length(FileColumn column) {
    int usual =
        column.different().stream()
            .filter(text -> text.matches("\\d+"))
            .mapToInt(Integer::parseInt)
            .sorted()
            .skip(column.different().size() / 2)
            .findFirst()
            .orElse(100);
    return with(
        column,
        "unit",
        usual > 60_000 ? "milliseconds" : usual > 600 ? "seconds" : "",
        "missing",
        column.different().contains("0") ? "0" : "");
  }

  /// Of several addresses the first.
  Object address(FileColumn column) {
    String path = paths.path(column.place()).replace("[]", "[0]");
    return value(inOrder("path", path, "base", column.share(RELATIVE) > 0.5 ? base(column) : ""));
  }

  /// What relative addresses lack: the host that other columns of the file name; empty where none
  /// does.
  private String base(FileColumn relative) {
    return decided.table.columns().stream()
        .filter(column -> column != relative && column.isAddresses() && column.share(RELATIVE) == 0)
        .filter(column -> !column.name().says("poster"))
        .flatMap(column -> column.first(1).stream())
        .flatMap(RecordDraft::host)
        .findFirst()
        .orElse("");
  }

  private static Stream<String> host(String address) {
    try {
      URI uri = URI.create(address);
      return Stream.ofNullable(uri.getHost()).map(host -> uri.getScheme() + "://" + host);
    } catch (IllegalArgumentException _) {
      return Stream.empty();
    }
  }

  private Object date(FileColumn column) {
    TimeColumn time = TimeColumn.of(column, "");
    return time == null || Set.of("ISO", "yyyy-MM-dd").contains(time.pattern())
        ? with(column)
        : with(column, "pattern", time.pattern(), "language", notEnglish(time.language()));
  }

  private static String notEnglish(String language) {
    return language.equals("en") ? "" : language;
  }

  /// A start of a row.
  ///
  /// @param heading the column whose name is a part of it; null: none
  Object start(Start start, Start.@Nullable Heading heading, String dayEnds) {
    List<Map<String, Object>> parts = new ArrayList<>();
    for (TimeColumn time : start.columns()) {
      parts.add(
          members(
              time.column(),
              "split",
              time.split(),
              "remove",
              time.ordinals(),
              "match",
              time.isMidnight() ? "^([^T ]+)" : ""));
      if (start.columns().size() > 1 && Start.lacksYear(time)) {
        parts.add(constant(Start.thisYear()));
      }
    }
    if (heading != null) {
      parts.add(constant(heading.text()));
      if (start.columns().isEmpty()) {
        parts.add(members(heading.column(), "split", heading.split()));
      }
    }
    Map<String, Object> members =
        parts.size() == 1
            ? parts.getFirst()
            : inOrder("join", parts.stream().map(RecordDraft::value).toList());
    return value(
        add(
            members,
            "pattern",
            start.pattern().equals("ISO") ? "" : start.pattern(),
            "language",
            notEnglish(start.language()),
            "dayEnds",
            dayEnds));
  }
}
