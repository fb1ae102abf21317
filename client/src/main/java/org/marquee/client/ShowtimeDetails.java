package org.marquee.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Further facts about a showtime. A member that no source gives is null or empty.
///
/// @param formats such as `3d`, `35mm`, `dolby-atmos`, or what v1 adds later
/// @param accessibility such as `hard-of-hearing`, `wheelchair`, or what v1 adds later
/// @param sources the provider of each member
public record ShowtimeDetails(
    @Nullable Availability availability,
    @Nullable EndsAt endsAt,
    @Nullable Version version,
    List<String> formats,
    List<String> accessibility,
    @Nullable Price price,
    Map<String, String> sources) {
  /// Keeps its own copies.
  public ShowtimeDetails {
    formats = List.copyOf(formats);
    accessibility = List.copyOf(accessibility);
    sources = Map.copyOf(sources);
  }

  /// Whether a source says that there are no tickets left.
  public boolean isSoldOut() {
    return availability != null && availability.status().equals("sold_out");
  }

  /// Whether a source says that the film is shown in its original language.
  public boolean isOriginal() {
    return version != null && Boolean.TRUE.equals(version.original());
  }

  /// Whether there are tickets.
  ///
  /// @param status `on_sale`, `few_left`, `sold_out`, or what v1 adds later
  /// @param observedAt when the source said so
  public record Availability(String status, @Nullable Instant observedAt) {}

  /// When it ends.
  ///
  /// @param at with the offset of the start
  /// @param basis `given` by a source, `running_time`, or what v1 adds later. A running time is
  ///   without advertisements, so say "about"
  public record EndsAt(OffsetDateTime at, String basis) {}

  /// In which language it is shown. Languages are tags of BCP 47.
  public record Version(
      List<String> spoken,
      List<String> subtitles,
      @Nullable Boolean dubbed,
      @Nullable Boolean original) {
    /// Keeps its own copies.
    public Version {
      spoken = List.copyOf(spoken);
      subtitles = List.copyOf(subtitles);
    }
  }

  /// What a ticket costs.
  ///
  /// @param free true where it costs nothing
  public record Price(
      @Nullable BigDecimal from,
      @Nullable BigDecimal to,
      @Nullable String currency,
      @Nullable Boolean free) {}

  static ShowtimeDetails read(JsonObject json) {
    return new ShowtimeDetails(
        json.optionalObject(
            "availability",
            it -> new Availability(it.text("status"), it.optionalInstant("observedAt"))),
        json.optionalObject("endsAt", it -> new EndsAt(it.dateTime("at"), it.text("basis"))),
        json.optionalObject(
            "version",
            it ->
                new Version(
                    it.optionalTexts("spoken"),
                    it.optionalTexts("subtitles"),
                    it.optionalFlag("dubbed"),
                    it.optionalFlag("original"))),
        json.optionalTexts("formats"),
        json.optionalTexts("accessibility"),
        json.optionalObject(
            "price",
            it ->
                new Price(
                    it.optionalDecimal("from"),
                    it.optionalDecimal("to"),
                    it.optionalText("currency"),
                    it.optionalFlag("free"))),
        json.sources());
  }
}
