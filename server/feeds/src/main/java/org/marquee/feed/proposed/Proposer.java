package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.feed.FeedSource;
import org.marquee.feed.StandIn;
import org.marquee.feed.time.Zones;

/// Finds what is sure about a file, and asks about all else. What a person states is taken as it
/// is.
final class Proposer {
  private static final Set<String> PLACES =
      Set.of("place", "city", "region", "country", "chain", "zip", "street", "lat", "lon");
  private static final Set<String> FILM_ID = Set.of("film", "id", "number");

  final List<Choice> choices = new ArrayList<>();
  final FeedSource source;
  final FeedTable table;
  final StatedFields said;
  private final Map<Role, FileColumn> columns = new EnumMap<>(Role.class);

  /// What the mapping says of a role: a path, or members.
  private final Map<Role, Object> values = new EnumMap<>(Role.class);

  private final Set<FileColumn> used = Collections.newSetFromMap(new IdentityHashMap<>());
  final RowRules rules;

  /// @throws StatedFields.InvalidStatement if a correction names a column that is not there
  Proposer(FeedSource source, FeedTable table, StatedFields said)
      throws StatedFields.InvalidStatement {
    this.source = source;
    this.table = table;
    this.said = said;
    this.rules = new RowRules(table, said, used);
    table.open().stream()
        .filter(question -> said.stated(question.field()) == null)
        .forEach(choices::add);
    if (!said.isLeftOut("startsAt") && !isOpen("startsAt")) {
      StartSearch starts = new StartSearch(table, said, choices);
      values.put(Role.START, starts.value());
      used.addAll(starts.columns());
    }
    if (!said.isLeftOut("startsAt")) {
      choose(Role.TITLE, "which column is the title?");
      films();
      chooseAll(Role.OF_SHOWING);
      chooseAll(Role.OF_FILM);
      rules.rows(choices);
    }
    if (source.cinema() == null) {
      cinema();
    } else {
      described();
    }
    rules.findLabels();
  }

  private boolean isOpen(String field) {
    return choices.stream().anyMatch(choice -> choice.isFor(field));
  }

  private void ask(String field, String why, List<String> others) {
    if (said.stated(field) == null && !isOpen(field)) {
      choices.add(Choice.asked(field, why, others));
    }
  }

  private void ask(Role role, String why) {
    if (said.stated(role.field) == null && !isOpen(role.field)) {
      choices.add(
          Choice.asked(
              role.field,
              why,
              table.columns().stream()
                  .filter(column -> !used.contains(column) && role.isLikely(column))));
    }
  }

  private void chooseAll(List<Role> roles) throws StatedFields.InvalidStatement {
    for (Role role : roles) {
      choose(role, "");
    }
  }

  /// Takes the column of a role: the one that is stated, or the only one that is called so.
  ///
  /// @param question what is asked where there is not one; empty: nothing
  private void choose(Role role, String question) throws StatedFields.InvalidStatement {
    String stated = said.columnName(role.field);
    if (said.isLeftOut(role.field) || isOpen(role.field)) {
      return;
    }
    String text = said.text(role.field);
    if (text != null) {
      values.put(role, Map.of("constant", text));
      return;
    }
    if (stated != null) {
      take(role, StatedFields.columns(table, stated));
      return;
    }
    List<FileColumn> free =
        table.columns().stream().filter(column -> !used.contains(column)).toList();
    List<FileColumn> sure = free.stream().filter(role::isSure).toList();
    boolean gaps = sure.size() == 1 && sure.getFirst().values().contains("");
    if (sure.size() == 1 && !(gaps && (role == Role.TITLE || role == Role.CINEMA))) {
      take(role, sure);
    } else if (!question.isEmpty()) {
      String why =
          gaps
              ? "some rows have nothing in " + sure.getFirst() + ", and are refused; is that right?"
              : question;
      ask(role, why);
    }
  }

  private void take(Role role, List<FileColumn> taken) {
    if (role != Role.CINEMA_ID) {
      used.addAll(taken);
    }
    columns.put(role, taken.getFirst());
    values.put(
        role,
        taken.size() == 1
            ? taken.getFirst().path()
            : Map.of("join", taken.stream().map(FileColumn::path).toList()));
    String names = String.join("+", taken.stream().map(FileColumn::name).toList());
    choices.add(new Choice(role.field, names, false, taken.getFirst().examples(), List.of()));
  }

