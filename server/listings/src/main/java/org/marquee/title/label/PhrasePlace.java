package org.marquee.title.label;

import java.util.List;
import java.util.Locale;

/// Where a phrase may stand.
public enum PhrasePlace {
  LABELS,
  FACTS,
  TAILS,
  HEADS,
  INITIALS,
  FORMATS,
  GLUED,
  DOUBTFUL_ENDS,
  DOUBTFUL_ENDS_SET_OFF,
  DOUBTFUL_STARTS,
  DOUBTFUL_HEADS,
  STARTS,
  BRACKETED,
  UNNAMED,
  EVENT_ENDS,
  TITLES,
  LEFT_OUT,
  ADDITIONS,
  LONE_ADDITIONS,
  STRANDS,
  STRAND_ENDS,
  HOUSES,
  STAGES,
  COMPOSERS;

  /// Where phrases may also be part of a title.
  static final List<PhrasePlace> DOUBTFUL =
      List.of(DOUBTFUL_ENDS, DOUBTFUL_ENDS_SET_OFF, DOUBTFUL_STARTS, DOUBTFUL_HEADS);

  /// Where single words are that may be labels before a colon or a dash.
  static final List<PhrasePlace> KNOWN_STARTS =
      List.of(STARTS, HEADS, INITIALS, STRANDS, DOUBTFUL_STARTS);

  static PhrasePlace of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
