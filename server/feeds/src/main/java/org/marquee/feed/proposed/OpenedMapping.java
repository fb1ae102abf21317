package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The text of a mapping that people may have edited. Corrections change the lines that they are
/// about; all others, and their comments, stay as they are.
public record OpenedMapping(String text) {
  private static final Pattern RECORD = Pattern.compile("\\s*- kind:\\s*(\\w+).*");
  private static final Pattern MEMBER = Pattern.compile("(\\s*)([\\w-]+):(.*)");

  /// A member, by where it stands.
  ///
  /// @param record as `showtime 1`, the first of its kind; empty before all records
  private record Key(String record, String name) {}

  /// @param line its number, from 0
  /// @param until the number of the next line that does not belong to it
  private record Member(int line, int until, int indent, String value) {}

  /// Does to this mapping what corrections did to a proposal: `before` is the proposal without
  /// them, `after` with them.
  public OpenedMapping changed(String before, String after) {
    Map<Key, Member> was = members(lines(before));
    Map<Key, Member> is = members(lines(after));
    List<String> lines = new ArrayList<>(lines(text));
    for (Map.Entry<Key, Member> each : is.entrySet()) {
      Member old = was.get(each.getKey());
      if (old == null || !old.value().equals(each.getValue().value())) {
        put(lines, each.getKey(), each.getValue());
      }
    }
    for (Key key : was.keySet()) {
      Member here = members(lines).get(key);
      if (!is.containsKey(key) && here != null) {
        lines.subList(here.line(), here.until()).clear();
      }
    }
    return new OpenedMapping(String.join("\n", lines) + "\n");
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }

  private static void put(List<String> lines, Key key, Member member) {
    Map<Key, Member> members = members(lines);
    Member here = members.get(key);
    String line = key.name() + ":" + member.value();
    if (here != null) {
      lines.subList(here.line(), here.until()).clear();
      lines.add(here.line(), " ".repeat(here.indent()) + line);
      return;
    }
    boolean outer = key.record().isEmpty();
    Member beside = members.get(new Key(key.record(), outer ? "format" : "fields"));
    if (beside != null) {
      int indent =
          outer || key.name().equals("each") || key.name().equals("labels")
              ? beside.indent()
              : beside.indent() + 2;
      boolean before = !outer && indent == beside.indent();
      lines.add(before ? beside.line() : beside.line() + 1, " ".repeat(indent) + line);
    }
  }

  private static Map<Key, Member> members(List<String> lines) {
    Map<Key, Member> members = new LinkedHashMap<>();
    Map<String, Integer> kinds = new HashMap<>();
    String record = "";
    for (int at = 0; at < lines.size(); at++) {
      Matcher kind = RECORD.matcher(lines.get(at));
      if (kind.matches()) {
        record = kind.group(1) + " " + kinds.merge(kind.group(1), 1, Integer::sum);
        continue;
      }
      Matcher member = MEMBER.matcher(lines.get(at));
      if (!member.matches() || member.group(2).equals("records")) {
        continue;
      }
      int indent = member.group(1).length();
      members.putIfAbsent(
          new Key(record, member.group(2)),
          new Member(at, end(lines, at, indent, member.group(2)), indent, member.group(3)));
    }
    return members;
  }

  /// Where a member ends: behind the lines that are indented further.
  private static int end(List<String> lines, int at, int indent, String name) {
    int end = at + 1;
    while (!name.equals("fields")
        && end < lines.size()
        && !lines.get(end).isBlank()
        && indent(lines.get(end)) > indent) {
      end++;
    }
    return end;
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  /// The member of a record; null where it has none.
  @Nullable String member(String record, String name) {
    Member member = members(lines(text)).get(new Key(record, name));
    return member == null ? null : member.value().strip();
  }
}
