package org.marquee.snapshot;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.marquee.detail.Detail;
import org.marquee.detail.Details;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FilmFact;
import org.marquee.listing.KnownFacts;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Screen.Evidence;
import org.marquee.listing.Sha256;
import org.marquee.listing.Showtime;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.page.json.JsonRecordEncoder.Written;
import org.marquee.page.json.WrittenDetails;

/// Records of every kind, with and without optional members. How they are written tells whether
/// those in a checkpoint of another build of the program still look alike.
@NullMarked
final class SampleRecords {
  private static final Instant TIME = Instant.parse("2026-03-20T19:30:00.25Z");
  private static final int DIGEST_BYTES = 8;

  private static final Details FILM =
      Details.NONE
          .with(
              Detail.TITLES,
              List.of(new TreeMap<>(Map.of("language", "de", "title", "Solaris – \u00e9"))))
          .with(Detail.SYNOPSIS, "An ocean.");
  private static final Details CINEMA = Details.NONE.with(Detail.TELEPHONE, "1");
  private static final Details SHOWTIME =
      Details.NONE
          .with(Detail.AVAILABILITY, Map.of("status", "sold_out"))
          .with(Detail.PRICE, Map.of("free", true));

  private SampleRecords() {}

  /// A digest of the samples as they are written.
  static String digest() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Provenance provenance :
        List.of(
            new Provenance(TIME, TIME.minusSeconds(60), "rex", "a \"1\""),
            new Provenance(TIME.plusSeconds(1), null, "lux", "ü/2"))) {
      for (ListedRecord record : records(provenance)) {
        Written written = JsonRecordEncoder.write(record);
        all.writeBytes(written.text());
        all.write(written.from());
        all.write(written.updated());
        all.write(written.until());
      }
    }
    for (Details details : List.of(FILM, CINEMA, SHOWTIME)) {
      WrittenDetails written = WrittenDetails.of(details);
      all.writeBytes(written.status());
      all.writeBytes(written.others());
    }
    return HexFormat.of().formatHex(Sha256.of(all.toByteArray()), 0, DIGEST_BYTES);
  }

  /// The samples.
  static List<ListedRecord> records(Provenance provenance) {
    KnownFacts facts = KnownFacts.NONE;
    for (FilmFact fact : FilmFact.values()) {
      facts = facts.with(fact, fact.example());
    }
    String page = "https://r.test/b?a=1&b=2";
    Attributes every = Attributes.of(Attribute.ALL.toArray(Attribute[]::new));
    Location known = new Location("GB", "Leeds", "LS1 4AP", "1 Park Row", 53.8, -1.5);
    Location unknown = new Location("GB", "Leeds", "LS1 4AP", null, null, null);
    return List.of(
        new Film("f1", "Solaris – \u00e9", facts, List.of(), provenance, FILM.document()),
        new Film("f2", "Alien", KnownFacts.NONE, List.of(), provenance),
        new Chain("c1", "Rex & Co", page, provenance),
        new Chain("c2", "Rex & Co", null, provenance),
        new Cinema("ci1", "c1", "Rex", known, provenance, CINEMA.document()),
        new Cinema("ci2", null, "Rex", unknown, provenance),
        new Screen("s1", "ci1", "1", Evidence.AUTHORITATIVE_INVENTORY, TIME, provenance),
        new Screen("s2", "ci1", "2", Evidence.SCHEDULE_OBSERVED, TIME, provenance),
        new Showtime(
            "st1", "f1", "ci1", TIME, 60, page, every, "s1", "1", provenance, SHOWTIME.document()),
        new Showtime(
            "st2", "f1", "ci1", TIME, 0, null, Attributes.NONE, null, null, provenance, null));
  }
}
