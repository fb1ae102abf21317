package org.marquee.feed.proposed;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The text of a mapping, line by line, with each question as a comment at its place. A value is a
/// text, a list of values, or members.
final class MappingText {
  private static final Pattern WORD = Pattern.compile("(?i)true|false|null|yes|no|on|off|~");
  private static final Pattern PLAIN =
      Pattern.compile("[\\p{L}\\p{N}_$.][\\p{L}\\p{N}_$./()+%-]*(?: [\\p{L}\\p{N}_$./()+%-]+)*");

  private static final Set<String> OF_START =
      Set.of("startsAt", "order", "times", "hours", "dayEnds");

  private final Proposer found;
  private final StringBuilder text = new StringBuilder();
  private final List<Choice> questions;
  private final Set<Choice> written = new HashSet<>();

  private MappingText(Proposer found) {
    this.found = found;
    this.questions = found.choices.stream().filter(Choice::isOpen).toList();
  }

  /// The text of the mapping of a file.
  static String of(Proposer found, String file) {
    MappingText text = new MappingText(found);
    text.line(0, "about: " + inLine("Made by looking at " + Choice.shortened(file, 100)));
    text.write();
    return text.text.toString().stripTrailing() + "\n";
  }

  private void write() {
    found.table.head().forEach((name, value) -> field(0, name, value, Set.of(name)));
    boolean zoned = !found.value(Role.ZONE).equals("");
    field(0, "zone", zoned ? "" : found.said.ofFile("zone"), Set.of("zone"));
    StatedFields.MISSING.forEach(name -> field(0, name, found.said.ofFile(name), Set.of()));
    line(0, "\nrecords:");
    field(1, "", "", Set.of("rows"));
    Object id = found.value(Role.CINEMA_ID);
    Object cinema = id.equals("") ? found.value(Role.CINEMA) : id;
    if (found.source.cinema() == null) {
      start("cinema");
      field(3, "externalId", cinema, Set.of("cinemaId"));
      field(3, "name", found.value(Role.CINEMA), Set.of("cinema"));
      fields(Role.OF_PLACE);
    }
    if (!found.said.isLeftOut("startsAt")) {
      start("film");
      fields(List.of(Role.TITLE, Role.YEAR));
      fields(Role.OF_FILM);
      start("showtime");
      fields(List.of(Role.TITLE));
      field(3, "cinema", cinema, Set.of("cinema", "cinemaId"));
      field(3, "startsAt", found.value(Role.START), OF_START);
      fields(Role.OF_SHOWING);
      field(2, "labels", found.rules.labels().isEmpty() ? "" : found.rules.labels(), Set.of());
    }
    String left = Choice.shortened(String.join(", ", found.left()), 1000);
    line(0, left.isEmpty() ? "" : "\n# Not mapped: " + left);
  }

  private void start(String kind) {
    line(0, "");
    line(1, "- kind: " + kind);
    if (!found.table.each().isEmpty()) {
      field(2, "each", found.table.each(), Set.of());
    }
    if (kind.equals("showtime")) {
      Object rules = found.rules.leaveOut().isEmpty() ? "" : found.rules.leaveOut();
      field(2, "leaveOut", rules, Set.of("only", "without"));
    } else {
      line(2, "once: true");
    }
    line(2, "fields:");
  }

  private void fields(List<Role> roles) {
    roles.forEach(role -> field(3, role.field, found.value(role), Set.of(role.field)));
  }

  private void line(int depth, String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
  }

  /// A member, or in its place the questions about it; an empty value is none.
  ///
  /// @param about the fields whose questions belong here
  private void field(int depth, String name, Object value, Set<String> about) {
    List<Choice> here = questions.stream().filter(each -> about.contains(each.field())).toList();
    here.stream()
        .filter(written::add)
        .forEach(each -> line(depth, "# " + Choice.shortened(each.line(), 2000)));
    if (here.isEmpty() && !value.equals("")) {
      line(depth, name + ": " + inLine(value));
    }
  }

  /// A value whose only member is a path stands alone.
  static Object value(Map<String, Object> members) {
    Object path = members.get("path");
    return members.size() == 1 && path != null ? path : members;
  }

  static String inLine(Object value) {
    return switch (value) {
      case Collection<?> list ->
          list.stream().map(MappingText::inLine).collect(joining(", ", "[", "]"));
      case Map<?, ?> members ->
          members.entrySet().stream()
              .map(member -> member.getKey() + ": " + inLine(member.getValue()))
              .collect(joining(", ", "{", "}"));
      default -> scalar(value.toString());
    };
  }

  /// In quotes where it needs them.
  private static String scalar(String value) {
    if (value.length() < 200 && PLAIN.matcher(value).matches() && !WORD.matcher(value).matches()) {
      return value;
    }
    String breaks =
        value
            .replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t");
    return value.chars().anyMatch(letter -> letter < ' ')
        ? '"' + breaks + '"'
        : "'" + value.replace("'", "''") + "'";
  }
}
