package org.marquee.feed.proposed;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Values of a mapping, as they are written in it.
///
/// @param paths from the rows that the values are of
record FieldValues(FeedTable table, RowPaths paths) {
  private static final Pattern YEAR_IN_TITLE = Pattern.compile(".*\\((18|19|20)\\d\\d\\).*");
  private static final Pattern RELATIVE = Pattern.compile("/[^/].*");

  static String constant(String text) {
    return MappingText.members(Map.of("constant", MappingText.scalar(text)));
  }

  String path(FileColumn column) {
    return MappingText.scalar(paths.path(column.place()));
  }

  private Map<String, String> members(FileColumn column) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("path", path(column));
    if (!column.nothing().isEmpty()) {
      members.put(
          "missing", MappingText.list(column.nothing().stream().map(MappingText::scalar).toList()));
    }
    return members;
  }

  private static String written(Map<String, String> members) {
    String path = members.get("path");
    return members.size() == 1 && path != null ? path : MappingText.members(members);
  }

  static boolean hasYearInTitle(FileColumn title) {
    return title.share(YEAR_IN_TITLE) > 0;
  }

  /// A fact of a film.
  String of(Role role, FileColumn column) {
    return switch (role) {
      case LENGTH -> length(column);
      case POSTER -> address(column);
      case RELEASE -> date(column);
      default -> path(column);
    };
  }

  String title(FileColumn column) {
    Map<String, String> members = members(column);
    if (hasYearInTitle(column)) {
      members.put("remove", "'\\s*\\((18|19|20)\\d\\d\\)'");
    }
    return written(members);
  }

  /// The year of a film, from its own column or from titles; null where neither has it.
  @Nullable String year(@Nullable FileColumn year, @Nullable FileColumn title) {
    if (year != null) {
      Map<String, String> members = members(year);
      if (year.share(Pattern.compile("\\d{4}")) < 1) {
        members.put("match", "'^\\d{4}'");
      }
      return written(members);
    }
    if (title == null || !hasYearInTitle(title)) {
      return null;
    }
    Map<String, String> members = members(title);
    members.put("match", "'\\(((18|19|20)\\d\\d)\\)'");
    return written(members);
  }

  String length(FileColumn column) {
    Map<String, String> members = members(column);
    double usual =
        column.different().stream()
            .filter(text -> text.matches("\\d+"))
            .mapToInt(Integer::parseInt)
            .sorted()
            .skip(column.different().size() / 2)
            .findFirst()
            .orElse(100);
    if (usual > 600) {
      members.put("unit", usual > 60_000 ? "milliseconds" : "seconds");
    }
    if (column.different().contains("0")) {
      members.put("missing", "'0'");
    }
    return written(members);
  }

  String address(FileColumn column) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("path", MappingText.scalar(paths.first(column.place())));
    if (column.share(RELATIVE) > 0.5) {
      base(column).ifPresent(base -> members.put("base", base));
    }
    return written(members);
  }

  /// What relative addresses lack: the host that other columns of the file name most often.
  private Optional<String> base(FileColumn relative) {
    return table.columns().stream()
        .filter(column -> column != relative && column.isAddresses() && column.share(RELATIVE) == 0)
        .filter(column -> !column.name().says("poster"))
        .flatMap(column -> column.first(1).stream())
        .map(FieldValues::host)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> host(String address) {
    try {
      URI uri = URI.create(address);
      return uri.getHost() == null
          ? Optional.empty()
          : Optional.of(uri.getScheme() + "://" + uri.getHost());
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  String date(FileColumn column) {
    Map<String, String> members = members(column);
    TimeColumn time = TimeColumn.of(column, null);
    if (time != null && !time.pattern().equals("ISO") && !time.pattern().equals("yyyy-MM-dd")) {
      members.put("pattern", MappingText.scalar(time.pattern()));
      if (!time.language().isEmpty() && !time.language().equals("en")) {
        members.put("language", time.language());
      }
    }
    return written(members);
  }

  /// A start in columns.
  String start(List<TimeColumn> parts, @Nullable String dayEnds) {
    Map<String, String> members = new LinkedHashMap<>();
    List<String> patterns = new ArrayList<>();
    List<String> joined = new ArrayList<>();
    String language = "";
    for (TimeColumn part : parts) {
      Map<String, String> one = members(part.column());
      if (!part.split().isEmpty()) {
        one.put("split", MappingText.scalar(part.split()));
      }
      if (!part.remove().isEmpty()) {
        one.put("remove", "'" + part.remove() + "'");
      }
      boolean midnight = part.isMidnight();
      if (midnight) {
        one.put("match", "'^([^T ]+)'");
      }
      patterns.add(
          midnight || (parts.size() > 1 && part.pattern().equals("ISO"))
              ? "yyyy-MM-dd"
              : part.pattern());
      if (parts.size() > 1 && part.kind() == WrittenTime.Kind.DATE && !part.year()) {
        joined.add(written(one));
        joined.add(constant(String.valueOf(HeadingSearch.thisYear())));
        patterns.add("yyyy");
      } else if (parts.size() > 1) {
        joined.add(written(one));
      } else {
        members.putAll(one);
      }
      language = part.language().isEmpty() ? language : part.language();
    }
    if (!joined.isEmpty()) {
      members.put("join", MappingText.list(joined));
    }
    String pattern = String.join(" ", patterns);
    return written(timed(members, pattern.equals("ISO") ? "" : pattern, language, dayEnds));
  }

  /// A start whose one half is the heading of a column.
  String start(Start.InHeadings headings, Start.Heading heading, @Nullable String dayEnds) {
    List<String> joined = new ArrayList<>();
    if (headings.beside().isEmpty()) {
      joined.add(constant(heading.constant()));
      Map<String, String> cell = members(heading.column());
      if (!heading.split().isEmpty()) {
        cell.put("split", MappingText.scalar(heading.split()));
      }
      joined.add(written(cell));
    } else {
      joined.add(path(headings.beside().getFirst().column()));
      joined.add(constant(heading.constant()));
    }
    Map<String, String> members = new LinkedHashMap<>();
    members.put("join", MappingText.list(joined));
    return written(timed(members, headings.pattern(), headings.language(), dayEnds));
  }

  private static Map<String, String> timed(
      Map<String, String> members, String pattern, String language, @Nullable String dayEnds) {
    if (!pattern.isEmpty()) {
      members.put("pattern", MappingText.scalar(pattern));
    }
    if (!language.isEmpty() && !language.equals("en")) {
      members.put("language", language);
    }
    if (dayEnds != null) {
      members.put("dayEnds", dayEnds);
    }
    return members;
  }

  /// A rule that leaves rows out.
  String rule(FileColumn column, String rest) {
    String members = MappingText.members(members(column));
    return members.substring(0, members.length() - 1) + ", " + rest + "}";
  }

  String matching(FileColumn column, String pattern) {
    Map<String, String> members = members(column);
    members.put("match", "'" + pattern + "'");
    return written(members);
  }

  String exchanged(FileColumn column, String tableName) {
    Map<String, String> members = members(column);
    members.put("table", tableName);
    members.put("others", "dropped");
    return written(members);
  }

  String words(FileColumn column, String split) {
    Map<String, String> members = members(column);
    if (!split.isEmpty()) {
      members.put("split", MappingText.scalar(split));
    }
    return written(members);
  }
}
