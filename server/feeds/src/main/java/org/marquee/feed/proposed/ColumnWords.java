package org.marquee.feed.proposed;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.marquee.files.ProgramFile;
import org.marquee.listing.Folding;

/// What the words in names of columns mean, in several languages (`feed/column-words.txt`).
final class ColumnWords {
  /// What is not known, as a meaning.
  static final String UNKNOWN = "?";

  private static final Map<String, String> MEANINGS = new HashMap<>();

  /// Names that say little by themselves: what they stand in says of what.
  private static final Set<String> OPEN = Set.of("name", "title", "id", "number", "url");

  /// What a name says besides, and what changes nothing.
  private static final Set<String> FILLING =
      Set.of("the of der die das de del du la le el i a an and at am um on in is".split(" ", -1));

  private static final Pattern HUMPS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

  /// Nobody calls a column by more than these characters.
  private static final int LONGEST = 100;

  static {
    String file = ProgramFile.text(ColumnWords.class, "/feed/column-words.txt");
    for (String line : file.lines().filter(each -> !each.startsWith("#")).toList()) {
      for (String word : line.substring(line.indexOf('=') + 1).split(" ", -1)) {
        MEANINGS.putIfAbsent(word, line.substring(0, Math.max(0, line.indexOf('='))));
      }
    }
  }

  private ColumnWords() {}

  /// What the name of a column means: of a way through a tree that of its end, and where that says
  /// little, that of what it stands in.
  static Set<String> of(String path) {
    String end = path.substring(Math.max(0, path.length() - 3 * LONGEST));
    List<String> members =
        Stream.of(end.split("[\\[\\].]+", -1)).filter(member -> !member.isBlank()).toList();
    Set<String> meanings = new HashSet<>();
    for (int at = members.size() - 1; at >= Math.max(0, members.size() - 2); at--) {
      if (OPEN.containsAll(meanings)) {
        Set<String> meant = meanings(members.get(at));
        // A title is a film's, unless it stands in something that is known.
        if (!meanings.equals(Set.of("title")) || !meant.equals(Set.of(UNKNOWN))) {
          meanings.addAll(meant);
        }
      }
    }
    return meanings;
  }

  /// Whether these say nothing by themselves.
  static boolean isOpen(Set<String> meanings) {
    return meanings.contains(UNKNOWN) || OPEN.containsAll(meanings);
  }

  private static Set<String> meanings(String name) {
    String apart = HUMPS.matcher(Choice.shortened(name, LONGEST)).replaceAll(" ");
    List<String> words = List.of(Folding.fold(apart).split(" ", -1));
    String whole = MEANINGS.get(String.join("", words));
    Set<String> meant = new HashSet<>();
    words.stream()
        .filter(word -> !word.isEmpty() && !FILLING.contains(word))
        .forEach(word -> meant.add(MEANINGS.getOrDefault(word, UNKNOWN)));
    return whole == null ? meant : Set.of(whole);
  }
}
