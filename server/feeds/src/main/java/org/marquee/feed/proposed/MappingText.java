package org.marquee.feed.proposed;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.marquee.feed.StandIn;
import org.marquee.listing.Kind;

/// The text of a mapping, line by line, with each question as a comment at its place. A value is a
/// text, a list of values, or members.
final class MappingText {
  private static final Pattern WORD = Pattern.compile("(?i)true|false|null|yes|no|on|off|~");
  private static final Pattern PLAIN =
      Pattern.compile("[\\p{L}\\p{N}_$.][\\p{L}\\p{N}_$./()+%-]*(?: [\\p{L}\\p{N}_$./()+%-]+)*");

  private final Proposer found;
  private final StringBuilder text = new StringBuilder();
  private final Set<String> offered = new HashSet<>();

  /// The questions that are not written yet.
  private final List<Choice> questions;

  private MappingText(Proposer found) {
    this.found = found;
    this.questions = new ArrayList<>(found.choices());
    questions.removeIf(choice -> !choice.isOpen());
  }

  /// The text of the mapping of a file.
  static String of(Proposer found, String file) {
    MappingText text = new MappingText(found);
    text.line(0, "about: " + inLine("Made by looking at " + Choice.shortened(file, 100)));
    text.write();
    return text.text.toString().stripTrailing() + "\n";
  }

  private void write() {
    found.table.head().forEach((name, value) -> field(0, name, value, name));
    field(0, "zone", found.said.ofFile("zone"), "zone");
    for (StandIn each : StandIn.values()) {
      String missing = each.member();
      field(0, missing, found.said.ofFile(missing));
    }
    line(0, "\nrecords:");
    field(1, "", "", "rows", "lookedAt");
    Object id = value(Role.CINEMA_ID);
    Object cinema = id.equals("") ? value(Role.CINEMA) : id;
    if (found.source.cinema() == null) {
      start(Kind.CINEMA);
      field(3, "externalId", cinema, Role.CINEMA_ID.field);
      field(3, "name", value(Role.CINEMA), Role.CINEMA.field);
      Role.of(Kind.CINEMA).stream()
          .filter(role -> role != Role.CINEMA_ID && role != Role.CINEMA)
          .forEach(this::field);
      details(Kind.CINEMA);
    }
    if (!found.said.isLeftOut("startsAt")) {
      start(Kind.FILM);
      Role.of(Kind.FILM).forEach(this::field);
      details(Kind.FILM);
      start(Kind.SHOWTIME);
      field(Role.TITLE);
      field(3, "cinema", cinema, Role.CINEMA.field);
      Object start = found.value("startsAt");
      field(3, "startsAt", start, "startsAt", "order", "times", "hours", "dayEnds");
      Role.of(Kind.SHOWTIME).stream().filter(role -> role != Role.LABELS).forEach(this::field);
      field(Role.YEAR);
      details(Kind.SHOWTIME);
      field(2, "labels", value(Role.LABELS));
    }
    List.copyOf(questions).forEach(each -> field(1, "", "", each.field()));
    String left = Choice.shortened(String.join(", ", found.left()), 1000);
    line(0, left.isEmpty() ? "" : "\n# Not mapped: " + left);
  }

  private void start(Kind kind) {
    line(0, "");
    line(1, "- kind: " + kind.word());
    field(2, "each", found.table.rows().path());
    if (kind == Kind.SHOWTIME) {
      field(2, "leaveOut", found.leaveOut.isEmpty() ? "" : found.leaveOut, "only", "without");
    } else {
      line(2, "once: true");
    }
    line(2, "fields:");
  }

  private Object value(Role role) {
    return found.value(role.field);
  }

  private void field(Role role) {
    field(3, role.field, value(role), role.field);
  }

  /// The details that are stated, and as comments those that columns are called by.
  private void details(Kind kind) {
    for (var detail : Role.details(kind).entrySet()) {
      String name = detail.getKey();
      field(3, name, found.value(name));
      for (FileColumn column : found.offers(kind, detail.getValue())) {
        if (found.said.stated(name) == null && offered.add(column.name())) {
          String examples = " # perhaps: " + column.examples();
          line(3, "# " + name + ": " + inLine(column.path()) + examples);
        }
      }
    }
  }

  private void line(int depth, String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
  }

  /// A member, or in its place the questions about it; an empty value is none.
  ///
  /// @param about the fields whose questions belong here
  private void field(int depth, String name, Object value, String... about) {
    List<String> fields = List.of(about);
    List<Choice> here = questions.stream().filter(each -> fields.contains(each.field())).toList();
    here.forEach(each -> line(depth, "# " + Choice.shortened(each.line(), 2000)));
    questions.removeAll(here);
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
    boolean plain = value.length() < 200 && PLAIN.matcher(value).matches();
    if (plain && !WORD.matcher(value).matches()) {
      return value;
    }
    String quoted = value.replace("\\", "\\\\").replace("\"", "\\\"");
    String breaks = quoted.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
    return value.chars().anyMatch(letter -> letter < ' ')
        ? '"' + breaks + '"'
        : "'" + value.replace("'", "''") + "'";
  }
}