  /// Asks where one title has several ids.
  private void films() {
    FileColumn title = columns.get(Role.TITLE);
    if (title != null) {
      table.columns().stream()
          .filter(column -> column.means(FILM_ID) && column.hints(Set.of("id")))
          .filter(column -> around(column).equals(around(title)))
          .flatMap(column -> title.severalOf(column).stream())
          .findFirst()
          .ifPresent(several -> ask("title", several + "; one film?", List.of(title.name())));
    }
  }

  private void described() throws StatedFields.InvalidStatement {
    if (said.columnName("cinema") != null) {
      choose(Role.CINEMA, "");
      return;
    }
    table.columns().stream()
        .filter(column ->
            column.hints(Set.of("cinema", "place"))
                && column.different().size() > 1
                && !used.contains(column))
        .findFirst()
        .ifPresent(column ->
            ask(
                "cinema",
                "%s has %s, and one cinema is described; are all rows of that one?"
                    .formatted(column, column.examples()),
                List.of("", column.name())));
  }

  private void cinema() throws StatedFields.InvalidStatement {
    choose(Role.CINEMA, "which column names the cinema? If the file is of one: cinema==NAME.");
    choose(Role.CINEMA_ID, "");
    chooseAll(Role.OF_PLACE);
    missing(
        Role.COUNTRY,
        "the code of the country, as countryCode=GB; without it cinemas wait",
        StandIn.COUNTRY,
        "missingCountry");
    missing(
        Role.CITY,
        "the town, as locality==TOWN, or nothing; without it cinemas wait",
        StandIn.LOCALITY,
        "missingLocality");
    missing(
        Role.ZIP,
        "the postcode, as postcode==CODE, or nothing; without it cinemas wait",
        StandIn.POSTCODE,
        "missingPostcode");
    FileColumn country = columns.get(Role.COUNTRY);
    if (country != null && Role.OF_PLACE.stream().filter(columns::containsKey).count() == 1) {
      ask(
          Role.COUNTRY.field,
          "is %s (%s) where the cinemas are, or where films come from?"
              .formatted(country, country.examples()),
          List.of(country.name()));
    }
    boolean placed = columns.containsKey(Role.LATITUDE) && columns.containsKey(Role.LONGITUDE);
    if (!columns.containsKey(Role.ZONE) && !placed) {
      String code = said.text("countryCode");
      List<String> stated = code == null ? List.of() : List.of(code);
      List<String> codes = country == null ? stated : country.different();
      ask(
          "zone",
          "the time zone of the cinemas, as zone=Europe/London",
          codes.stream()
              .limit(3)
              .flatMap(each -> Zones.ofCountry(each).stream())
              .map(Object::toString)
              .limit(3)
              .toList());
    }
    identity();
  }

  private void missing(Role role, String question, StandIn standIn, String otherwise) {
    if (!values.containsKey(role)
        && source.standIns().find(standIn) == null
        && said.stated(otherwise) == null) {
      ask(role, question);
    }
  }

  /// Asks where one name, or id, of a cinema has several towns, addresses, positions, or other
  /// words that may say which of several it is.
  private void identity() {
    FileColumn name = columns.get(Role.CINEMA);
    FileColumn id = columns.get(Role.CINEMA_ID);
    if (name == null) {
      return;
    }
    FileColumn key = id == null ? name : id;
    List<String> evidence = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (FileColumn fact : table.columns()) {
      boolean unknown =
          !used.contains(fact)
              && fact.meanings().contains(ColumnWords.UNKNOWN)
              && fact.name().startsWith(around(name))
              && fact.different().stream().allMatch(Proposer::isShort);
      if (!fact.equals(key) && (fact.equals(name) || unknown || fact.hints(PLACES))) {
        key.severalOf(fact)
            .ifPresent(several -> {
              evidence.add(several);
              others.add(key + "+" + fact);
            });
      }
    }
    if (!evidence.isEmpty()) {
      others.add(key.name());
      ask("cinemaId", String.join(", ", evidence) + "; one cinema, or several?", others);
    }
  }

  /// What a column stands in.
  private static String around(FileColumn column) {
    return column.name().substring(0, column.name().lastIndexOf('.') + 1);
  }

  private static boolean isShort(String text) {
    return text.length() <= 60 && text.chars().anyMatch(Character::isLetter);
  }

  /// What the mapping says of a role; empty: nothing.
  Object value(Role role) {
    return values.getOrDefault(role, "");
  }

  /// The columns that say nothing here.
  List<String> left() {
    return table.columns().stream()
        .filter(column -> !used.contains(column))
        .limit(40)
        .map(FileColumn::name)
        .toList();
  }
}
