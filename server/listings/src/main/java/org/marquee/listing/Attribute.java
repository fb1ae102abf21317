package org.marquee.listing;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a showtime may be marked with (docs/api.md, "Attribute"): the twelve attributes, in the
/// interface's order.
public enum Attribute {
  IMAX("imax", Type.FORMAT, "IMAX", "Shown in an IMAX auditorium or an IMAX version."),
  FOUR_DX("4dx", Type.FORMAT, "4DX", "Seats that move, with wind, water, scent and light."),
  DOLBY_CINEMA(
      "dolby-cinema", Type.FORMAT, "Dolby Cinema", "Dolby Vision picture with Dolby Atmos sound."),
  SEVENTY_MM("70mm", Type.FORMAT, "70mm", "Projected from a 70 mm film print."),
  SCREEN_X("screenx", Type.FORMAT, "ScreenX", "The picture continues onto the side walls."),
  AUDIO_DESCRIBED(
      "audio-described",
      Type.ACCESSIBILITY,
      "Audio described",
      "A spoken description of what is seen is offered, usually through a headset."),
  SUBTITLED(
      "subtitled",
      Type.ACCESSIBILITY,
      "Subtitled",
      "Shown with captions or subtitles on the screen, for those who cannot hear the sound well."),
  RELAXED(
      "relaxed",
      Type.ACCESSIBILITY,
      "Relaxed",
      "Lights up, sound down, and free to move and make noise."),
  Q_AND_A("q-and-a", Type.EVENT, "Q&A", "With a conversation with people who made the film."),
  PREVIEW("preview", Type.EVENT, "Preview", "Shown before the film is released."),
  KIDS("kids", Type.EVENT, "Kids", "A screening made for children and those who bring them."),
  LIVE_EVENT(
      "live-event",
      Type.EVENT,
      "Live event",
      "A stage, concert or sports event, live or recorded, on the cinema's screen.");

  /// The interface's kinds; `language` is reserved and has no attribute today (docs/api.md,
  /// "Attribute").
  public enum Type {
    ACCESSIBILITY,
    EVENT,
    FORMAT,
    LANGUAGE;

    /// The kind as the interface writes it.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// All twelve, in the order in which they are listed.
  public static final List<Attribute> ALL = List.of(values());

  private final String id;
  private final Type type;
  private final String title;
  private final String description;

  Attribute(String id, Type type, String title, String description) {
    this.id = id;
    this.type = type;
    this.title = title;
    this.description = description;
  }

  /// The attribute that the interface calls `id`, exactly as written there.
  public static Optional<Attribute> find(String id) {
    return ALL.stream().filter(attribute -> attribute.id.equals(id)).findFirst();
  }

  /// What the interface calls it: `audio-described`.
  public String id() {
    return id;
  }

  /// The kind of this attribute.
  public Type type() {
    return type;
  }

  /// The attribute's name for people.
  public String title() {
    return title;
  }

  /// What it means, in a sentence for people.
  public String description() {
    return description;
  }

  /// This attribute alone, as a bit of [Attributes#mask].
  @SuppressWarnings("EnumOrdinal") // the interface's order is the mask's, and is stored
  int bit() {
    return 1 << ordinal();
  }
}
