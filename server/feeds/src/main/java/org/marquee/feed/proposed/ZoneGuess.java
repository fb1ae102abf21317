package org.marquee.feed.proposed;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.net.URI;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.Countries;
import org.marquee.feed.time.Zones;

/// The time zone and the country of the cinemas, as far as a person states them or a file shows
/// them.
///
/// @param zone empty where nothing shows it
/// @param country its code; empty where nothing shows it
/// @param sure how sure that is, from 0 to 100
record ZoneGuess(String zone, String country, int sure, String why) {
  private static final Pattern BRITISH =
      Pattern.compile("\\b[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}\\b");
  private static final Pattern AMERICAN = Pattern.compile(",\\s*([A-Z]{2})\\s+\\d{5}\\b");

  /// Ends of addresses that are in use all over the world.
  private static final Set<String> WORLDWIDE =
      Set.of("IO", "TV", "CO", "ME", "AI", "FM", "LY", "TO", "CC");

  /// Countries of which all but islands and places far away have one time.
  private static final Set<String> OF_ONE_TIME =
      Set.of("CN", "DE", "DK", "ES", "FR", "GB", "NL", "NZ", "PT");

  private static final Map<String, String> WORDS = ColumnWords.keysOf("/feed/heading-words.txt");

  private static final ZoneGuess NONE =
      new ZoneGuess(
          "",
          "",
          0,
          "nothing in the file shows where the cinemas are; name the zone, as zone=Europe/Berlin");

  static ZoneGuess of(
      FeedTable table, Map<Role, FileColumn> roles, @Nullable Start start, Corrections said) {
    ZoneGuess shown =
        Stream.of(
                ofZones(roles.get(Role.ZONE)),
                ofCountries(roles.get(Role.COUNTRY)),
                ofPositions(roles.get(Role.LATITUDE), roles.get(Role.LONGITUDE)),
                ofStates(table),
                ofPostcodes(table),
                ofHosts(table),
                ofMonthFirst(start),
                ofHeadings(table))
            .flatMap(Optional::stream)
            .findFirst()
            .orElse(NONE);
    String zone = said.ofFile("zone");
    String country = said.text("countryCode");
    if (!zone.isEmpty()) {
      return new ZoneGuess(
          zone, country == null ? country(zone) : country, 90, "it is the country of the zone");
    }
    if (country != null) {
      String ofCountry = shown.sure < 90 ? ofCountry(country, 80, "").zone : shown.zone;
      return new ZoneGuess(ofCountry, country, 100, shown.why);
    }
    return shown;
  }

  private static ZoneGuess ofCountry(String country, int sure, String why) {
    Set<ZoneId> zones = Zones.ofCountry(country);
    boolean several = zones.size() > 1 && !OF_ONE_TIME.contains(country);
    return new ZoneGuess(
        zones.stream().map(ZoneId::getId).findFirst().orElse(""),
        country,
        several ? 40 : sure,
        why + (several ? "; that country has several time zones" : ""));
  }

  /// The country that a zone is the first of, or else any that has it.
  private static String country(String zone) {
    return Stream.of(Locale.getISOCountries())
        .filter(code -> Zones.ofCountry(code).contains(ZoneId.of(zone)))
        .min(Comparator.comparing(code -> !ofCountry(code, 0, "").zone.equals(zone)))
        .orElse("");
  }

  private static Optional<ZoneGuess> ofZones(@Nullable FileColumn zones) {
    return zones == null || zones.different().size() != 1
        ? Optional.empty()
        : Optional.of(
            ofZone(
                Zones.named(zones.first(1).getFirst()).map(ZoneId::getId).orElse(""),
                "its time zone is that of the country"));
  }

  private static ZoneGuess ofZone(String zone, String why) {
    return new ZoneGuess(zone, zone.isEmpty() ? "" : country(zone), 90, why);
  }

  private static Optional<ZoneGuess> ofCountries(@Nullable FileColumn countries) {
    Set<String> names = countries == null ? Set.of() : countries.different();
    List<String> codes =
        names.stream().flatMap(name -> Stream.ofNullable(Countries.code(name))).distinct().toList();
    return codes.size() == 1
        ? Optional.of(ofCountry(codes.getFirst(), 90, countries + " has the country"))
        : Optional.empty();
  }

