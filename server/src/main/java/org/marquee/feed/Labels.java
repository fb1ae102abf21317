package org.marquee.feed;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Folding;

/// What the labels on showtimes mean, whoever writes them: only words that say clearly one of the
/// twelve attributes. What an operator means by words of its own is for its reader to know.
public final class Labels {
  /// By folded label, and by attribute id as it is, which spares the folding.
  private static final Map<String, Attributes> MEANINGS = new HashMap<>();

  static {
    means(Attribute.IMAX, "imax", "imax 2d", "imax 3d", "imax laser", "imax with laser");
    means(Attribute.FOUR_DX, "4dx", "4dx 2d", "4dx 3d");
    means(Attribute.DOLBY_CINEMA, "dolby cinema", "dolby cinema 2d", "dolby cinema 3d");
    means(Attribute.SEVENTY_MM, "70mm", "70 mm", "70mm film", "70mm print");
    means(Attribute.SCREEN_X, "screenx", "screen x", "screenx 2d", "screenx 3d");
    means(Attribute.AUDIO_DESCRIBED, "audio described", "audio description", "ad");
    // Not "closed captioned": those captions are not on the screen.
    means(
        Attribute.SUBTITLED,
        "subtitled",
        "subtitles",
        "with subtitles",
        "english subtitles",
        "open captioned",
        "open captions",
        "open caption",
        "hard of hearing",
        "hoh",
        "hoh subtitled",
        "subtitled hoh",
        "subtitled for the hard of hearing",
        "sdh");
    means(
        Attribute.RELAXED,
        "relaxed",
        "relaxed screening",
        "relaxed screenings",
        "relaxed performance",
        "autism friendly",
        "autism friendly screening",
        "sensory friendly",
        "sensory friendly screening");
    means(
        Attribute.Q_AND_A,
        "q a",
        "qa",
        "q and a",
        "with q a",
        "live q a",
        "q a screening",
        "screening followed by a q a");
    means(
        Attribute.PREVIEW,
        "preview",
        "preview screening",
        "special preview",
        "members preview",
        "advance preview",
        "advance screening",
        "sneak preview");
    means(Attribute.KIDS, "kids", "for kids", "kids screening", "kids club");
    means(
        Attribute.LIVE_EVENT,
        "live",
        "live event",
        "live broadcast",
        "live screening",
        "event cinema");
    MEANINGS.put("imax 70mm", Attributes.of(Attribute.IMAX, Attribute.SEVENTY_MM));
    for (Attribute attribute : Attribute.ALL) {
      means(attribute, attribute.id(), Folding.fold(attribute.id()));
    }
  }

  private Labels() {}

  private static void means(Attribute attribute, String... labels) {
    for (String label : labels) {
      MEANINGS.put(label, Attributes.of(attribute));
    }
  }

  /// The attributes that `label` clearly means, whatever its case, accents and punctuation; empty
  /// where it means none.
  public static Optional<Attributes> find(String label) {
    Attributes meaning = MEANINGS.get(label);
    return Optional.ofNullable(meaning != null ? meaning : MEANINGS.get(Folding.fold(label)));
  }
}
