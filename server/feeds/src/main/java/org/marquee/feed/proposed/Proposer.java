package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.marquee.feed.FeedSource;
import org.marquee.feed.StandIn;
import org.marquee.feed.time.Zones;
import org.marquee.listing.Kind;

/// Finds what is sure about a file, and asks about all else. What a person states is taken as it
/// is.
final class Proposer {
  private static final Set<Role> PLACES =
      Set.of(
          Role.CINEMA, Role.ZONE, Role.LATITUDE, Role.LONGITUDE, Role.STREET, Role.CITY, Role.ZIP);

  final FeedSource source;
  final FeedTable table;
  final StatedFields said;

  /// Rules by which rows are left out.
  final List<Object> leaveOut = new ArrayList<>();

  /// By field, what was found or is asked.
  private final Map<String, Choice> choices = new LinkedHashMap<>();

  private final Map<String, Object> values = new HashMap<>();
  final Map<Role, FileColumn> columns = new EnumMap<>(Role.class);

  /// Columns that say something.
  final Set<String> used = new HashSet<>();

  final StartSearch starts;

  /// @throws StatedFields.InvalidStatement if a correction names a column that is not there
  Proposer(FeedSource source, FeedTable table, StatedFields said)
      throws StatedFields.InvalidStatement {
    this.source = source;
    this.table = table;
    this.said = said;
    table.open().forEach(this::ask);
    starts = new StartSearch(this);
    if (!said.isLeftOut("startsAt")) {
      if (!isOpen("startsAt")) {
        starts.look();
      }
      starts.columns.forEach(each -> used.add(each.column().name()));
      choose(Kind.FILM);
      choose(Kind.SHOWTIME);
      rows();
    }
    if (source.cinema() == null) {
      choose(Kind.CINEMA);
      cinema();
    } else if (said.columnName(Role.CINEMA.field) != null) {
      stated(Role.CINEMA.field);
    }
    new Doubts(this).ask();
    for (String field : said.byField().keySet()) {
      if (field.startsWith("details.") && !said.isLeftOut(field)) {
        stated(field);
      }
    }
  }

  /// Asks what nobody has answered. The first question about a field stays.
  void ask(Choice asked) {
    if (said.stated(asked.field()) == null) {
      leave(asked);
    }
  }

  void ask(String field, String why, String... others) {
    ask(Choice.asked(field, why, List.of(others)));
  }

  /// Asks, whatever was answered.
  void leave(Choice asked) {
    if (!isOpen(asked.field())) {
      choices.put(asked.field(), asked);
    }
  }

  /// @param shown where it was found, as people read it
  /// @param value a text, a list of values, or members
  void found(String field, String shown, String why, Object value) {
    choices.putIfAbsent(field, new Choice(field, shown, false, why, List.of()));
    values.put(field, value);
  }

  boolean isOpen(String field) {
    Choice choice = choices.get(field);
    return choice != null && choice.isOpen();
  }

  List<Choice> choices() {
    return List.copyOf(choices.values());
  }

  /// What the mapping says of a field; empty: nothing.
  Object value(String field) {
    return isOpen(field) ? "" : values.getOrDefault(field, "");
  }

  /// Takes the columns of the roles of a kind: those that are stated, or the only ones that are
  /// called so. Of what is needed it asks.
  private void choose(Kind kind) throws StatedFields.InvalidStatement {
    for (Role role : Role.of(kind)) {
      boolean open = !said.isLeftOut(role.field) && !isOpen(role.field);
      if (open && said.stated(role.field) != null) {
        List<FileColumn> stated = stated(role.field);
        stated.stream().limit(1).forEach(column -> columns.put(role, column));
      } else if (open) {
        choose(role);
      }
    }
  }

  private void choose(Role role) {
    List<FileColumn> free =
        table.columns().stream().filter(column -> !used.contains(column.name())).toList();
    List<FileColumn> sure = free.stream().filter(role::isSure).toList();
    boolean needed = role == Role.TITLE || role == Role.CINEMA;
    boolean gaps = needed && sure.size() == 1 && sure.getFirst().values().contains("");
    if (!sure.isEmpty() && (role == Role.LABELS || (sure.size() == 1 && !gaps))) {
      take(role.field, sure, role == Role.LABELS ? labels(sure) : sure.getFirst().path());
      columns.put(role, sure.getFirst());
      return;
    }
    boolean known =
        Stream.of(StandIn.values())
            .filter(each -> role.field.toUpperCase(Locale.ROOT).startsWith(each.name()))
            .anyMatch(
                each -> source.standIns().find(each) != null || said.stated(each.member()) != null);
    if (!role.question().isEmpty() && !known) {
      List<FileColumn> some = free.stream().filter(role::isLikely).limit(5).toList();
      List<String> seen = some.stream().map(each -> each + " (" + each.examples() + ")").toList();
      String refused = "some rows have nothing here, and are refused; is that right?";
      String why = (gaps ? refused : role.question()) + " " + String.join(", ", seen);
      ask(Choice.asked(role.field, why.strip(), some.stream().map(FileColumn::name).toList()));
    }
  }

