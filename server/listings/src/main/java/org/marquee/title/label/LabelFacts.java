package org.marquee.title.label;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.detail.Details;
import org.marquee.detail.Form;

/// What labels say of a showing beside its attributes (docs/feeds.md, "Titles and labels"), each
/// fact in the words of the table: `original`, `dubbed`, `spoken en`, `subtitles de`, `formats 3d`,
/// `accessibility wheelchair`. `subtitles` alone says that there are some, in whatever language;
/// `language en` stands for a label that only names a language.
public final class LabelFacts {
  private static final String LANGUAGE = "language";

  private static final String SUBTITLES = "subtitles";

  private static final Pattern FACT =
      Pattern.compile(
          "original|dubbed|subtitles|(?:spoken|subtitles) [a-z]{2,3}(?:-[A-Z]{2})?"
              + "|(?:formats|accessibility) [a-z0-9-]+");

  private LabelFacts() {}

  /// Whether a table may have this fact.
  static boolean isOne(String fact) {
    return FACT.matcher(fact).matches();
  }

  /// What a label says that is known.
  static List<String> of(String label, Vocabulary vocabulary) {
    List<String> words = LabelText.words(label);
    if (words.stream().anyMatch(LabelText::denies)) {
      return List.of();
    }
    List<String> facts = new ArrayList<>();
    Set<String> languages = new HashSet<>();
    boolean telling = true;
    for (int from = 0; from < words.size(); ) {
      String word = words.get(from);
      Vocabulary.Phrase phrase = vocabulary.longest(PhrasePlace.FACTS, words, from);
      List<String> parts = phrase == null ? vocabulary.parts(word) : List.of();
      if (parts.size() > 1) {
        words.remove(from);
        words.addAll(from, parts);
        continue;
      }
      if (phrase != null) {
        String said = phrase.meaning().word();
        String before = from == 0 ? "" : LabelText.language(words.get(from - 1));
        if (said.equals(SUBTITLES) && languages.remove(before)) {
          said += " " + before;
        }
        facts.addAll(List.of(said.split("\\+", -1)));
      } else if (LabelText.isLanguage(word)) {
        languages.add(LabelText.language(word));
      } else {
        telling &= LabelText.isJoining(word);
      }
      from = phrase == null ? from + 1 : phrase.to();
    }
    facts.removeIf("-"::equals);
    if (telling && languages.size() == 1 && !languages.contains("")) {
      facts.add(LANGUAGE + " " + languages.iterator().next());
    }
    return facts;
  }

  /// The details that all labels of a showing give together. Where they contradict each other, or
  /// leave open what they are about, they give none.
  public static Details details(Collection<String> facts) {
    Details details = Details.NONE;
    if (facts.isEmpty()) {
      return details;
    }
    SortedMap<String, Object> version = new TreeMap<>();
    SortedSet<String> spoken = named("spoken", facts);
    if (spoken.isEmpty() && !facts.contains(SUBTITLES)) {
      spoken = named(LANGUAGE, facts);
    }
    if (spoken.size() == 1) {
      version.put("spoken", List.copyOf(spoken));
    }
    version.put(SUBTITLES, List.copyOf(named(SUBTITLES, facts)));
    if (!facts.containsAll(Set.of("original", "dubbed"))) {
      for (String flag : List.of("original", "dubbed")) {
        if (facts.contains(flag)) {
          version.put(flag, true);
        }
      }
    }
    version.values().removeIf(List.of()::equals);
    details = with(details, Detail.VERSION, version);
    details = with(details, Detail.FORMATS, List.copyOf(named("formats", facts)));
    return with(details, Detail.ACCESSIBILITY, List.copyOf(named("accessibility", facts)));
  }

  /// The tag of a language (BCP 47) that a text names or is; null where it does not.
  public static @Nullable String language(String text) {
    String named = LabelText.language(LabelText.folded(text));
    return named.isEmpty() && new Form.Language().read(text) instanceof Form.Outcome.Fit(Object tag)
        ? tag.toString()
        : named.isEmpty() ? null : named;
  }

  private static Details with(Details details, Detail detail, Object value) {
    return detail.form().read(value) instanceof Form.Outcome.Fit(Object good)
        ? details.with(detail, good)
        : details;
  }

  private static SortedSet<String> named(String what, Collection<String> facts) {
    SortedSet<String> named = new TreeSet<>();
    for (String fact : facts) {
      if (fact.startsWith(what + " ")) {
        named.add(fact.substring(what.length() + 1));
      }
    }
    return named;
  }
}
