package org.marquee.title;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.title.label.LabelText;
import org.marquee.title.label.PhrasePlace;
import org.marquee.title.label.Vocabulary;

/// The broadcast of a stage, as a cinema writes its title: the name of the house, perhaps a season,
/// perhaps the composer, and the work.
///
/// @param house as it is always written
record StageBroadcastTitle(String house, String work) {
  private static final Pattern SEASON =
      Pattern.compile("(?:\\d{4}|\\d\\d)(?:[-/–]\\d{2,4})?|live|encore|in|hd|season|cinemas?");
  private static final Pattern POSSESSIVE = Pattern.compile("(.+)['’]s?");
  private static final Pattern DASH = Pattern.compile("[-–—|:]");

  private static final int LONGEST_NAME = 6;

  /// The parts of `title`, if it begins with a house; else null.
  static @Nullable StageBroadcastTitle of(String title, Vocabulary vocabulary) {
    List<String> words = Arrays.asList(title.split("(?<=:) ?| ", -1));
    for (int to = Math.min(words.size() - 1, LONGEST_NAME); to > 0; to--) {
      String start = String.join(" ", words.subList(0, to));
      String house = vocabulary.name(PhrasePlace.HOUSES, start);
      if (house == null) {
        continue;
      }
      int from = to;
      while (from < words.size() - 1 && isSeason(words.get(from))) {
        from++;
      }
      boolean setOff = from > to || start.endsWith(":") || to > 2;
      if (!setOff || isSeason(words.get(from))) {
        return null;
      }
      from += composer(words, from, vocabulary);
      return new StageBroadcastTitle(house, String.join(" ", words.subList(from, words.size())));
    }
    return null;
  }

  private static boolean isSeason(String word) {
    String bare = LabelText.folded(word).replace(' ', '-');
    return bare.isEmpty() || SEASON.matcher(bare).matches();
  }

  /// How many words at `from` name the composer: `Verdi's Aida`, `Verdi: Aida`, `Verdi – Aida`.
  private static int composer(List<String> words, int from, Vocabulary vocabulary) {
    int left = words.size() - from;
    String word = words.get(from);
    Matcher possessive = POSSESSIVE.matcher(word);
    if (possessive.matches()) {
      return left > 1 && vocabulary.knows(PhrasePlace.COMPOSERS, possessive.group(1)) ? 1 : 0;
    }
    if (left < 2 || !vocabulary.knows(PhrasePlace.COMPOSERS, word)) {
      return 0;
    }
    if (word.endsWith(":")) {
      return 1;
    }
    return left > 2 && DASH.matcher(words.get(from + 1)).matches() ? 2 : 0;
  }
}
