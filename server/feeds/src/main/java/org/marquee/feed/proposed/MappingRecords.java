package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.member.Countries;

/// Writes the mapping that follows from what was decided.
///
/// @param described the cinema that the operator describes beside the file; null: none
record MappingRecords(Proposer decided, FeedRecord.@Nullable Cinema described, MappingText text) {
  /// @param file what the file is called
  /// @param doubts what stands behind a field as a comment, by field
  static String of(
      Proposer decided,
      FeedRecord.@Nullable Cinema described,
      String file,
      Map<String, String> doubts) {
    MappingText text = new MappingText(doubts);
    new MappingRecords(decided, described, text).write(file);
    return text.toString();
  }

  private void write(String file) {
    FeedTable table = decided.table;
    Map<String, Object> head =
        RecordDraft.inOrder(
            "about",
            "Made by looking at " + file,
            "format",
            table.format(),
            "csv",
            table.csv(),
            "encoding",
            table.encoding(),
            "zone",
            decided.column(Role.ZONE) == null ? decided.zone.zone() : "");
    Corrections.MISSING.forEach(field -> RecordDraft.add(head, field, decided.said.ofFile(field)));
    head.forEach((name, value) -> text.field(0, name, value));
    FileColumn id = decided.column(Role.SHOW_ID);
    if (id != null && id.share(value -> value.matches(".*20\\d\\d-?[01]\\d-?[0-3]\\d.*")) > 0.9) {
      text.line(0, "# The ids have the time in them, so a showing that is moved gets another.");
      text.field(0, "keys", "made");
    }
    tables();
    text.line(0, "").line(0, "records:");
    if (described == null) {
      chain();
      cinema();
    }
    if (decided.start != null) {
      film();
      showtimes(decided.start);
    }
  }

  private void tables() {
    FileColumn country = decided.column(Role.COUNTRY);
    IdReference screens = decided.namesOfScreens();
    FileColumn screen = decided.column(Role.SCREEN);
    Map<String, Object> tables = new LinkedHashMap<>();
    if (country != null && !CinemaFields.areCodes(country)) {
      Map<String, Object> codes = new LinkedHashMap<>();
      for (String name : country.different()) {
        RecordDraft.add(codes, name, Objects.requireNonNullElse(Countries.code(name), ""));
      }
      tables.put("countries", codes);
    }
    if (screens != null && screen != null) {
      RowPaths paths = new RowPaths(screens.target().place().rows(), decided.table);
      String key = paths.path(screens.target().place());
      String value = paths.path(screen.place());
      tables.put("screens", RecordDraft.inOrder("each", paths.each(), "key", key, "value", value));
    }
    if (!tables.isEmpty()) {
      text.line(0, "tables:");
      tables.forEach((name, table) -> text.field(1, name, table));
    }
  }

  private void chain() {
    FileColumn name = decided.column(Role.CHAIN);
    if (name != null) {
      RecordDraft chain = new RecordDraft(decided, "chain", name.place().rows());
      chain.putPath("externalId", name);
      chain.putPath("name", name);
      chain.write(text, "once: true");
    }
  }

  private void cinema() {
    FileColumn name = decided.column(Role.CINEMA);
    String constant = decided.said.text("cinema");
    if (name == null && constant == null) {
      return;
    }
    ColumnPath rows = name == null ? decided.rows() : name.place().rows();
    RecordDraft cinema = new RecordDraft(decided, "cinema", rows);
    cinema.leaveOutOthers();
    boolean list = decided.start == null;
    if (list && name != null && name.count() < decided.table.rowsAt(rows)) {
      cinema.leaveOutWithout(name, "it has no name");
    }
    if (name == null) {
      Object text = RecordDraft.constant(String.valueOf(constant));
      cinema.put("externalId", text);
      cinema.put("name", text);
    } else {
      FileColumn id = cinemaId(cinema);
      cinema.putPath("externalId", id == null ? name : id);
      boolean address = name.equals(CinemaFields.inAddress(decided));
      cinema.put("name", cinema.with(name, "match", address ? "^([^,]+)" : ""));
    }
    new CinemaFields(decided, cinema).write();
    cinema.write(text, list ? "" : "once: true");
  }

  private @Nullable FileColumn cinemaId(RecordDraft cinema) {
    IdReference reference = decided.references.get(Role.CINEMA_ID);
    return reference == null ? cinema.seen(Role.CINEMA_ID) : reference.target();
  }

