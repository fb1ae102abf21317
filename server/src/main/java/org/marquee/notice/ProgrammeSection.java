package org.marquee.notice;

import static org.marquee.notice.HtmlReport.escaped;
import static org.marquee.notice.HtmlReport.grouped;

import java.io.IOException;
import java.io.Writer;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Timestamps;

/// The part of the page about the cinemas' programmes: how much there is, from when to when, and a
/// bar for each day, beside what there was before.
final class ProgrammeSection {
  private static final int DAY_WIDTH = 8;
  private static final int HEIGHT = 34;

  /// So many days are drawn; the numbers are of all.
  private static final int DAYS = 100;

  /// So many days are named that have changed.
  private static final int NAMED = 14;

  private final Writer out;
  private final List<CinemaProgramme> programmes;

  ProgrammeSection(Writer out, List<CinemaProgramme> programmes) {
    this.out = out;
    this.programmes = programmes;
  }

  void write() throws IOException {
    if (programmes.isEmpty()) {
      return;
    }
    List<CinemaProgramme> news = programmes.stream().filter(CinemaProgramme::isNews).toList();
    List<CinemaProgramme> same =
        programmes.stream().filter(programme -> !programme.isNews()).toList();
    raw("<h2>What is still to be shown, against the last run</h2>\n");
    if (news.isEmpty()) {
      raw("<p>Nothing has changed.</p>\n");
    } else {
      raw("<p class=\"faint key\"><span style=\"background: var(--info)\"></span>as before");
      raw("<span style=\"background: var(--good)\"></span>more");
      raw("<span style=\"background: var(--error)\"></span>less; a bar a day</p>\n");
    }
    for (CinemaProgramme programme : news) {
      programme(programme);
    }
    if (!same.isEmpty()) {
      raw("<details><summary>").text(grouped(same.size()));
      raw(same.size() == 1 ? " cinema is as it was" : " cinemas are as they were");
      raw("</summary>\n");
      for (CinemaProgramme programme : same) {
        programme(programme);
      }
      raw("</details>\n");
    }
    if (programmes.size() == CinemaProgramme.MOST) {
      raw("<p class=\"faint\">More cinemas are not shown.</p>\n");
    }
  }

  /// Names the cinemas that keep what they had.
  void writeKept() throws IOException {
    List<CinemaProgramme> kept =
        programmes.stream().filter(programme -> programme.kept() != null).toList();
    if (kept.isEmpty()) {
      return;
    }
    raw("<div class=\"card\"><p class=\"WARNING\"><strong>");
    raw(
        kept.size() == 1
            ? "One cinema keeps what it had"
            : grouped(kept.size()) + " cinemas keep what they had");
    raw(", because too little is listed</strong></p><p>");
    List<String> names = new ArrayList<>();
    for (CinemaProgramme programme : kept) {
      names.add(programme.name() + " (" + programme.kept() + ")");
    }
    text(String.join(", ", names));
    raw("</p><p>");
    raw(
        kept.size() == 1
            ? "It is marked until it recovers."
            : "They are marked until they recover.");
    raw(" If it is meant, import the feed with");
    raw(" <code>--accept-shrink</code>.</p></div>\n");
  }

  private void programme(CinemaProgramme programme) throws IOException {
    CinemaProgramme.Extent after = programme.after();
    CinemaProgramme.Extent before = programme.before();
    raw("<div class=\"programme\"><p><strong>").text(programme.name()).raw("</strong> ");
    if (programme.kept() != null) {
      raw("<span class=\"WARNING\">keeps what it had (").text(programme.kept()).raw(")</span> ");
    }
    raw("<span class=\"faint\">");
    text(
        before.showtimes() == after.showtimes()
            ? grouped(after.showtimes()) + " showtimes"
            : grouped(before.showtimes()) + " → " + grouped(after.showtimes()) + " showtimes");
    if (after.showtimes() > 0) {
      text(", " + start(after.first()) + " to " + start(after.last()));
    }
    CinemaProgramme.Start last = before.last();
    if (last != null && !last.equals(after.last())) {
      text(" (before: to " + start(last) + ")");
    }
    raw("</span></p>");
    if (!programme.days().isEmpty()) {
      chart(programme.days());
      differences(programme.days());
    }
    raw("</div>\n");
  }

  private static String start(CinemaProgramme.@Nullable Start start) {
    if (start == null) {
      return "-";
    }
    // As the clock of the cinema shows it, without its offset.
    return Timestamps.write(start.instant(), start.offsetMinutes())
        .substring(0, "2026-07-01T19:30".length())
        .replace('T', ' ');
  }

  private void chart(List<CinemaProgramme.Day> days) throws IOException {
    LocalDate first = days.getFirst().date();
    long most = 1;
    long span = 1;
    for (CinemaProgramme.Day day : days) {
      long at = ChronoUnit.DAYS.between(first, day.date());
      if (at < DAYS) {
        span = at + 1;
        most = Math.max(most, Math.max(day.before(), day.after()));
      }
    }
    raw(
        "<div class=\"wide\"><svg class=\"days\" role=\"img\" aria-label=\"showtimes by day\" width=\"");
    raw(String.valueOf(span * DAY_WIDTH)).raw("\" height=\"" + HEIGHT + "\">");
    for (CinemaProgramme.Day day : days) {
      long at = ChronoUnit.DAYS.between(first, day.date());
      if (at < DAYS) {
        bar(day, at * DAY_WIDTH, most);
      }
    }
    raw("</svg></div>");
  }

  /// What there was and still is at the bottom, and on it what is new, or gone.
  private void bar(CinemaProgramme.Day day, long x, long most) throws IOException {
    long both = Math.min(day.before(), day.after());
    long either = Math.max(day.before(), day.after());
    raw("<g><title>").text(words(day)).raw("</title>");
    rectangle("is", x, 0, both, most);
    rectangle(day.after() > day.before() ? "new" : "gone", x, both, either, most);
    raw("</g>");
  }

  private void rectangle(String kind, long x, long from, long to, long most) throws IOException {
    if (to > from) {
      long bottom = HEIGHT - from * HEIGHT / most;
      long top = HEIGHT - Math.max(to * HEIGHT / most, from * HEIGHT / most + 1);
      raw("<rect class=\"" + kind + "\" x=\"" + x + "\" y=\"" + top + "\" width=\"");
      raw((DAY_WIDTH - 2) + "\" height=\"" + (bottom - top) + "\"/>");
    }
  }

  private static String words(CinemaProgramme.Day day) {
    return day.date()
        + ": "
        + (day.isChanged() ? day.before() + " → " + day.after() : String.valueOf(day.after()));
  }

  private void differences(List<CinemaProgramme.Day> days) throws IOException {
    List<CinemaProgramme.Day> changed =
        days.stream().filter(CinemaProgramme.Day::isChanged).toList();
    // A new cinema has nothing to be compared with.
    if (changed.isEmpty() || days.stream().allMatch(day -> day.before() == 0)) {
      return;
    }
    raw("<p class=\"faint\">");
    text(String.join(", ", changed.stream().limit(NAMED).map(ProgrammeSection::words).toList()));
    if (changed.size() > NAMED) {
      text(" and " + (changed.size() - NAMED) + " more days");
    }
    raw("</p>");
  }

  private ProgrammeSection raw(String html) throws IOException {
    out.write(html);
    return this;
  }

  private ProgrammeSection text(String text) throws IOException {
    out.write(escaped(text));
    return this;
  }
}
