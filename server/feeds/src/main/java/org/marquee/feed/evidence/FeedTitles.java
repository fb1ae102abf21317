package org.marquee.feed.evidence;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.title.ParsedTitle;
import org.marquee.title.ParsedTitle.Alternative;
import org.marquee.title.ParsedTitle.Alternative.Kind;
import org.marquee.title.Titles;
import org.marquee.title.label.LabelText;
import org.marquee.title.label.Vocabulary;

/// Cleans the titles of one feed, and decides whether doubtful words are part of a title or labels
/// around it ([ParsedTitle.Doubt]).
///
/// They are labels if there is evidence: the feed also lists the title without them, or with other
/// doubtful words; a label of a showing of the film names them; or another provider lists the title
/// without them. Otherwise they stay. The feed is read once before to find the evidence. All
/// wordings of one title are decided alike.
public final class FeedTitles {
  /// The most wordings that are remembered. In the others, doubtful words stay.
  private static final int MOST = 100_000;

  /// The most labels that are remembered, over all films.
  private static final int MOST_LABELS = 300_000;

  private final Map<Wording, ParsedTitle> cleaned = new HashMap<>();

  /// Keys of titles that the feed lists without any doubtful word.
  private final Set<String> listed = new HashSet<>();

  /// One or two wordings with doubtful words, by the key of the title without them.
  private final Map<String, Set<String>> doubtful = new HashMap<>();

  /// Doubts and labels of showings by the external ids of their films.
  private final Map<String, ParsedTitle.Doubt> doubtOfFilm = new HashMap<>();

  private final Map<String, Set<String>> labelsOfFilm = new HashMap<>();
  private int labelCount;

  /// Why the doubtful words around a title are labels, by the key of the title.
  private final Map<String, String> evidence = new HashMap<>();

  private final Map<String, ParsedTitle.Doubt> decided = new LinkedHashMap<>();
  private final TakenBrackets brackets = new TakenBrackets();
  private final FilmSpellings spellings = new FilmSpellings();
  private final OtherReadings readings = new OtherReadings();
  private final FeedWords words = new FeedWords();

  /// What became of titles that may be read in several ways.
  private final Map<String, Notice> read = new LinkedHashMap<>();

  private boolean learning;

  /// Titles of a feed that was not read before: doubtful words stay.
  public FeedTitles() {}

  private record Wording(String raw, Vocabulary vocabulary) {}

  /// Begins the first reading of the feed, in which titles are learnt; [#decide] ends it.
  public void beginLearning() {
    learning = true;
  }

  /// The parsed title `raw`, by the evidence in the feed.
  public ParsedTitle clean(String raw, Vocabulary vocabulary) {
    ParsedTitle titled = known(raw, vocabulary);
    if (learning) {
      learn(titled);
      return titled.whole(); // So that films which only brackets tell apart are noted apart.
    }
    titled = read(raw, titled);
    if (titled.doubt() != null && decided.size() < MOST) {
      decided.putIfAbsent(raw, titled.doubt());
    }
    return undoubted(titled);
  }

  private ParsedTitle undoubted(ParsedTitle titled) {
    ParsedTitle.Doubt doubt = titled.doubt();
    return doubt != null && evidence.containsKey(titled.key()) ? doubt.without() : titled;
  }

  /// The unknown words that the feed writes in brackets behind the title of a film, whether they
  /// stay in `title` or were taken off; null where there are none.
  public @Nullable String bracket(String film, String title, Vocabulary vocabulary) {
    boolean hasBracket = title.indexOf('(') >= 0 || title.indexOf('[') >= 0;
    Alternative kept = hasBracket ? known(title, vocabulary).reading(Kind.WITH_BRACKET) : null;
    return kept == null ? brackets.behind(film, title) : kept.words();
  }

  private void noteBracket(ParsedTitle titled) {
    Alternative bracket = titled.reading(Kind.WITH_BRACKET);
    if (bracket != null && readings.why(titled, bracket) == null) {
      Alternative strand = titled.reading(Kind.WITHOUT_STRAND);
      ParsedTitle left =
          strand != null && readings.why(titled, strand) != null ? strand.title() : titled;
      brackets.add(undoubted(left).title(), bracket.words());
    }
  }

  /// The title as the evidence says that it is to be read, before its doubtful words.
  private ParsedTitle read(String raw, ParsedTitle titled) {
    for (Alternative reading : titled.readings()) {
      OtherReadings.Reason why = readings.why(titled, reading);
      boolean strand = reading.kind() == Kind.WITHOUT_STRAND;
      String words = '"' + reading.words() + '"';
      if (strand ? why != null : why == null) {
        Code code = strand ? Code.TITLE_WORDS_REMOVED : Code.LABEL_UNKNOWN;
        String title = strand ? reading.title().title() : titled.title();
        String found = strand ? " is a label" : " in brackets is not known";
        String left = words + found + ", and the title is \"" + title + '"';
        note(new Notice(code, "", raw, why == null ? left : left + ": " + why.text()));
      } else if (why != null) {
        String stays = words + " stays in the title: " + why.text();
        note(new Notice(Code.TITLE_WORDS_KEPT, "", raw, stays));
      }
      if (why != null) {
        return why.keyStays() ? reading.title().keyedAs(titled) : reading.title();
      }
    }
    return titled;
  }

  private void note(Notice notice) {
    if (read.size() < MOST) {
      read.putIfAbsent(notice.code() + notice.read(), notice);
    }
  }