  private void film() {
    FileColumn title = decided.column(Role.TITLE);
    if (title == null) {
      return;
    }
    IdReference reference = decided.references.get(Role.FILM_ID);
    ColumnPath rows = title.place().rows();
    RecordDraft film = new RecordDraft(decided, "film", rows);
    film.leaveOutOthers();
    FileColumn id = reference == null ? film.seen(Role.FILM_ID) : reference.target();
    boolean known = id != null && id.place().isSeenFrom(rows);
    film.putPath("externalId", known ? id : null);
    film.put("title", film.title(title));
    if (!known) {
      film.put("year", film.year(film.seen(Role.YEAR), title));
    }
    for (Role role : Proposer.OF_FILM) {
      FileColumn column = role == Role.DIRECTOR ? decided.column(role) : film.seen(role);
      if (column != null && role != Role.YEAR) {
        film.put(role.field, film.of(role, column));
      }
    }
    film.write(text, "once: true");
  }

  private void showtimes(Start start) {
    String dayEnds = decided.said.ofFile("dayEnds");
    if (start.headings().isEmpty()) {
      RecordDraft showtime = new RecordDraft(decided, "showtime", start.rows());
      showtime.putPath("externalId", showtime.seen(Role.SHOW_ID));
      showtime(showtime, showtime.start(start, null, dayEnds));
    }
    for (Start.Heading heading : start.headings()) {
      RecordDraft showtime = new RecordDraft(decided, "showtime", start.rows());
      showtime.leaveOutWithout(heading.column(), "no showing then");
      showtime(showtime, showtime.start(start, heading, dayEnds));
    }
  }

  private void showtime(RecordDraft showtime, Object start) {
    showtime.leaveOutOthers();
    decided.labels.leftOut().entrySet().stream()
        .filter(rule -> !Labels.isOfKinds(rule.getValue()))
        .forEach(rule -> showtime.leaveOut(rule.getKey(), rule.getValue()));
    FileColumn title = showtime.seen(Role.TITLE);
    FileColumn film = film(showtime.seen(Role.FILM_ID), title);
    showtime.putPath("film", film);
    showtime.put("title", title == null ? null : showtime.title(title));
    showtime.put("year", film == null ? showtime.year(showtime.seen(Role.YEAR), title) : null);
    showtime.put("cinema", cinemaOf(showtime));
    showtime.put("startsAt", start);
    FileColumn booking = decided.column(Role.BOOKING);
    showtime.put("bookingUrl", booking == null ? null : showtime.address(booking));
    FileColumn screenId = showtime.seen(Role.SCREEN_ID);
    showtime.putPath("screenId", screenId);
    showtime.putPath("screenName", showtime.seen(Role.SCREEN));
    if (screenId != null && decided.namesOfScreens() != null) {
      showtime.put("screenName", showtime.with(screenId, "table", "screens", "others", "dropped"));
    }
    labels(showtime);
    showtime.write(text, "");
  }

  /// The id that a showing names its film by; null where the title does.
  private @Nullable FileColumn film(@Nullable FileColumn id, @Nullable FileColumn title) {
    boolean described =
        decided.references.get(Role.FILM_ID) != null
            || (id != null && title != null && id.place().isSeenFrom(title.place().rows()));
    return described || title == null ? id : null;
  }

  private @Nullable Object cinemaOf(RecordDraft showtime) {
    FileColumn id = showtime.seen(Role.CINEMA_ID);
    FileColumn name = decided.column(Role.CINEMA);
    if (described != null) {
      return id != null && id.different().contains(described.externalId())
          ? showtime.path(id)
          : null;
    }
    String constant = decided.said.text("cinema");
    if (constant != null) {
      return RecordDraft.constant(constant);
    }
    boolean known =
        name == null || cinemaId(new RecordDraft(decided, "cinema", name.place().rows())) != null;
    FileColumn column = id != null && known ? id : showtime.seen(Role.CINEMA);
    return column == null ? null : showtime.path(column);
  }

  private void labels(RecordDraft showtime) {
    Labels labels = decided.labels;
    List<Object> words = new ArrayList<>();
    labels.labels().forEach((column, split) -> words.add(showtime.with(column, "split", split)));
    Map<String, Object> flags = new LinkedHashMap<>();
    labels.flags().forEach((attribute, column) -> flags.put(attribute.id(), showtime.path(column)));
    RecordDraft.add(
        showtime.behind, "labels", words.size() == 1 ? words.getFirst() : words, "flags", flags);
  }
}
