package org.marquee.feed;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.title.LabelText;
import org.marquee.title.ParsedTitle;
import org.marquee.title.Titles;
import org.marquee.title.Vocabulary;

/// The titles of one feed. Cleans each of them once, and decides whether doubtful words are part of
/// a title or labels around it ([ParsedTitle.Doubt]).
///
/// They are labels where something says so: the feed also lists the title without them, or with
/// other doubtful words; a label of a showing of the film names them; or another provider lists the
/// title without them. Elsewhere they stay. The feed is read once before, since what says so may
/// stand anywhere in it. All wordings of one title are decided alike.
public final class FeedTitles {
  /// So many wordings are remembered. In a feed that has more of them, the doubtful words of the
  /// others stay.
  private static final int MOST = 100_000;

  /// So many labels are remembered, over all films.
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
  private boolean listening;

  /// Titles of a feed that was not read before: doubtful words stay.
  public FeedTitles() {}

  private record Wording(String raw, Vocabulary vocabulary) {}

  /// The titles that other providers list.
  @FunctionalInterface
  public interface OtherProviders {
    /// Those of `keys` that are keys ([ParsedTitle#key]) of titles that another provider lists
    /// without doubtful words.
    Set<String> listed(Set<String> keys);
  }

  /// Reads `source` once, and decides on its titles. A feed that cannot be read to its end says so
  /// when it is read again.
  ///
  /// @throws IOException if the feed cannot be read
  public static FeedTitles of(FeedReader reader, FeedSource source, OtherProviders others)
      throws IOException {
    FeedTitles titles = new FeedTitles();
    if (reader.isExact()) {
      return titles; // Its titles are taken as they are written.
    }
    titles.listening = true;
    try {
      reader.read(source.with(titles), new IgnoringSink());
    } catch (UnreadableFeed _) {
      // The titles before the fault are enough: the second reading refuses the feed.
    }
    titles.listening = false;
    titles.decide(others);
    return titles;
  }

  /// What `raw` says, by what is known of the feed.
  ParsedTitle clean(String raw, Vocabulary vocabulary) {
    ParsedTitle titled = known(raw, vocabulary);
    if (listening) {
      hear(titled);
      return titled;
    }
    ParsedTitle.Doubt doubt = titled.doubt();
    if (doubt == null) {
      return titled;
    }
    if (decided.size() < MOST) {
      decided.putIfAbsent(raw, doubt);
    }
    return evidence.containsKey(titled.key()) ? doubt.without() : titled;
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

  private void hear(ParsedTitle titled) {
    if (titled.doubt() == null) {
      if (listed.size() < MOST) {
        listed.add(titled.key());
      }
    } else if (doubtful.size() < MOST) {
      Set<String> wordings = doubtful.computeIfAbsent(titled.key(), _ -> new HashSet<>(2));
      if (wordings.size() < 2) {
        wordings.add(LabelText.said(titled.title()));
      }
    }
  }

  /// Whether this is the first reading of the feed, in which [#saw] wants the labels of showings.
  boolean isListening() {
    return listening;
  }

  /// Notes a record that goes to the sink.
  ///
  /// @param labels those of a showtime, as they are written
  void saw(FeedRecord record, List<String> labels, Vocabulary vocabulary) {
    if (!listening) {
      return;
    }
    if (record instanceof FeedRecord.Film film && film.title() != null) {
      ParsedTitle.Doubt doubt = known(film.title(), vocabulary).doubt();
      if (doubt != null && doubtOfFilm.size() < MOST) {
        doubtOfFilm.put(film.externalId(), doubt);
      }
    } else if (record instanceof FeedRecord.Showtime showtime) {
      for (String label : labels) {
        if (labelCount < MOST_LABELS
            && labelsOfFilm.computeIfAbsent(showtime.film(), _ -> new TreeSet<>()).add(label)) {
          labelCount++;
        }
      }
    }
  }

  private void decide(OtherProviders others) {
    doubtOfFilm.forEach((film, doubt) -> {
      String label = labelThatNames(doubt, labelsOfFilm.getOrDefault(film, Set.of()));
      if (label != null) {
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
    if (!open.isEmpty()) {
      others
          .listed(open)
          .forEach(key -> evidence.put(key, "another provider lists the title alone"));
    }
  }

  /// The label among `labels` that has all doubtful words in it; null where none has.
  private static @Nullable String labelThatNames(ParsedTitle.Doubt doubt, Set<String> labels) {
    for (String label : labels) {
      String said = " " + LabelText.said(label) + " ";
      if (doubt.words().stream()
          .allMatch(words -> said.contains(" " + LabelText.said(words) + " "))) {
        return label;
      }
    }
    return null;
  }

  /// Reports what was decided on each doubtful title. Call it once, after the feed was read.
  public void tell(FeedSink sink) {
    decided.forEach((raw, doubt) -> {
      String words = '"' + String.join("\", \"", doubt.words()) + '"';
      String without = '"' + doubt.without().title() + '"';
      String why = evidence.get(doubt.without().key());
      sink.notice(
          why == null
              ? new Notice(
                  Code.TITLE_WORDS_KEPT,
                  "",
                  raw,
                  words + " stays in the title; nothing else lists " + without)
              : new Notice(
                  Code.TITLE_WORDS_REMOVED,
                  "",
                  raw,
                  words + " is a label, and the title is " + without + ": " + why));
    });
  }
}
