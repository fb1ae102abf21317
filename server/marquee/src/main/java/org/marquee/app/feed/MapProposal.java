package org.marquee.app.feed;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.proposed.Choice;
import org.marquee.feed.proposed.FirstRecords;
import org.marquee.feed.proposed.FirstRecords.Shown;
import org.marquee.feed.proposed.Proposal;
import org.marquee.json.JsonObject;

/// A mapping for a file, and what it reads from it.
///
/// @param mapping its text; empty where none could be made
/// @param fault why nothing can be read by it; null where it can
record MapProposal(
    Proposal proposal, String mapping, FirstRecords records, @Nullable String fault) {
  private static final FirstRecords NOTHING = new FirstRecords(List.of(), 0, 0, 0, 0, 0, Map.of());

  static MapProposal of(Proposal proposal, String mapping, FeedSource source) throws IOException {
    if (mapping.isEmpty()) {
      return new MapProposal(proposal, mapping, NOTHING, null);
    }
    try {
      return new MapProposal(proposal, mapping, FirstRecords.of(mapping, source), null);
    } catch (UnreadableFeed e) {
      return new MapProposal(proposal, mapping, NOTHING, e.notice().detail());
    }
  }

  /// Why nothing is read, with the next step; null where showings are read, or a list of cinemas.
  @Nullable String whyNothing() {
    if (records.showtimes() > 0 || isListOfCinemas()) {
      return null;
    }
    if (fault != null) {
      return "no showtimes could be mapped: " + fault;
    }
    String columns =
        String.join(", ", proposal.columns().stream().map(Proposal.Seen::name).limit(30).toList());
    String why = "every row is refused or left out";
    if (proposal.listed() != Proposal.Listed.SHOWINGS) {
      why = "no column looks like times; name it with --set startsAt=COLUMN, or startsAt=DATE+TIME";
    } else if (mapping.isEmpty()) {
      why = "no column looks like titles; name it with --set title=COLUMN";
    }
    return "no showtimes could be mapped: %s. The columns are %s".formatted(why, columns);
  }

  private boolean isListOfCinemas() {
    return proposal.listed() == Proposal.Listed.CINEMAS && records.cinemas() > 0;
  }

  /// How many showings would be published, in a sentence.
  String sentence() {
    if (isListOfCinemas()) {
      String cinemas = records.cinemas() == 1 ? "1 cinema is" : records.cinemas() + " cinemas are";
      return cinemas + " read; the file lists no showtimes.";
    }
    return "%d of %d showtimes would be published%s%s."
        .formatted(
            records.published(),
            records.showtimes(),
            records.leftOut() == 0 ? "" : "; left out: " + records.leftOut(),
            records.refused() == 0 ? "" : "; refused rows: " + records.refused());
  }

  JsonObject json() {
    return JsonObject.of("mapping", mapping)
        .with("showtimes", records.showtimes())
        .with("published", records.published())
        .with("leftOut", records.leftOut())
        .with("refused", records.refused())
        .with("cinemas", records.cinemas())
        .withAll("choices", proposal.choices(), MapProposal::json)
        .withAll(
            "columns",
            proposal.columns(),
            column -> JsonObject.of("name", column.name()).with("examples", column.examples()))
        .withAll("records", records.first(), MapProposal::json)
        .withAll(
            "reasons",
            List.copyOf(records.reasons().entrySet()),
            why -> JsonObject.of("reason", why.getKey()).with("count", why.getValue()))
        .with("fault", fault);
  }

  private static JsonObject json(Choice choice) {
    return JsonObject.of("field", choice.field())
        .with("column", choice.shown())
        .with("unsure", choice.isUnsure())
        .with("why", choice.why())
        .with("others", choice.others());
  }

  private static JsonObject json(Shown shown) {
    return JsonObject.of("startsAt", shown.start().toString())
        .with("timeZone", shown.zone())
        .with("title", shown.title())
        .with("cinema", shown.cinema())
        .with("screen", shown.screen().isEmpty() ? null : shown.screen())
        .with("attributes", shown.attributes());
  }
}
