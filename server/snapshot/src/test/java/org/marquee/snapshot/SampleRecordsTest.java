package org.marquee.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Location;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;

/// A checkpoint of a build that writes records otherwise has another layout.
@NullMarked
class SampleRecordsTest {
  /// Notes which members the records that it writes have.
  private static final class Noting extends DelegatingEncoder {
    private final Set<String> all = new TreeSet<>();
    private final Set<String> given = new HashSet<>();

    private void note(Record record) {
      for (RecordComponent each : record.getClass().getRecordComponents()) {
        String name = record.getClass().getSimpleName() + "." + each.getName();
        all.add(name);
        try {
          Object value = each.getAccessor().invoke(record);
          if (value != null) {
            given.add(name);
          }
          if (value instanceof Location location) {
            note(location);
          }
        } catch (ReflectiveOperationException e) {
          throw new LinkageError(name, e);
        }
      }
    }

    @Override
    public MarkedShowtime mark(Showtime showtime) {
      note(showtime);
      return super.mark(showtime);
    }

    @Override
    public Written write(Film film) {
      note(film);
      return super.write(film);
    }

    @Override
    public Written write(Cinema cinema) {
      note(cinema);
      return super.write(cinema);
    }

    @Override
    public Written write(Chain chain) {
      note(chain);
      return super.write(chain);
    }

    @Override
    public Written write(Screen screen) {
      note(screen);
      return super.write(screen);
    }
  }

  @Test
  void records_are_written_as_the_layout_says() {
    assertThat(SnapshotFile.LAYOUT + " " + SampleRecords.digest(new JsonRecordEncoder()))
        .as("records are written otherwise: raise SnapshotFile.LAYOUT, and have both here")
        .isEqualTo("8 b78ccf21a199e5f0");
  }

  @Test
  void each_member_of_each_kind_has_a_value_in_one_of_them() {
    Noting encoder = new Noting();
    SampleRecords.digest(encoder);
    assertThat(encoder.given).containsExactlyInAnyOrderElementsOf(encoder.all);
    assertThat(ListedRecord.class.getPermittedSubclasses())
        .allSatisfy(kind ->
            assertThat(encoder.all).anyMatch(name -> name.startsWith(kind.getSimpleName() + ".")));
  }
}
