package org.marquee.snapshot.search;

import java.io.IOException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Kind;
import org.marquee.snapshot.record.IndexedRecord;
import org.marquee.snapshot.record.WrittenRecord;

/// A cinema, with what it is searched by.
///
/// @param postcodeKey its postcode without case and spaces; null where it is not known
/// @param searchText folded name, locality, postcode, and postcode without spaces, a line each
/// @param latitude degrees north; not a number where it is not known
/// @param longitude degrees east; not a number where it is not known
/// @param clock its time zone; null where nobody names it
public record IndexedCinema(
    WrittenRecord entry,
    @Nullable String chainId,
    @Nullable String postcodeKey,
    String searchText,
    double latitude,
    double longitude,
    @Nullable ZoneId clock,
    Address address)
    implements IndexedRecord {

  /// What it is called, and the parts of its address that places are made of.
  public record Address(String name, String countryCode, String locality, String postcode) {}

  /// Writes itself to a checkpoint.
  void write(CheckpointSink sink) throws IOException {
    entry.write(sink);
    sink.textOrNull(chainId);
    sink.textOrNull(postcodeKey);
    sink.text(searchText);
    sink.decimal(latitude);
    sink.decimal(longitude);
    sink.textOrNull(clock == null ? null : clock.getId());
    sink.text(address.name());
    sink.text(address.countryCode());
    sink.text(address.locality());
    sink.text(address.postcode());
  }

  /// Reads what [#write] wrote.
  static IndexedCinema read(CheckpointSource source) throws IOException, UnusableCheckpoint {
    return new IndexedCinema(
        new WrittenRecord(Kind.CINEMA, source),
        source.textOrNull(),
        source.textOrNull(),
        source.text(),
        source.decimal(),
        source.decimal(),
        clock(source.textOrNull()),
        new Address(source.text(), source.text(), source.text(), source.text()));
  }

  private static @Nullable ZoneId clock(@Nullable String id) {
    return id == null ? null : ZoneId.of(id);
  }

  boolean isGeocoded() {
    return !Double.isNaN(latitude) && !Double.isNaN(longitude);
  }
}
