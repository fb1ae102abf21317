package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Countries;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.Attribute;

/// Writes the mapping that follows from what was decided.
final class MappingRecords {
  private static final String ONCE = "once: true";

  private final Proposer.Decided decided;
  private final FeedRecord.@Nullable Cinema described;
  private final Map<String, String> doubts;
  private final MappingText text = new MappingText();

  /// @param described the cinema that the operator describes beside the file; null: none
  /// @param doubts what stands behind a field as a comment, by field
  MappingRecords(
      Proposer.Decided decided, FeedRecord.@Nullable Cinema described, Map<String, String> doubts) {
    this.decided = decided;
    this.described = described;
    this.doubts = doubts;
  }

  String write(String file) {
    FeedTable table = decided.table();
    text.line(0, "about: " + MappingText.scalar("Made by looking at " + file));
    text.line(0, "format: " + table.format());
    if (!table.csv().isEmpty()) {
      text.line(0, "csv: " + MappingText.members(table.csv()));
    }
    if (!table.encoding().isEmpty()) {
      text.line(0, "encoding: " + table.encoding());
    }
    String zone = Whole.zone(decided);
    if (!zone.isEmpty() && decided.column(Role.ZONE) == null) {
      text.field(0, "zone", zone, doubts);
    }
    for (String field : Corrections.MISSING) {
      String stated = decided.said().find(field);
      if (stated != null && !stated.isEmpty()) {
        text.line(0, field + ": " + MappingText.scalar(stated));
      }
    }
    FileColumn id = decided.column(Role.SHOW_ID);
    if (id != null && id.share(value -> value.matches(".*20\\d\\d-?[01]\\d-?[0-3]\\d.*")) > 0.9) {
      text.line(0, "# The ids have the time in them, so a showing that is moved gets another.");
      text.line(0, "keys: made");
    }
    tables();
    text.empty().line(0, "records:");
    if (described == null) {
      chain();
      cinema();
    }
    if (decided.start() != null) {
      film();
      showtimes(decided.start());
    }
    return text.toString().stripTrailing() + "\n";
  }

  private void tables() {
    FileColumn country = decided.column(Role.COUNTRY);
    IdReference screens = decided.namesOfScreens();
    FileColumn screen = decided.column(Role.SCREEN);
    boolean words = country != null && !CinemaFields.areCodes(country);
    if (words || screens != null) {
      text.line(0, "tables:");
    }
    if (words && country != null) {
      Map<String, String> codes = new LinkedHashMap<>();
      for (String name : country.different()) {
        String code = Countries.code(name);
        if (code != null) {
          codes.put(MappingText.scalar(name), code);
        }
      }
      text.line(1, "countries: " + MappingText.members(codes));
    }
    if (screens != null && screen != null) {
      RowPaths paths = new RowPaths(screens.target().place().rows(), decided.table().isTable());
      FieldValues values = new FieldValues(decided.table(), paths);
      Map<String, String> members = new LinkedHashMap<>();
      members.put("each", "");
      members.put("key", values.path(screens.target()));
      members.put("value", values.path(screen));
      members.put("each", MappingText.scalar(paths.each()));
      text.line(1, "screens: " + MappingText.members(members));
    }
  }

  private void chain() {
    FileColumn name = decided.column(Role.CHAIN);
    if (name != null) {
      RecordDraft chain = new RecordDraft(decided, "chain", name.place().rows());
      chain.putPath("externalId", name);
      chain.putPath("name", name);
      chain.write(text, doubts, ONCE);
    }
  }

  private void cinema() {
    FileColumn name = decided.column(Role.CINEMA);
    String constant = decided.said().text("cinema");
    if (name == null && constant == null) {
      return;
    }
    ColumnPath rows = name == null ? decided.rows() : name.place().rows();
    RecordDraft cinema = new RecordDraft(decided, "cinema", rows);
    cinema.leaveOutOthers();
    boolean list = decided.start() == null;
    if (list && name != null && name.count() < decided.table().rowsAt(rows)) {
      cinema.leaveOut(name, "isMissing: true, reason: it has no name");
    }
    if (name == null) {
      cinema.put("externalId", FieldValues.constant(String.valueOf(constant)));
      cinema.put("name", FieldValues.constant(String.valueOf(constant)));
    } else {
      FileColumn id = cinemaId(cinema);
      cinema.putPath("externalId", id == null ? name : id);
      boolean address = name.equals(CinemaFields.inAddress(decided));
      cinema.put(
          "name", address ? cinema.values.matching(name, "^([^,]+)") : cinema.values.path(name));
    }
    new CinemaFields(decided, cinema).write();
    cinema.write(text, doubts, list ? "" : ONCE);
  }

  private @Nullable FileColumn cinemaId(RecordDraft cinema) {
    IdReference reference = decided.references().get(Role.CINEMA_ID);
    return reference == null ? cinema.seen(Role.CINEMA_ID) : reference.target();
  }