  private static Object labels(List<FileColumn> columns) {
    List<Object> labels = new ArrayList<>();
    for (FileColumn column : columns) {
      Map<String, Object> value = new LinkedHashMap<>(Map.of("path", column.path()));
      if (column.different().stream().anyMatch(text -> text.contains(","))) {
        value.put("split", ",");
      }
      labels.add(MappingText.value(value));
    }
    return labels;
  }

  private void take(String field, List<FileColumn> taken, Object value) {
    List<String> names = taken.stream().map(FileColumn::name).toList();
    used.addAll(field.equals(Role.CINEMA_ID.field) ? List.of() : names);
    String examples = taken.isEmpty() ? "" : taken.getFirst().examples();
    found(field, String.join("+", names), examples, value);
  }

  /// Takes what a person states of a field, and gives its columns; none where it is a text.
  private List<FileColumn> stated(String field) throws StatedFields.InvalidStatement {
    String text = said.text(field);
    String name = said.columnName(field);
    List<FileColumn> taken = name == null ? List.of() : StatedFields.columns(table, name);
    List<String> paths = taken.stream().map(FileColumn::path).toList();
    Object joined = paths.size() == 1 ? paths.getFirst() : Map.of("join", paths);
    Object value = field.equals(Role.LABELS.field) ? labels(taken) : joined;
    take(field, taken, text == null ? value : Map.of("constant", text));
    return taken;
  }

  /// Asks which rows count.
  private void rows() throws StatedFields.InvalidStatement {
    for (String field : List.of("only", "without")) {
      String stated = said.ofFile(field);
      int colon = stated.lastIndexOf(':');
      if (colon > 0) {
        FileColumn column = StatedFields.column(table, stated.substring(0, colon));
        List<String> texts = List.of(stated.substring(colon + 1).split(" ?, ?", -1));
        Map<String, Object> rule = new LinkedHashMap<>(Map.of("path", column.path()));
        rule.put(field.equals("only") ? "isNot" : "is", texts);
        rule.put("reason", field + " " + stated);
        leaveOut.add(rule);
        used.add(column.name());
      }
    }
    for (FileColumn column : table.columns()) {
      List<String> all = column.different();
      boolean status = column.hints(Set.of("status", "cancelled"));
      boolean type = column.means(Set.of("type", "show", "film")) && column.hints(Set.of("type"));
      if (status || (type && all.size() > 1 && all.size() < 50)) {
        used.add(column.name());
        List<String> others = new ArrayList<>();
        all.stream().limit(status ? 3 : 1).forEach(each -> others.add(column + ":" + each));
        others.add("");
        String question =
            status ? "mean that there is no showing? Nothing if none" : "are films? Nothing if all";
        String why = column + " has " + column.examples() + "; which " + question;
        ask(Choice.asked(status ? "without" : "only", why, others));
      }
    }
  }

  private void cinema() {
    FileColumn country = columns.get(Role.COUNTRY);
    List<FileColumn> all = table.columns();
    int at = country == null ? 0 : all.indexOf(country);
    // Films have a country too: that of cinemas stands beside their place.
    List<FileColumn> near = all.subList(Math.max(0, at - 1), Math.min(all.size(), at + 2));
    boolean besidePlace =
        columns.entrySet().stream()
            .anyMatch(each -> PLACES.contains(each.getKey()) && near.contains(each.getValue()));
    if (country != null && !besidePlace) {
      String why =
          "is %s (%s) where the cinemas are, or where films come from?"
              .formatted(country, country.examples());
      ask(Role.COUNTRY.field, why, country.name());
    }
    boolean placed = columns.containsKey(Role.LATITUDE) && columns.containsKey(Role.LONGITUDE);
    if (!columns.containsKey(Role.ZONE) && !placed) {
      String code = said.text(Role.COUNTRY.field);
      List<String> stated = code == null ? List.of() : List.of(code);
      List<String> zones = new ArrayList<>();
      for (String each : country == null ? stated : country.different()) {
        Zones.ofCountry(each).forEach(zone -> zones.add(zone.getId()));
      }
      String why = "the time zone of the cinemas, as zone=Europe/London";
      ask(Choice.asked("zone", why, zones.stream().limit(3).toList()));
    }
  }

  /// The columns that may be a detail, since they are called so: nothing is decided by that.
  List<FileColumn> offers(Kind kind, List<Set<String>> meanings) {
    List<FileColumn> offers = new ArrayList<>(table.columns());
    offers.removeIf(column -> {
      Set<String> meant = new HashSet<>(column.meanings());
      boolean whole = meant.remove(kind.word()) || !ColumnWords.isOpen(meant);
      boolean taken = columns.containsValue(column) && !column.equals(columns.get(Role.LABELS));
      return !whole || taken || column.hints(StartSearch.NAMES) || !meanings.contains(meant);
    });
    return offers;
  }

  /// The columns that say nothing here.
  List<String> left() {
    List<String> left = new ArrayList<>(table.columns().stream().map(FileColumn::name).toList());
    left.removeAll(used);
    return left;
  }
}
