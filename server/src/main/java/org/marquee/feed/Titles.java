package org.marquee.feed;

import java.util.List;
import org.marquee.listing.Attributes;

/// Film titles as feeds write them. A stand-in until the frame's is merged: that one goes before.
public final class Titles {
  private Titles() {}

  /// A title and what stood beside it.
  ///
  /// @param labels recognised as such, but meaning none of the twelve attributes
  public record Titled(String title, Attributes attributes, List<String> labels) {
    public Titled {
      labels = List.copyOf(labels);
    }
  }

  public static Titled clean(String raw) {
    return new Titled(raw.strip(), Attributes.NONE, List.of());
  }
}
