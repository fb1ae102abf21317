package org.marquee.page.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.detail.Details;
import org.marquee.detail.Form;
import org.marquee.detail.PublishedDetails;
import org.marquee.json.JsonTree;
import org.marquee.json.JsonTree.Numeral;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.page.OutputBuffer;

/// The details of a record as answers have them (docs/api.md, "Details"). Memory and the database
/// both write with this, so that they write the same.
///
/// Showtimes of which sources say the same may share one. What differs from one to the next, its
/// observation and its start, is read in the record, which was written just before.
///
/// @param status how the member `availability` begins, up to the observation; all of it where a
///   person gave it, whom no observation is from; empty for none
/// @param others all further members, with commas between them; empty for none
/// @param minutes from the start of a showtime to the end that a source gives; 0 for none
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WrittenDetails(byte[] status, byte[] others, int minutes) {
  /// No source says anything.
  public static final WrittenDetails NONE = new WrittenDetails(new byte[0], new byte[0], 0);

  private static final byte[] SOLD_OUT = ascii("\"availability\":{\"status\":\"sold_out\"");
  private static final byte[] ID = ascii("{\"id\":\"");
  private static final byte[] FILM = ascii("\",\"filmId\":\"");
  private static final byte[] CINEMA = ascii("\",\"cinemaId\":\"");
  private static final byte[] START = ascii("\",\"startsAt\":\"");
  private static final byte[] OBSERVED = ascii("{\"observedAt\":\"");
  private static final byte[] END = ascii("\"endsAt\":{\"at\":\"");
  private static final byte[] GIVEN = ascii("\",\"basis\":\"given\"}");
  private static final byte[] COMPUTED = ascii("\",\"basis\":\"running_time\"}");

  private static final int DATE_LENGTH = 10;
  private static final int TIME_LENGTH = 16;
  private static final int DAY_MINUTES = 24 * 60;
  private static final int LAST_YEAR = 9999;

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  /// Those of a record.
  public static WrittenDetails of(Kind kind, ListedRecord record) {
    return record.details() == null
        ? NONE
        : of(PublishedDetails.stored(kind, record.details(), record.provenance().provider()));
  }

  /// Details without their sources.
  public static WrittenDetails of(Details details) {
    return of(new PublishedDetails(details, Map.of()));
  }

  private static WrittenDetails of(PublishedDetails published) {
    byte[] status = {};
    int minutes = 0;
    Map<String, Object> others = new LinkedHashMap<>();
    for (Map.Entry<Detail, Object> each : published.details().values().entrySet()) {
      Detail detail = each.getKey();
      if (detail == Detail.AVAILABILITY && each.getValue() instanceof Map<?, ?> said) {
        boolean typed = PublishedDetails.CORRECTION.equals(published.sources().get(detail));
        status =
            ("\"availability\":{\"status\":"
                    + JsonTree.text(said.get("status"))
                    + (typed ? "}" : ",\"observedAt\":"))
                .getBytes(UTF_8);
      } else if (detail == Detail.ENDS_AT && each.getValue() instanceof Numeral(String digits)) {
        minutes = Integer.parseInt(digits);
      } else {
        others.put(detail.member(), ordered(detail.form(), each.getValue()));
      }
    }
    if (!published.sources().isEmpty()) {
      Map<String, String> sources = new LinkedHashMap<>();
      published.sources().forEach((detail, source) -> sources.put(detail.member(), source));
      others.put(PublishedDetails.SOURCES, sources);
    }
    String text = JsonTree.text(others);
    return new WrittenDetails(
        status, text.substring(1, text.length() - 1).getBytes(UTF_8), minutes);
  }

  /// The value with the members of objects in the order of the table: the database has its own.
  private static Object ordered(Form form, Object value) {
    return switch (form) {
      case Form.Some(Form item) when value instanceof List<?> items ->
          items.stream().map(each -> each == null ? each : ordered(item, each)).toList();
      default -> value instanceof Map<?, ?> members ? ordered(form.members(), members) : value;
    };
  }

  private static Map<String, @Nullable Object> ordered(List<String> names, Map<?, ?> members) {
    Map<String, @Nullable Object> ordered = new LinkedHashMap<>();
    for (String name : names) {
      if (members.containsKey(name)) {
        ordered.put(name, members.get(name));
      }
    }
    return ordered;
  }

  /// Whether no ticket is left.
  public boolean isSoldOut() {
    return Arrays.mismatch(status, SOLD_OUT) == SOLD_OUT.length;
  }

  /// Those of a film or cinema, as an object.
  public byte[] text() {
    return new OutputBuffer(others.length + 2).add('{').add(others).add('}').toBytes();
  }

  /// Writes those of a showtime.
  ///
  /// @param from where in `out` its record begins
  /// @param until where it ends
  /// @param given as of [#minutes]
  /// @param runs the running time of its film in minutes; 0 where it is not known
  public void print(int from, int until, int given, int runs, OutputBuffer out) {
    out.add('{');
    out.add(status);
    if (status.length > 0 && status[status.length - 1] == ':') {
      byte[] text = out.bytes();
      int observed = observed(text, from, until);
      out.add(text, observed - 1, quote(text, observed) + 1).add('}');
    }
    if (given > 0 || runs > 0) {
      printEnd(from, given > 0 ? given : runs, given > 0 ? GIVEN : COMPUTED, out);
    }
    if (others.length > 0) {
      separate(out).add(others);
    }
    out.add('}');
  }

  private static OutputBuffer separate(OutputBuffer out) {
    return out.bytes()[out.length() - 1] == '{' ? out : out.add(',');
  }

  /// Writes the end, with the offset of the start.
  private static void printEnd(int record, int minutes, byte[] basis, OutputBuffer out) {
    byte[] text = out.bytes();
    int start = record + ID.length;
    start = quote(text, start) + FILM.length;
    start = quote(text, start) + CINEMA.length;
    start = quote(text, start) + START.length;
    int hour = start + DATE_LENGTH + 1;
    int time = two(text, hour) * 60 + two(text, hour + 3) + minutes;
    LocalDate date = time < DAY_MINUTES ? null : date(text, start).plusDays(time / DAY_MINUTES);
    if (date != null && date.getYear() > LAST_YEAR) {
      return; // No date-time of the interface says it.
    }
    separate(out).add(END);
    if (date == null) {
      out.add(text, start, start + DATE_LENGTH);
    } else {
      out.add(date.toString());
    }
    int rest = time % DAY_MINUTES;
    addTwo(rest / 60, out.add('T'));
    addTwo(rest % 60, out.add(':'));
    out.add(text, start + TIME_LENGTH, quote(text, start)).add(basis);
  }

  private static LocalDate date(byte[] text, int at) {
    return LocalDate.of(
        two(text, at) * 100 + two(text, at + 2), two(text, at + 5), two(text, at + 8));
  }

  private static int two(byte[] text, int at) {
    return (text[at] - '0') * 10 + text[at + 1] - '0';
  }

  private static void addTwo(int number, OutputBuffer out) {
    out.add((char) ('0' + number / 10)).add((char) ('0' + number % 10));
  }

  /// Where a value ends that has no escapes.
  private static int quote(byte[] text, int at) {
    int end = at;
    while (text[end] != '"') {
      end++;
    }
    return end;
  }

  /// Where the observation of a record begins: in its last object. Strings escape their quotes.
  private static int observed(byte[] text, int from, int until) {
    for (int at = until - OBSERVED.length; at > from; at--) {
      if (text[at] == '{' && text[at + 1] == '"' && text[at + 2] == 'o') {
        return at + OBSERVED.length;
      }
    }
    throw new IllegalArgumentException("a record without an observation");
  }
}
