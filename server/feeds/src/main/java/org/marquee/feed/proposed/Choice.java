package org.marquee.feed.proposed;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/// One thing that a mapping has to say of a file: what was found, or a question to a person.
///
/// @param field by which a person answers it: `startsAt`, `zone`
/// @param shown the column it comes from, or the text it is; empty where that is open
/// @param isOpen whether it is a question that nobody has answered
/// @param why the evidence: values, and what each reading would make of them
/// @param others answers that it may have, the likeliest first
public record Choice(String field, String shown, boolean isOpen, String why, List<String> others) {
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\u2028\u2029]");

  static Choice asked(String field, String why, List<String> others) {
    return new Choice(field, "", true, why, List.copyOf(others));
  }

  /// The question as one line, for terminals and for the comments of a mapping.
  public String line() {
    List<String> sets =
        others.stream()
            .limit(4)
            .map(each -> field + "=" + each)
            .map(set -> set.indexOf(' ') < 0 ? set : "'" + set + "'")
            .toList();
    return "? "
        + field
        + ": "
        + why
        + (sets.isEmpty() ? "" : " --set " + String.join(" or ", sets));
  }

  /// A text of one line that is not longer than this.
  static String shortened(String text, int most) {
    String start = text.length() > most ? text.substring(0, most) + "…" : text;
    return CONTROL.matcher(start).replaceAll(" ");
  }

  /// Some texts as evidence.
  static String list(Collection<String> texts) {
    return String.join("; ", texts.stream().limit(3).map(text -> shortened(text, 40)).toList());
  }
}
