package org.marquee.feed;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is published of a cinema's place as long as no provider knows it. Cinemas are never linked
/// by it.
///
/// @param texts the operator's, for all cinemas of a feed
/// @param positions whether the place nearest to a cinema's position goes before them
public record StandIns(Map<StandIn, String> texts, Positions positions) {
  /// No text, and no use of positions.
  public static final StandIns NONE = new StandIns(Map.of());

  public StandIns {
    texts = Map.copyOf(texts);
  }

  public StandIns(Map<StandIn, String> texts) {
    this(texts, Positions.IGNORED);
  }

  /// What becomes of positions.
  public enum Positions {
    USED,
    IGNORED
  }

  /// The text for a field; null: such cinemas are held back.
  public @Nullable String find(StandIn field) {
    return texts.get(field);
  }

  /// These, and those of `others` for what they lack.
  StandIns or(StandIns others) {
    Map<StandIn, String> all = new EnumMap<>(StandIn.class);
    all.putAll(others.texts);
    all.putAll(texts);
    return new StandIns(all, positions);
  }

  /// These stand-ins, behind the place nearest to a cinema's position.
  public StandIns byPosition() {
    return new StandIns(texts, Positions.USED);
  }
}
