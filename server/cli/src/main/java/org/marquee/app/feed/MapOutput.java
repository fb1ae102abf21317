package org.marquee.app.feed;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.proposed.Choice;
import org.marquee.feed.proposed.FirstRecords;
import org.marquee.feed.proposed.FirstRecords.Shown;
import org.marquee.feed.proposed.Proposal;
import org.marquee.feed.proposed.StatedFields;
import org.marquee.json.JsonObject;
import org.marquee.notice.Visible;

/// Shows a proposed mapping: its questions, and the first records that it reads.
record MapOutput(PrintWriter err) {
  private static final int MOST_REASONS = 6;

  /// Proposes anew with what was answered.
  interface Proposing {
    Proposal with(StatedFields said) throws IOException, StatedFields.InvalidStatement;
  }

  void show(Proposal proposal) {
    proposal.questions().forEach(question -> err.println(Visible.of(question.line())));
    err.println();
    FirstRecords records = proposal.records();
    records.first().forEach(shown -> err.println("  " + Visible.of(shown.line())));
    if (records.showtimes() + records.cinemas() > 0) {
      err.printf(
          "%d of %d showtimes would be published%s%s.%n",
          records.published(),
          records.showtimes(),
          records.leftOut() == 0 ? "" : "; left out: " + records.leftOut(),
          records.refused() == 0 ? "" : "; refused rows: " + records.refused());
    }
    records.reasons().entrySet().stream()
        .limit(MOST_REASONS)
        .forEach(why -> err.println("  " + why.getValue() + ": " + Visible.of(why.getKey())));
  }

  /// Asks a person each question, one after the other, and proposes anew after each answer.
  ///
  /// @param answers a line for each question; null where the person ends it
  Proposal ask(
      StatedFields said, Proposal first, Proposing proposing, Supplier<@Nullable String> answers)
      throws IOException {
    Proposal proposal = first;
    StatedFields all = said;
    Set<String> passed = new HashSet<>();
    while (true) {
      Optional<Choice> next =
          proposal.questions().stream()
              .filter(question -> !passed.contains(question.field() + question.why()))
              .findFirst();
      if (next.isEmpty()) {
        return proposal;
      }
      Choice question = next.get();
      err.println();
      err.println(Visible.of("? " + question.field() + ": " + question.why()));
      for (int at = 0; at < question.others().size(); at++) {
        String other = question.others().get(at);
        err.println("  %d) %s".formatted(at + 1, Visible.of(other.isEmpty() ? "nothing" : other)));
      }
      err.print("Number, column, = and a text, - for nothing, or Enter to leave it open: ");
      err.flush();
      String answer = answers.get();
      if (answer == null) {
        return proposal;
      }
      if (answer.isBlank()) {
        passed.add(question.field() + question.why());
        continue;
      }
      try {
        StatedFields with = all.with(question.field() + "=" + meant(answer.strip(), question));
        proposal = proposing.with(with);
        all = with;
      } catch (StatedFields.InvalidStatement e) {
        err.println(Visible.of(String.valueOf(e.getMessage())));
      }
    }
  }

  private static String meant(String answer, Choice question) {
    List<String> others = question.others();
    for (int at = 0; at < others.size(); at++) {
      if (answer.equals(String.valueOf(at + 1))) {
        return others.get(at);
      }
    }
    return answer.equals("-") ? "" : answer;
  }

  static JsonObject json(Proposal proposal) {
    FirstRecords records = proposal.records();
    return JsonObject.of("mapping", proposal.mapping())
        .with("showtimes", records.showtimes())
        .with("published", records.published())
        .with("leftOut", records.leftOut())
        .with("refused", records.refused())
        .with("cinemas", records.cinemas())
        .withAll("choices", proposal.choices(), MapOutput::json)
        .withAll(
            "columns",
            List.copyOf(proposal.columns().entrySet()),
            column -> JsonObject.of("name", column.getKey()).with("examples", column.getValue()))
        .withAll("records", records.first(), MapOutput::json)
        .withAll(
            "reasons",
            List.copyOf(records.reasons().entrySet()),
            why -> JsonObject.of("reason", why.getKey()).with("count", why.getValue()))
        .with("fault", proposal.fault());
  }

  private static JsonObject json(Choice choice) {
    return JsonObject.of("field", choice.field())
        .with("column", choice.shown())
        .with("unsure", choice.isOpen())
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
