package org.marquee.snapshot;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Sha256;
import org.marquee.listing.Showtime;
import org.marquee.page.RecordEncoder;
import org.marquee.page.RecordEncoder.Written;

/// Records of every kind, with and without optional members. How an encoder writes them tells
/// whether records that were written by another build of the program still look alike.
final class SampleRecords {
  private static final Instant TIME = Instant.parse("2026-03-20T19:30:00.25Z");
  private static final int DIGEST_BYTES = 8;

  private SampleRecords() {}

  /// A digest of the samples as an encoder writes them.
  static String digest(RecordEncoder encoder) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Provenance provenance :
        List.of(
            new Provenance(TIME, TIME.minusSeconds(60), "rex", "a \"1\""),
            new Provenance(TIME.plusSeconds(1), null, "lux", "ü/2"))) {
      boolean full = provenance.sourceUpdatedAt() != null;
      for (Written written :
          List.of(
              encoder.write(film(full, provenance)),
              encoder.write(
                  new Chain("ch_1", "Rex & Co", full ? "https://r.test/" : null, provenance)),
              encoder.write(cinema(full, provenance)),
              encoder.write(screen(full, provenance)),
              encoder.write(showtime(full, provenance)))) {
        all.writeBytes(written.text());
        all.write(written.from());
        all.write(written.updated());
        all.write(written.until());
      }
    }
    return HexFormat.of().formatHex(Sha256.of(all.toByteArray()), 0, DIGEST_BYTES);
  }

  private static Film film(boolean full, Provenance provenance) {
    return full
        ? new Film(
            "fi_1",
            "Solaris – \u00e9",
            167,
            "12A",
            "https://r.test/p",
            LocalDate.of(1972, 5, 13),
            "tt1",
            "593",
            provenance)
        : new Film("fi_2", "Alien", null, null, null, null, null, null, provenance);
  }

  private static Cinema cinema(boolean full, Provenance provenance) {
    return new Cinema(
        "ci_1",
        full ? "ch_1" : null,
        "Rex",
        new Location(
            "GB",
            "Leeds",
            "LS1 4AP",
            full ? "1 Park Row" : null,
            full ? 53.8 : null,
            full ? -1.5 : null),
        provenance);
  }

  private static Screen screen(boolean full, Provenance provenance) {
    return new Screen(
        "sc_1",
        "ci_1",
        "Screen 1",
        full ? Screen.Evidence.AUTHORITATIVE_INVENTORY : Screen.Evidence.SCHEDULE_OBSERVED,
        TIME,
        provenance);
  }

  private static Showtime showtime(boolean full, Provenance provenance) {
    return new Showtime(
        "st_1",
        "fi_1",
        "ci_1",
        TIME,
        full ? 60 : 0,
        full ? "https://r.test/b?a=1&b=2" : null,
        full ? Attributes.of(Attribute.ALL.toArray(Attribute[]::new)) : Attributes.NONE,
        full ? "sc_1" : null,
        full ? "Screen 1" : null,
        provenance);
  }
}