  /// Counts a row that names a film, as it is written; only in the first reading.
  public void count(String film, String raw, Vocabulary vocabulary) {
    if (learning) {
      spellings.count(film, raw);
      noteBracketless(film, known(raw, vocabulary));
    }
  }

  /// One row without words in brackets is enough, so that the order of rows does not matter.
  private void noteBracketless(String film, ParsedTitle titled) {
    if (titled.reading(Kind.WITH_BRACKET) == null) {
      brackets.noteWithout(film);
    }
  }

  /// The title that stands for a film of which several rows may say different ones.
  public String ofFilm(String film, String raw, Vocabulary vocabulary) {
    return spellings.commonest(film, raw, each -> clean(each, vocabulary).title());
  }

  private ParsedTitle known(String raw, Vocabulary vocabulary) {
    Wording wording = new Wording(raw, vocabulary);
    ParsedTitle known = cleaned.get(wording);
    if (known == null) {
      known = Titles.clean(raw, vocabulary);
      if (cleaned.size() < MOST) {
        cleaned.put(wording, known);
      }
    }
    return known;
  }

  private void learn(ParsedTitle titled) {
    readings.learn(titled);
    words.learn(titled);
    if (titled.doubt() == null) {
      if (listed.size() < MOST) {
        listed.add(titled.key());
      }
    } else if (doubtful.size() < MOST) {
      Set<String> wordings = doubtful.computeIfAbsent(titled.key(), _ -> new HashSet<>(2));
      if (wordings.size() < 2) {
        wordings.add(LabelText.folded(titled.title()));
      }
    }
  }

  /// Whether this is the first reading of the feed, in which its records are noted.
  public boolean isLearning() {
    return learning;
  }

  /// Learns from a film that the feed lists.
  ///
  /// @param said what it says of the film beside its title
  public void noteFilm(String film, String title, KnownFilm said, Vocabulary vocabulary) {
    ParsedTitle titled = known(title, vocabulary);
    readings.note(titled, said);
    noteBracketless(film, titled);
    ParsedTitle.Doubt doubt = titled.doubt();
    if (doubt != null && doubtOfFilm.size() < MOST) {
      doubtOfFilm.put(film, doubt);
    }
  }

  /// Learns from a showing of a film.
  ///
  /// @param labels as they are written
  public void noteLabels(String film, List<String> labels) {
    for (String label : labels) {
      if (labelCount < MOST_LABELS
          && labelsOfFilm.computeIfAbsent(film, _ -> new TreeSet<>()).add(label)) {
        labelCount++;
      }
    }
  }

  /// Learns from a cinema where the audience of the feed is.
  public void noteCountry(@Nullable String code) {
    words.note(code);
  }

  /// The words of a provider, as they are meant where the cinemas of the feed are.
  public Vocabulary meant(Vocabulary vocabulary) {
    return words.meant(vocabulary);
  }

  /// Whether `label` was taken from around a title.
  public boolean isTaken(String label) {
    return words.isTaken(label);
  }

  /// Ends the first reading, and decides on its titles.
  ///
  /// @param others gives the films that other providers list under those of some keys
  ///   ([ParsedTitle#key]) that they list without doubtful words
  public void decide(Function<Set<String>, Map<String, List<KnownFilm>>> others) {
    learning = false;
    doubtOfFilm.forEach((film, doubt) -> {
      String label = labelThatNames(doubt, labelsOfFilm.getOrDefault(film, Set.of()));
      // What stands before a year is rather a part of the title: JAWS 3-D (1983), shown in 3D.
      if (label != null && doubt.without().year() == null) {
        evidence.put(doubt.without().key(), "a showing of the film has the label \"" + label + '"');
      }
    });
    doubtful.forEach((key, wordings) -> {
      if (listed.contains(key)) {
        evidence.put(key, "the feed also lists the title alone");
      } else if (wordings.size() > 1) {
        evidence.put(key, "the feed also lists the title with other words around it");
      }
    });
    Set<String> open = new TreeSet<>(doubtful.keySet());
    open.removeAll(evidence.keySet());
    Set<String> asked = new TreeSet<>(open);
    asked.addAll(readings.open());
    Map<String, List<KnownFilm>> listedByOthers = asked.isEmpty() ? Map.of() : others.apply(asked);
    readings.decide(listedByOthers);
    open.retainAll(listedByOthers.keySet());
    open.forEach(key -> evidence.put(key, "another provider lists the title alone"));
    cleaned.values().forEach(this::noteBracket);
  }

  /// The label among `labels` that has all doubtful words in it; null where none has.
  private static @Nullable String labelThatNames(ParsedTitle.Doubt doubt, Set<String> labels) {
    for (String label : labels) {
      String folded = " " + LabelText.folded(label) + " ";
      if (doubt.words().stream()
          .allMatch(words -> folded.contains(" " + LabelText.folded(words) + " "))) {
        return label;
      }
    }
    return null;
  }

  /// Reports what was decided on each doubtful title. Call it once, after the feed was read.
  public void report(Consumer<Notice> sink) {
    read.values().forEach(sink);
    decided.forEach((raw, doubt) -> {
      String words = '"' + String.join("\", \"", doubt.words()) + '"';
      String without = '"' + doubt.without().title() + '"';
      String why = evidence.get(doubt.without().key());
      sink.accept(
          why == null
              ? new Notice(
                  Code.TITLE_WORDS_KEPT,
                  "",
                  raw,
                  words + " stays in the title; nothing lists " + without + " alone")
              : new Notice(
                  Code.TITLE_WORDS_REMOVED,
                  "",
                  raw,
                  words + " is a label, and the title is " + without + ": " + why));
    });
  }
}
