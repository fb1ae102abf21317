package org.marquee.snapshot.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Position;
import org.marquee.listing.Provenance;
import org.marquee.page.OutputBuffer;
import org.marquee.page.json.JsonRecordEncoder.Written;
import org.marquee.page.json.WrittenDetails;

/// A written film, cinema, chain or screen, with its place in the order of its list.
public final class WrittenRecord implements IndexedRecord {
  /// By (sorting key, id); UTF-8 compares as code points do.
  public static final Comparator<WrittenRecord> ORDER = WrittenRecord::compare;

  /// What no title has in it.
  private static final String BETWEEN = "\0";

  private static final byte[] NO_DETAILS = WrittenDetails.NONE.text();

  private final Kind kind;
  private final String id;
  private final byte[] key;
  private final byte[] idBytes;
  private final byte[] before;
  private final byte[] after;
  private final int note;
  private final byte[] titles;
  private final byte[] details;
  private final int minutes;
  private final long observed;
  private final long updated;

  /// @param note see [ObservationNote]
  public WrittenRecord(
      Kind kind,
      ListedRecord record,
      String sortKey,
      Written written,
      Observed observed,
      int note) {
    this.kind = kind;
    id = record.id();
    this.note = note;
    key = sortKey.getBytes(UTF_8);
    idBytes = id.getBytes(UTF_8);
    Film film = record instanceof Film its ? its : null;
    Integer runs = film == null ? null : film.durationMinutes();
    minutes = runs == null ? 0 : runs;
    titles = (film == null ? "" : String.join(BETWEEN, film.titles().titles())).getBytes(UTF_8);
    details = record.details() == null ? NO_DETAILS : WrittenDetails.of(kind, record).text();
    Provenance provenance = record.provenance();
    byte[] text = written.text();
    if (observed == Observed.ALONE) {
      before = text;
      after = new byte[0];
    } else {
      int until = observed == Observed.TOGETHER ? written.until() : written.updated();
      before = Arrays.copyOf(text, written.from());
      after = Arrays.copyOfRange(text, until, text.length);
    }
    this.observed = Micros.of(provenance.observedAt());
    updated =
        provenance.sourceUpdatedAt() == null
            ? Observation.NEVER
            : Micros.of(provenance.sourceUpdatedAt());
  }

  /// Reads what [#write] wrote.
  public WrittenRecord(Kind kind, CheckpointSource source) throws IOException, UnusableCheckpoint {
    this.kind = kind;
    idBytes = source.bytes();
    id = new String(idBytes, UTF_8);
    key = source.bytes();
    before = source.bytes();
    after = source.bytes();
    titles = source.bytes();
    byte[] its = source.bytes();
    details = Arrays.equals(its, NO_DETAILS) ? NO_DETAILS : its;
    minutes = source.integer();
    note = source.integer();
    observed = source.number();
    updated = source.number();
  }

  @Override
  public WrittenRecord entry() {
    return this;
  }

  /// Writes itself to a checkpoint, but for its kind.
  public void write(CheckpointSink sink) throws IOException {
    sink.bytes(idBytes);
    sink.bytes(key);
    sink.bytes(before);
    sink.bytes(after);
    sink.bytes(titles);
    sink.bytes(details);
    sink.integer(minutes);
    sink.integer(note);
    sink.number(observed);
    sink.number(updated);
  }

  /// Its id.
  public String id() {
    return id;
  }

  /// All titles of a film.
  public Film.Titles titles() {
    return new Film.Titles(id, List.of(new String(titles, UTF_8).split(BETWEEN, -1)));
  }

  /// Its details, as an object.
  public byte[] details() {
    return details;
  }

  /// The running time of a film in minutes; 0 where it is not known.
  public int minutes() {
    return minutes;
  }

  /// Its place in its list, for the page after it.
  public Position.ByName position() {
    return new Position.ByName(new String(key, UTF_8), id);
  }

  /// Whether it comes after a position, by its two parts in UTF-8.
  public boolean isAfter(byte[] otherKey, byte[] otherId) {
    int difference = Arrays.compareUnsigned(key, otherKey);
    return difference > 0 || (difference == 0 && Arrays.compareUnsigned(idBytes, otherId) > 0);
  }

  private int compare(WrittenRecord other) {
    int difference = Arrays.compareUnsigned(key, other.key);
    return difference != 0 ? difference : Arrays.compareUnsigned(idBytes, other.idBytes);
  }

  /// How its id compares with another's.
  public int compareId(WrittenRecord other) {
    return Arrays.compareUnsigned(idBytes, other.idBytes);
  }

  /// How its id compares with another, given in UTF-8.
  public int compareId(byte[] other) {
    return Arrays.compareUnsigned(idBytes, other);
  }

  /// When it was observed, in microseconds.
  public long observed(Observation[] observations) {
    return note == ObservationNote.ALONE
        ? observed
        : observations[ObservationNote.number(note)].observed();
  }

  /// Writes it with its observation as it is now.
  public void print(Observation[] observations, OutputBuffer out, FreshnessAccumulator oldest) {
    out.add(before);
    if (note == ObservationNote.ALONE) {
      oldest.add(observed, updated);
      return;
    }
    observations[ObservationNote.number(note)].print(kind, note, updated, out, oldest);
    out.add(after);
  }
}