  private static Optional<ZoneGuess> ofPositions(
      @Nullable FileColumn latitudes, @Nullable FileColumn longitudes) {
    if (latitudes == null || longitudes == null) {
      return Optional.empty();
    }
    Set<String> zones = new TreeSet<>();
    List<String> north = latitudes.first(20);
    List<String> east = longitudes.first(20);
    for (int at = 0; at < Math.min(north.size(), east.size()); at++) {
      Zones.at(degrees(north.get(at)), degrees(east.get(at)))
          .ifPresent(zone -> zones.add(zone.getId()));
    }
    return zones.size() > 1
        ? Optional.of(new ZoneGuess("", "", 75, "positions show the time zone of each cinema"))
        : zones.stream().findFirst().map(zone -> ofZone(zone, "the positions lie there"));
  }

  private static double degrees(String text) {
    return Double.parseDouble(text.replace(',', '.'));
  }

  private static Optional<ZoneGuess> ofStates(FeedTable table) {
    Map<String, Integer> zones = new HashMap<>();
    for (FileColumn column : table.columns()) {
      boolean said = column.name().own().equals(List.of("region"));
      for (String text : column.first(200)) {
        Matcher state = AMERICAN.matcher(text);
        String code = said ? text : text.length() < 200 && state.find() ? state.group(1) : "";
        Zones.ofCountry("US-" + code).forEach(zone -> zones.merge(zone.getId(), 1, Integer::sum));
      }
    }
    int sure = zones.size() == 1 ? 85 : 50;
    return most(zones)
        .map(zone -> new ZoneGuess(zone, "US", sure, "addresses name states of the United States"));
  }

  private static Optional<String> most(Map<String, Integer> counts) {
    return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  private static Optional<ZoneGuess> ofPostcodes(FeedTable table) {
    boolean british =
        table.columns().stream()
            .anyMatch(column ->
                column.share(text -> text.length() < 200 && BRITISH.matcher(text).find()) >= 0.5);
    return Optional.of(ofCountry("GB", 80, "postcodes are those of Great Britain"))
        .filter(_ -> british);
  }

  private static Optional<ZoneGuess> ofHosts(FeedTable table) {
    Map<String, Integer> countries = new HashMap<>();
    for (FileColumn column : table.columns()) {
      if (column.isAddresses() && !column.name().says("poster")) {
        List<String> addresses = column.first(200);
        addresses.stream()
            .collect(groupingBy(ZoneGuess::countryOf, counting()))
            .forEach((country, count) -> {
              if (!country.isEmpty() && count * 2 > addresses.size()) {
                countries.merge(country, column.count(), Integer::sum);
              }
            });
      }
    }
    return most(countries)
        .map(country -> {
          String end = country.equals("GB") ? "uk" : country.toLowerCase(Locale.ROOT);
          return ofCountry(country, 72, "addresses end with ." + end);
        });
  }

  private static String countryOf(String address) {
    try {
      String host = String.valueOf(URI.create(address).getHost());
      String last = host.substring(host.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
      String country =
          last.length() == 2 && !WORLDWIDE.contains(last) ? Countries.code(last) : null;
      return country == null ? "" : country;
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  private static Optional<ZoneGuess> ofMonthFirst(@Nullable Start start) {
    return start != null && start.headings().isEmpty() && start.pattern().matches("MM?/dd?/.*")
        ? Optional.of(ofCountry("US", 45, "dates have the month first"))
        : Optional.empty();
  }

  private static Optional<ZoneGuess> ofHeadings(FeedTable table) {
    Map<String, Integer> votes = new HashMap<>();
    table.columns().stream()
        .flatMap(column -> ColumnWords.words(String.valueOf(column.place().member(0))).stream())
        .flatMap(word -> Stream.ofNullable(WORDS.get(word)))
        .forEach(country -> votes.merge(country, 1, Integer::sum));
    return most(votes)
        .map(country -> ofCountry(country, 45, "the headings are in the language of that country"));
  }
}
