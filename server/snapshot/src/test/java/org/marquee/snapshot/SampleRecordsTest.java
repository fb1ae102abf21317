package org.marquee.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;

/// A checkpoint of a build that writes records otherwise has another layout.
@NullMarked
class SampleRecordsTest {
  @Test
  void records_are_written_as_the_layout_says() {
    assertThat(SnapshotFile.LAYOUT + " " + SampleRecords.digest())
        .as("records are written otherwise: raise SnapshotFile.LAYOUT, and have both here")
        .isEqualTo("8 b78ccf21a199e5f0");
  }

  @Test
  void each_member_of_each_kind_has_a_value_in_one_of_them() {
    Set<String> all = new TreeSet<>();
    Set<String> given = new HashSet<>();
    for (ListedRecord record :
        SampleRecords.records(new Provenance(Instant.EPOCH, Instant.EPOCH, "rex", "1"))) {
      note((Record) record, all, given);
    }
    assertThat(given).containsExactlyInAnyOrderElementsOf(all);
    assertThat(ListedRecord.class.getPermittedSubclasses())
        .allSatisfy(
            kind -> assertThat(all).anyMatch(name -> name.startsWith(kind.getSimpleName() + ".")));
  }

  private static void note(Record record, Set<String> all, Set<String> given) {
    for (RecordComponent each : record.getClass().getRecordComponents()) {
      String name = record.getClass().getSimpleName() + "." + each.getName();
      all.add(name);
      try {
        Object value = each.getAccessor().invoke(record);
        if (value != null) {
          given.add(name);
        }
        if (value instanceof Location location) {
          note(location, all, given);
        }
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(name, e);
      }
    }
  }
}
