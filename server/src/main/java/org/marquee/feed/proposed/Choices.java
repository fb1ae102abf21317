package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;

/// Says what was decided, one choice after the other, each with a reason.
final class Choices {
  private final Proposer.Decided decided;
  private final FeedRecord.@Nullable Cinema described;
  private final Corrections said;
  private final List<Choice> choices = new ArrayList<>();

  Choices(Proposer.Decided decided, FeedRecord.@Nullable Cinema described) {
    this.decided = decided;
    this.described = described;
    this.said = decided.said();
  }

  List<Choice> list() {
    if (decided.start() != null) {
      start(decided.start());
      named(Role.TITLE, "no column looks like titles of films");
    } else {
      add(
          "startsAt",
          "",
          decided.column(Role.CINEMA) == null ? 0 : 75,
          "no column has times that showings may start at",
          List.of());
    }
    if (described == null) {
      cinema();
    }
    for (Role role : Role.values()) {
      boolean told =
          role == Role.START
              || role == Role.TITLE
              || role == Role.CINEMA
              || role == Role.COUNTRY
              || role == Role.CITY
              || role == Role.ZIP;
      if (!told && (decided.column(role) != null || said.find(role.field) != null)) {
        named(role, "");
      }
    }
    rows();
    return choices;
  }

  private void add(String field, String shown, int sure, String why, List<String> others) {
    choices.add(
        new Choice(
            field,
            shown,
            said.find(field) == null ? sure : 100,
            said.find(field) == null ? why : "as you said",
            others));
  }

  private void start(Start start) {
    String shown =
        switch (start) {
          case Start.InColumns(List<TimeColumn> parts, _, _) -> shown(parts);
          case Start.InHeadings headings ->
              headings.headings().stream()
                  .map(heading -> heading.column().toString())
                  .collect(Collectors.joining(", "));
        };
    List<String> others =
        decided.starts().stream()
            .filter(other -> !other.equals(start) && other instanceof Start.InColumns)
            .map(other -> shown(((Start.InColumns) other).parts()))
            .limit(6)
            .toList();
    boolean close =
        decided.starts().stream()
            .anyMatch(other ->
                !other.equals(start)
                    && other.sure() >= start.sure() - 1
                    && other.rows().equals(start.rows()));
    add(
        "startsAt",
        shown,
        close ? Math.min(start.sure(), 65) : start.sure(),
        start.why() + (close ? "; " + others.getFirst() + " may be it as well" : ""),
        others);
    if (start instanceof Start.InColumns(List<TimeColumn> parts, _, _)
        && parts.stream().anyMatch(part -> part.doubt().contains("whether the day"))) {
      add(
          "order",
          parts.getFirst().pattern().indexOf('d') < parts.getFirst().pattern().indexOf('M')
              ? "day-first"
              : "month-first",
          50,
          "no date shows whether the day or the month comes first",
          List.of("=day-first", "=month-first"));
    }
  }

  private static String shown(List<TimeColumn> parts) {
    return parts.stream().map(part -> part.column().toString()).collect(Collectors.joining("+"));
  }

  private void named(Role role, String missing) {
    FileColumn column = decided.column(role);
    String text = said.text(role.field);
    if (column == null) {
      add(
          role.field,
          text == null ? "" : text,
          0,
          missing,
          decided.picks().others(role, decided.rows()));
      return;
    }
    int sure = decided.picks().sureness(role);
    ColumnName name = column.name();
    String why =
        decided.references().get(role) != null
            ? "its values are those of " + decided.references().get(role).target()
            : name.own().stream().allMatch(ColumnWords.UNKNOWN::equals)
                ? "by its values alone, such as " + String.join(", ", column.first(2))
                : "it is called "
                    + column.place().member(0)
                    + ", and its values fit, such as "
                    + String.join(", ", column.first(2));
    add(role.field, column.toString(), sure, why, decided.picks().others(role, decided.rows()));
  }

  private void cinema() {
    FileColumn name = decided.column(Role.CINEMA);
    FileColumn id = decided.column(Role.CINEMA_ID);
    if (name == null && said.text("cinema") == null) {
      add(
          "cinema",
          "",
          0,
          id == null
              ? "the file does not name its cinema: name it, as cinema==Rex, or describe it with --cinema FILE"
              : "the file names cinemas by "
                  + id
                  + " only: describe them elsewhere, or the one with --cinema FILE",
          decided.picks().others(Role.CINEMA, decided.rows()));
      return;
    }
    named(Role.CINEMA, "");
    if (decided.column(Role.ZONE) == null) {
      String zone = Whole.zone(decided);
      boolean stated = said.find("zone") != null || said.text("countryCode") != null;
      add("zone", zone, stated ? 100 : decided.zone().sure(), decided.zone().why(), List.of());
    }
    FileColumn country = decided.column(Role.COUNTRY);
    String code = Whole.country(decided);
    if (country != null) {
      named(Role.COUNTRY, "");
    } else if (code.isEmpty()) {
      add("countryCode", "", 0, "without it a cinema waits, and is not published", List.of());
    } else {
      boolean ofZone = said.find("zone") != null;
      add(
          "countryCode",
          code,
          ofZone ? 90 : decided.zone().sure(),
          ofZone ? "it is the country of the zone" : decided.zone().why(),
          List.of());
    }
    for (Role role : List.of(Role.CITY, Role.ZIP)) {
      FileColumn address = CinemaFields.inAddress(decided);
      if (decided.column(role) != null || said.find(role.field) != null) {
        named(role, "");
      } else if (address != null) {
        add(
            role.field,
            address.toString(),
            75,
            "out of the address",
            decided.picks().others(role, decided.rows()));
      } else {
        add(
            role.field,
            "",
            50,
            "no column has it; cinemas without it wait, and are not published",
            decided.picks().others(role, decided.rows()));
      }
    }
  }

  private void rows() {
    decided
        .labels()
        .labels()
        .forEach((column, _) ->
            add(
                "labels",
                column.toString(),
                75,
                "some of its words are known, such as " + String.join(", ", column.first(2)),
                List.of()));
    decided
        .labels()
        .flags()
        .forEach((attribute, column) ->
            add(
                "flags",
                column.toString(),
                80,
                "it is true or false, and is called like " + attribute.id(),
                List.of()));
    decided
        .labels()
        .leftOut()
        .forEach((column, rule) -> {
          boolean kinds = rule.startsWith("isNot");
          add(
              kinds ? "only" : "without",
              column.toString(),
              kinds ? 60 : 80,
              kinds
                  ? "its values are kinds of events: only films are taken"
                  : "it says that a showing is off",
              List.of());
        });
    if (decided.start() instanceof Start.InColumns(List<TimeColumn> parts, _, _)
        && said.find("dayEnds") == null
        && parts.size() > 1
        && parts
                .getLast()
                .column()
                .share(text -> text.matches("0?[0-3][:.h]\\d\\d.*|12[:.]\\d\\d ?[aA].*"))
            > 0) {
      add(
          "dayEnds",
          "",
          60,
          "some showings begin after midnight: if they stand under the day before, add dayEnds=06:00",
          List.of("=06:00"));
    }
  }
}
