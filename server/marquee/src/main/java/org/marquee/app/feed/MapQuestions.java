package org.marquee.app.feed;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.proposed.Choice;
import org.marquee.feed.proposed.Corrections;
import org.marquee.notice.Visible;

/// Asks a person about each choice that a proposal is unsure of, one after the other. What is
/// answered is taken as it is, and the rest is proposed anew.
///
/// @param answers a line for each question; null where the person ends it
record MapQuestions(PrintWriter err, Proposing proposing, Supplier<@Nullable String> answers) {
  MapQuestions(PrintWriter err, Proposing proposing) {
    this(err, proposing, () -> Objects.requireNonNull(System.console()).readLine());
  }

  interface Proposing {
    MapProposal with(Corrections said) throws IOException, Corrections.InvalidCorrection;
  }

  MapProposal ask(Corrections said, MapProposal first) throws IOException {
    MapProposal proposal = first;
    Corrections all = said;
    Set<String> asked = new HashSet<>();
    while (true) {
      Optional<Choice> next =
          proposal.proposal().unsure().stream()
              .filter(choice -> !asked.contains(choice.field()))
              .findFirst();
      if (next.isEmpty()) {
        return proposal;
      }
      Choice choice = next.get();
      question(choice);
      String answer = answers.get();
      if (answer == null) {
        return proposal;
      }
      try {
        String meant = meant(answer.strip(), choice);
        asked.add(choice.field());
        if (meant != null) {
          Corrections with = all.with(choice.field() + "=" + meant);
          proposal = proposing.with(with);
          all = with;
        }
      } catch (Corrections.InvalidCorrection e) {
        asked.remove(choice.field());
        err.println(Visible.of(String.valueOf(e.getMessage())));
      }
    }
  }

  private void question(Choice choice) {
    err.println();
    err.println(choice.field() + ": " + Visible.of(choice.why()));
    List<String> options = options(choice);
    for (int at = 0; at < options.size(); at++) {
      err.println("  " + (at + 1) + ") " + Visible.of(options.get(at)));
    }
    err.print("Number, column, = and a text, or - to leave it out [1]: ");
    err.flush();
  }

  private static List<String> options(Choice choice) {
    List<String> options = new ArrayList<>();
    options.add(choice.shown().isEmpty() ? "leave it as it is" : choice.shown());
    options.addAll(choice.others());
    return options;
  }

  /// The correction that an answer is; null where all stays as it is.
  private static @Nullable String meant(String answer, Choice choice) {
    if (answer.isEmpty() || answer.equals("1")) {
      return null;
    }
    if (answer.equals("-")) {
      return "";
    }
    List<String> options = options(choice);
    boolean number =
        answer.matches("[0-9]{1,2}")
            && Integer.parseInt(answer) <= options.size()
            && !answer.equals("0");
    return number ? options.get(Integer.parseInt(answer) - 1) : answer;
  }
}
