package org.marquee.feed.veezi;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limits;
import org.marquee.feed.Zones;

/// The members of the site.
final class VeeziSites {
  private VeeziSites() {}

  static FeedRecord.@Nullable Cinema read(FeedLine entry, String externalId) {
    String name = entry.required("Name", Limits.CINEMA_NAME);
    String zone = entry.optional("TimeZoneIdentifier", Limits.TEXT);
    String iana = zone == null ? null : Zones.named(zone).map(Object::toString).orElse(null);
    if (zone != null && iana == null) {
      entry.drop("TimeZoneIdentifier", zone, "must be a zone of the IANA database or of Windows");
    }
    String lines =
        Stream.of(line(entry, "Address1"), line(entry, "Address2"), line(entry, "Address3"))
            .filter(line -> !line.isEmpty())
            .collect(Collectors.joining(", "));
    entry.passOver(
        "Id LegalName ShortName Phone1 Phone2 PhoneNumber Fax State Country "
            + "ScreenCount Screens Currency Receipts SalesTaxRegistration TicketMessage1 "
            + "TicketMessage2 ReceiptMessage1 ReceiptMessage2 ReceiptMessage3 "
            + "ReceiptMessage4 ReceiptMessage5 ReceiptMessage6 NationalCode");
    if (name == null) {
      return null;
    }
    return new FeedRecord.Cinema(
        externalId,
        name,
        null,
        iana,
        null,
        entry.awaited("City", Limits.LOCALITY),
        entry.awaited("PostCode", Limits.POSTCODE),
        lines.isEmpty() ? null : lines,
        null,
        null,
        null);
  }

  private static String line(FeedLine entry, String name) {
    String text = entry.unlessEmpty(name, Limits.ADDRESS);
    return text == null ? "" : text.strip();
  }
}
