package org.marquee.feed.ocapi;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.listing.Kind;

/// The sites of a feed, one of which the operator may describe: then it has the operator's id.
final class OcapiSites {
  /// The format has no place for a postcode; some write it where the city should be.
  private static final Pattern BRITISH_POSTCODE =
      Pattern.compile("[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}");

  private final FeedRecord.@Nullable Cinema described;
  private final Set<String> ids = new LinkedHashSet<>();

  OcapiSites(FeedRecord.@Nullable Cinema described) {
    this.described = described;
  }

  void add(Members site) {
    String id = Limits.EXTERNAL_KEY.of(site.ask("id"));
    if (id != null) {
      ids.add(id);
    }
  }

  /// To be called when all sites were seen.
  ///
  /// @throws UnreadableFeed if it is unclear which of them the operator describes
  void check() throws UnreadableFeed {
    if (described != null && ids.size() > 1 && !ids.contains(described.externalId())) {
      throw new UnreadableFeed(
          "the feed is about the sites "
              + String.join(", ", ids)
              + ", none of which is the "
              + described.externalId()
              + " that --cinema describes");
    }
  }

  /// The external ids that the feed's cinemas get.
  Set<String> cinemas() {
    return ids.stream().map(this::cinema).collect(Collectors.toSet());
  }

  /// The external id of the cinema that a site is.
  String cinema(String site) {
    return described != null && isDescribed(site) ? described.externalId() : site;
  }

  private boolean isDescribed(String site) {
    return described != null
        && (site.equals(described.externalId()) || (ids.size() == 1 && ids.contains(site)));
  }

  FeedRecord.@Nullable Cinema read(FeedLine entry) {
    String id = entry.required("id", Limits.EXTERNAL_KEY);
    FeedLine label = entry.part("name");
    String name = label.required("text", Limits.CINEMA_NAME);
    label.passOver("translations");
    FeedLine location = entry.part("location");
    Double latitude = location.optional("latitude", Limits.LATITUDE);
    Double longitude = location.optional("longitude", Limits.LONGITUDE);
    FeedLine contact = entry.part("contactDetails");
    contact.passOver("email");
    Members details = new Members();
    details.add("telephone", telephone(contact));
    FeedLine address = contact.part("address");
    entry.passOver("hopk hoCode links isInformationOnly");
    if (id == null || name == null) {
      return null;
    }
    boolean placed = latitude != null && longitude != null;
    String first = line(address, "line1");
    String second = line(address, "line2");
    String city = line(address, "city");
    address.passOver("country state postalCode");
    boolean coded = city != null && BRITISH_POSTCODE.matcher(city).matches();
    String lines =
        Stream.of(first, coded ? null : second)
            .filter(line -> line != null)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    FeedRecord.Cinema said =
        new FeedRecord.Cinema(
            cinema(id),
            name,
            null,
            entry.optional("ianaTimeZoneName", Limits.TIME_ZONE),
            null,
            Limits.LOCALITY.ofText(coded ? second : city),
            coded ? city : null,
            lines.isEmpty() ? null : lines,
            placed ? latitude : null,
            placed ? longitude : null,
            null,
            entry.details(Kind.CINEMA, details));
    return isDescribed(id) && described != null ? described.completedBy(said) : said;
  }

  /// The first number, as a text or as an object has it.
  private static @Nullable String telephone(FeedLine contact) {
    List<Value> numbers = contact.optional("phoneNumbers", Limits.LIST);
    Value first = numbers == null || numbers.isEmpty() ? null : numbers.getFirst();
    return Limits.TEXT.of(first instanceof Members members ? members.ask("number") : first);
  }

  private static @Nullable String line(FeedLine address, String name) {
    String text = address.unlessEmpty(name, Limits.ADDRESS);
    String bare = text == null ? "" : text.strip().replaceFirst("(?<![,\\s])[,\\s]++$", "");
    return bare.isEmpty() ? null : bare;
  }
}
