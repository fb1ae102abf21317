package org.marquee.feed.cinemashowtimes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;
import org.marquee.feed.Value;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.Vocabulary;

/// The auditoria of one cinema: its inventory. What a room is made for, as IMAX, all its sessions
/// are; what it merely has, as devices, each session states for itself.
final class Auditoria {
  private final String cinema;
  private final Map<String, Attributes> formats = new HashMap<>();

  Auditoria(String cinema) {
    this.cinema = cinema;
  }

  FeedRecord.@Nullable Screen read(FeedLine entry) {
    String id = entry.required("auditorium_id", Limits.EXTERNAL_KEY);
    String name = entry.required("name", Limits.SCREEN_NAME);
    List<Value> labels = entry.optional("attributes", Limits.LIST);
    entry.passOver("seat_count seat_classes seatmap_url");
    if (id == null || name == null) {
      return null;
    }
    formats.put(id, formats(labels == null ? List.of() : labels));
    return new FeedRecord.Screen(id, cinema, name, null);
  }

  private static Attributes formats(List<Value> labels) {
    Attributes formats = Attributes.NONE;
    for (Value label : labels) {
      String text = Limits.TEXT.of(label);
      Attributes meaning = text == null ? null : Vocabulary.BUILT_IN.attributes(text).orElse(null);
      for (Attribute attribute : meaning == null ? List.<Attribute>of() : meaning.list()) {
        if (attribute.type() == Attribute.Type.FORMAT) {
          formats = formats.with(attribute);
        }
      }
    }
    return formats;
  }

  /// The formats that every session in an auditorium has.
  Attributes formats(String auditorium) {
    return formats.getOrDefault(auditorium, Attributes.NONE);
  }
}
