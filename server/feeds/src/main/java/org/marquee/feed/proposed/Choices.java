package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;

/// Says what was decided, one choice after the other, each with a reason.
record Choices(Proposer decided, List<Choice> choices) {
  /// Roles that are told apart from the others.
  private static final Set<Role> APART =
      EnumSet.of(Role.START, Role.TITLE, Role.CINEMA, Role.COUNTRY, Role.CITY, Role.ZIP);

  /// @param described the cinema that the operator describes beside the file; null: none
  static List<Choice> of(Proposer decided, FeedRecord.@Nullable Cinema described) {
    Choices choices = new Choices(decided, new ArrayList<>());
    Start start = decided.start;
    if (start != null) {
      choices.start(start);
      choices.add(Role.TITLE, 0, "no column looks like titles of films");
    } else {
      int sure = decided.column(Role.CINEMA) == null ? 0 : 75;
      choices.add("startsAt", "", sure, "no column has times that showings may start at");
    }
    if (described == null) {
      choices.cinema();
    }
    EnumSet.complementOf(EnumSet.copyOf(APART)).stream()
        .filter(role -> !decided.picks.isOpen(role))
        .forEach(role -> choices.add(role, 0, ""));
    choices.rows();
    return choices.choices;
  }

  private void add(String field, Object shown, int sure, String why, String... others) {
    boolean stated = decided.said.stated(field) != null;
    choices.add(
        new Choice(
            field,
            shown.toString(),
            stated ? 100 : sure,
            stated ? "as you said" : why,
            List.of(others)));
  }

  /// What a role has, with the columns that it may have instead.
  ///
  /// @param lacking how sure it is where it has no column, and why
  private void add(Role role, int lacking, String why) {
    FileColumn column = decided.column(role);
    add(
        role.field,
        column != null ? column : Objects.requireNonNullElse(decided.said.text(role.field), ""),
        column != null ? decided.picks.sureness(role) : lacking,
        column != null ? why(role, column) : why,
        decided.picks.others(role, decided.rows()));
  }

  private String why(Role role, FileColumn column) {
    IdReference reference = decided.references.get(role);
    if (reference != null) {
      return "its values are those of " + reference.target();
    }
    String examples = String.join(", ", column.first(2));
    return column.name().saysNothing()
        ? "by its values alone, such as " + examples
        : "it is called " + column.place().member(0) + ", and its values fit, such as " + examples;
  }

  private void start(Start start) {
    List<Start> other = decided.starts.stream().filter(each -> !each.equals(start)).toList();
    Optional<Start> close =
        other.stream()
            .filter(each -> each.sure() >= start.sure() - 1 && each.rows().equals(start.rows()))
            .findFirst();
    add(
        "startsAt",
        start.shown(),
        close.isPresent() ? Math.min(start.sure(), 65) : start.sure(),
        start.why() + close.map(each -> "; " + each.shown() + " may be it as well").orElse(""),
        other.stream()
            .filter(each -> each.headings().isEmpty())
            .map(Start::shown)
            .limit(6)
            .toArray(String[]::new));
    if (start.headings().isEmpty()
        && start.columns().stream().anyMatch(column -> column.doubt().contains(DayOrder.OPEN))) {
      boolean dayFirst = start.pattern().indexOf('d') < start.pattern().indexOf('M');
      add(
          "order",
          dayFirst ? DayOrder.DAY_FIRST : DayOrder.MONTH_FIRST,
          50,
          DayOrder.OPEN,
          "=" + DayOrder.DAY_FIRST,
          "=" + DayOrder.MONTH_FIRST);
    }
  }

  private void cinema() {
    FileColumn id = decided.column(Role.CINEMA_ID);
    add(
        Role.CINEMA,
        0,
        id == null
            ? "the file does not name its cinema: name it, as cinema==Rex, or describe it with --cinema FILE"
            : "the file names cinemas by "
                + id
                + " only: describe them elsewhere, or the one with --cinema FILE");
    if (decided.column(Role.CINEMA) == null && decided.said.text("cinema") == null) {
      return;
    }
    ZoneGuess zone = decided.zone;
    if (decided.column(Role.ZONE) == null) {
      add("zone", zone.zone(), zone.sure(), zone.why());
    }
    if (decided.column(Role.COUNTRY) != null) {
      add(Role.COUNTRY, 0, "");
    } else if (zone.country().isEmpty()) {
      add("countryCode", "", 0, "without it a cinema waits, and is not published");
    } else {
      add("countryCode", zone.country(), zone.sure(), zone.why());
    }
    FileColumn address = CinemaFields.inAddress(decided);
    for (Role role : List.of(Role.CITY, Role.ZIP)) {
      if (address != null && decided.picks.isOpen(role)) {
        String[] others = decided.picks.others(role, decided.rows());
        add(role.field, address, 75, "out of the address", others);
      } else {
        add(role, 50, "no column has it; cinemas without it wait, and are not published");
      }
    }
  }

  private void rows() {
    Labels labels = decided.labels;
    for (FileColumn column : labels.labels().keySet()) {
      String examples = String.join(", ", column.first(2));
      add("labels", column, 75, "some of its words are known, such as " + examples);
    }
    labels
        .flags()
        .forEach((attribute, column) ->
            add("flags", column, 80, "it is true or false, and is called like " + attribute.id()));
    labels
        .leftOut()
        .forEach((column, rule) -> {
          if (Labels.isOfKinds(rule)) {
            add("only", column, 60, "its values are kinds of events: only films are taken");
          } else {
            add("without", column, 80, "it says that a showing is off");
          }
        });
    Start start = decided.start;
    if (start != null && decided.said.stated("dayEnds") == null && mayEndLater(start)) {
      add(
          "dayEnds",
          "",
          60,
          "some showings begin after midnight: if they stand under the day before, add dayEnds=06:00",
          "=06:00");
    }
  }

  /// Whether some showings begin after midnight, in a column beside that of dates.
  private static boolean mayEndLater(Start start) {
    Pattern night = Pattern.compile("0?[0-3][:.h]\\d\\d.*|12[:.]\\d\\d ?[aA].*");
    return start.columns().size() > 1 && start.columns().getLast().column().share(night) > 0;
  }
}