  private void film() {
    FileColumn title = decided.column(Role.TITLE);
    if (title == null) {
      return;
    }
    IdReference reference = decided.references().get(Role.FILM_ID);
    ColumnPath rows = title.place().rows();
    RecordDraft film = new RecordDraft(decided, "film", rows);
    film.leaveOutOthers();
    FileColumn id = reference == null ? film.seen(Role.FILM_ID) : reference.target();
    boolean known = id != null && id.place().isSeenFrom(rows);
    film.putPath("externalId", known ? id : null);
    film.put("title", film.values.title(title));
    if (!known) {
      film.put("year", film.values.year(film.seen(Role.YEAR), title));
    }
    for (Role role : Proposer.OF_FILM) {
      FileColumn column = film.seen(role);
      if (role == Role.DIRECTOR && column == null) {
        column = decided.column(role);
      }
      if (column != null && role != Role.YEAR) {
        film.put(role.field, film.values.of(role, column));
      }
    }
    film.write(text, doubts, ONCE);
  }

  private void showtimes(Start start) {
    String dayEnds = decided.said().find("dayEnds");
    switch (start) {
      case Start.InColumns(List<TimeColumn> parts, _, _) -> {
        RecordDraft showtime = new RecordDraft(decided, "showtime", start.rows());
        showtime.putPath("externalId", showtime.seen(Role.SHOW_ID));
        showtime(showtime, showtime.values.start(parts, dayEnds));
      }
      case Start.InHeadings headings -> {
        for (Start.Heading heading : headings.headings()) {
          RecordDraft showtime = new RecordDraft(decided, "showtime", start.rows());
          showtime.leaveOut(heading.column(), "isMissing: true, reason: no showing then");
          showtime(showtime, showtime.values.start(headings, heading, dayEnds));
        }
      }
    }
  }

  private void showtime(RecordDraft showtime, String start) {
    FieldValues values = showtime.values;
    showtime.leaveOutOthers();
    decided
        .labels()
        .leftOut()
        .forEach((column, rule) -> {
          if (!rule.startsWith("isNot")) {
            showtime.leaveOut(column, rule);
          }
        });
    FileColumn title = showtime.seen(Role.TITLE);
    FileColumn film = film(showtime.seen(Role.FILM_ID), title);
    showtime.putPath("film", film);
    showtime.put("title", title == null ? null : values.title(title));
    showtime.put("year", film == null ? values.year(showtime.seen(Role.YEAR), title) : null);
    showtime.put("cinema", cinemaOf(showtime));
    showtime.put("startsAt", start);
    FileColumn booking = decided.column(Role.BOOKING);
    showtime.put("bookingUrl", booking == null ? null : values.address(booking));
    FileColumn screenId = showtime.seen(Role.SCREEN_ID);
    showtime.putPath("screenId", screenId);
    showtime.putPath("screenName", showtime.seen(Role.SCREEN));
    if (screenId != null && decided.namesOfScreens() != null) {
      showtime.put("screenName", values.exchanged(screenId, "screens"));
    }
    labels(showtime);
    showtime.write(text, doubts, "");
  }

  private @Nullable FileColumn film(@Nullable FileColumn id, @Nullable FileColumn title) {
    boolean described =
        decided.references().get(Role.FILM_ID) != null
            || (id != null && title != null && id.place().isSeenFrom(title.place().rows()));
    return described || title == null ? id : null;
  }

  private @Nullable String cinemaOf(RecordDraft showtime) {
    FileColumn id = showtime.seen(Role.CINEMA_ID);
    FileColumn name = decided.column(Role.CINEMA);
    if (described != null) {
      return id != null && id.different().contains(described.externalId())
          ? showtime.values.path(id)
          : null;
    }
    String constant = decided.said().text("cinema");
    if (constant != null) {
      return FieldValues.constant(constant);
    }
    boolean known =
        name == null || cinemaId(new RecordDraft(decided, "cinema", name.place().rows())) != null;
    if (id != null && known) {
      return showtime.values.path(id);
    }
    FileColumn seen = showtime.seen(Role.CINEMA);
    return seen == null ? null : showtime.values.path(seen);
  }

  private void labels(RecordDraft showtime) {
    List<String> words = new ArrayList<>();
    Labels labels = decided.labels();
    labels.labels().forEach((column, split) -> words.add(showtime.values.words(column, split)));
    if (!words.isEmpty()) {
      showtime.add("labels: " + (words.size() == 1 ? words.getFirst() : MappingText.list(words)));
    }
    if (!labels.flags().isEmpty()) {
      Map<String, String> flags = new LinkedHashMap<>();
      for (Map.Entry<Attribute, FileColumn> flag : labels.flags().entrySet()) {
        flags.put(flag.getKey().id(), showtime.values.path(flag.getValue()));
      }
      showtime.add("flags: " + MappingText.members(flags));
    }
  }
}
