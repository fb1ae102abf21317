package org.marquee.feed.proposed;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.net.URI;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Countries;
import org.marquee.feed.Zones;

/// The time zone and the country of the cinemas, as far as a file shows them.
///
/// @param zone empty where nothing shows it
/// @param country its code; empty where nothing shows it
/// @param sure how sure that is, from 0 to 100
record ZoneGuess(String zone, String country, int sure, String why) {
  private static final Pattern BRITISH =
      Pattern.compile("\\b[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}\\b");
  private static final Pattern AMERICAN = Pattern.compile(",\\s*([A-Z]{2})\\s+\\d{5}\\b");

  /// The states of a zone; of those that have two, that of most people.
  private static final Map<String, String> STATES =
      Map.of(
          "America/New_York",
              "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC TN VA VT WV",
          "America/Chicago", "AL AR IA IL KS LA MN MO MS ND NE OK SD TX WI",
          "America/Denver", "CO ID MT NM UT WY",
          "America/Phoenix", "AZ",
          "America/Los_Angeles", "CA NV OR WA",
          "America/Anchorage", "AK",
          "Pacific/Honolulu", "HI");

  /// Ends of addresses that are in use all over the world.
  private static final Set<String> WORLDWIDE =
      Set.of("IO", "TV", "CO", "ME", "AI", "FM", "LY", "TO", "CC");

  /// The country where a language of headings is spoken most often in.
  private static final Map<String, String> WORDS =
      Map.of(
          "DE",
              "uhrzeit zeit saal kino beginn fassung anfang ort strasse spielort vorstellung filmtitel tag",
          "FR", "titre heure seance salle horaire ville adresse debut lieu",
          "ES", "titulo pelicula hora fecha sesion cine ciudad direccion",
          "IT", "titolo ora orario spettacolo citta indirizzo regia data proiezione",
          "NL", "tijd zaal bioscoop aanvang plaats voorstelling",
          "PL", "tytul godzina seans miasto",
          "PT", "filme sessao cidade");

  static final ZoneGuess NONE =
      new ZoneGuess(
          "",
          "",
          0,
          "nothing in the file shows where the cinemas are; name the zone, as zone=Europe/Berlin");

  /// What shows it, the surest first.
  static ZoneGuess of(FeedTable table, Map<Role, FileColumn> roles, @Nullable Start start) {
    FileColumn zones = roles.get(Role.ZONE);
    if (zones != null && zones.different().size() == 1) {
      String zone = Zones.named(zones.first(1).getFirst()).map(ZoneId::getId).orElse("");
      return new ZoneGuess(zone, country(zone), 90, "its time zone is that of the country");
    }
    FileColumn countries = roles.get(Role.COUNTRY);
    if (countries != null) {
      ZoneGuess guess =
          ofCountries(
              countries.different().stream().map(Countries::code).filter(Objects::nonNull).toList(),
              90,
              countries + " has the country");
      if (guess != null) {
        return guess;
      }
    }
    ZoneGuess position = ofPositions(roles.get(Role.LATITUDE), roles.get(Role.LONGITUDE));
    if (position != null) {
      return position;
    }
    ZoneGuess state = ofStates(table);
    if (state != null) {
      return state;
    }
    if (any(table, BRITISH, 0.5)) {
      return ofCountry("GB", 80, "postcodes are those of Great Britain");
    }
    ZoneGuess hosts = ofHosts(table);
    if (hosts != null) {
      return hosts;
    }
    boolean monthFirst =
        start instanceof Start.InColumns(List<TimeColumn> parts, _, _)
            && parts.getFirst().pattern().matches("MM?/dd?/.*");
    return monthFirst ? ofCountry("US", 45, "dates have the month first") : ofWords(table);
  }

  static ZoneGuess ofCountry(String country, int sure, String why) {
    Set<ZoneId> zones = Zones.ofCountry(country);
    String mainland = MAINLAND.get(country);
    if (mainland != null) {
      return new ZoneGuess(mainland, country, sure, why);
    }
    String first = zones.isEmpty() ? "" : zones.iterator().next().getId();
    return new ZoneGuess(
        MOST_PEOPLE.getOrDefault(country, first),
        country,
        zones.size() > 1 ? 40 : sure,
        why + (zones.size() > 1 ? "; that country has several time zones" : ""));
  }

  /// Countries of which all but islands and places far away have one time.
  private static final Map<String, String> MAINLAND =
      Map.of(
          "CN", "Asia/Shanghai",
          "DE", "Europe/Berlin",
          "DK", "Europe/Copenhagen",
          "ES", "Europe/Madrid",
          "FR", "Europe/Paris",
          "GB", "Europe/London",
          "NL", "Europe/Amsterdam",
          "NZ", "Pacific/Auckland",
          "PT", "Europe/Lisbon");

  /// Where most people live in countries of several zones.
  private static final Map<String, String> MOST_PEOPLE =
      Map.of(
          "AU", "Australia/Sydney",
          "BR", "America/Sao_Paulo",
          "CA", "America/Toronto",
          "MX", "America/Mexico_City",
          "RU", "Europe/Moscow",
          "US", "America/New_York");

  private static @Nullable ZoneGuess ofCountries(Collection<String> codes, int sure, String why) {
    Set<String> different = new HashSet<>(codes);
    return different.size() == 1 ? ofCountry(different.iterator().next(), sure, why) : null;
  }

  private static @Nullable ZoneGuess ofPositions(
      @Nullable FileColumn latitudes, @Nullable FileColumn longitudes) {
    if (latitudes == null || longitudes == null) {
      return null;
    }
    Map<String, Integer> zones = new TreeMap<>();
    List<String> north = latitudes.first(20);
    List<String> east = longitudes.first(20);
    for (int at = 0; at < Math.min(north.size(), east.size()); at++) {
      Optional<ZoneId> zone = Zones.at(degrees(north.get(at)), degrees(east.get(at)));
      zone.ifPresent(found -> zones.merge(found.getId(), 1, Integer::sum));
    }
    if (zones.size() > 1) {
      return new ZoneGuess("", "", 75, "positions show the time zone of each cinema");
    }
    String zone = zones.keySet().stream().findFirst().orElse("");
    return zone.isEmpty()
        ? null
        : new ZoneGuess(zone, country(zone), 90, "the positions lie there");
  }

  private static double degrees(String text) {
    return Double.parseDouble(text.replace(',', '.'));
  }

  /// The country that a zone is the first of.
  static String country(String zone) {
    for (Map.Entry<String, String> country : MAINLAND.entrySet()) {
      if (country.getValue().equals(zone)) {
        return country.getKey();
      }
    }
    for (String code : Locale.getISOCountries()) {
      Set<ZoneId> zones = Zones.ofCountry(code);
      if (!zones.isEmpty() && zones.iterator().next().getId().equals(zone)) {
        return code;
      }
    }
    for (String code : Locale.getISOCountries()) {
      if (Zones.ofCountry(code).stream().anyMatch(each -> each.getId().equals(zone))) {
        return code;
      }
    }
    return "";
  }

  private static boolean any(FeedTable table, Pattern pattern, double share) {
    return table.columns().stream()
        .anyMatch(column ->
            column.share(text -> text.length() < 200 && pattern.matcher(text).find()) >= share);
  }

  private static @Nullable ZoneGuess ofStates(FeedTable table) {
    Map<String, Integer> zones = new HashMap<>();
    for (FileColumn column : table.columns()) {
      for (String text : column.first(200)) {
        Matcher state = AMERICAN.matcher(text);
        boolean said = column.name().own().equals(List.of("region"));
        String code = said ? text : text.length() < 200 && state.find() ? state.group(1) : "";
        STATES.entrySet().stream()
            .filter(zone -> code.length() == 2 && zone.getValue().contains(code))
            .forEach(zone -> zones.merge(zone.getKey(), 1, Integer::sum));
      }
    }
    return zones.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most ->
            new ZoneGuess(
                most.getKey(),
                "US",
                zones.size() == 1 ? 85 : 50,
                "addresses name states of the United States"))
        .orElse(null);
  }

  private static @Nullable ZoneGuess ofHosts(FeedTable table) {
    Map<String, Integer> countries = new HashMap<>();
    for (FileColumn column : table.columns()) {
      if (!column.isAddresses() || column.name().says("poster")) {
        continue;
      }
      List<String> addresses = column.first(200);
      addresses.stream()
          .collect(groupingBy(ZoneGuess::countryOf, counting()))
          .forEach((country, count) -> {
            if (!country.isEmpty() && count * 2 > addresses.size()) {
              countries.merge(country, column.count(), Integer::sum);
            }
          });
    }
    return countries.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most ->
            ofCountry(
                most.getKey(),
                72,
                "addresses end with ."
                    + (most.getKey().equals("GB") ? "uk" : most.getKey().toLowerCase(Locale.ROOT))))
        .orElse(null);
  }

  private static String countryOf(String address) {
    try {
      String host = URI.create(address).getHost();
      String last =
          host == null ? "" : host.substring(host.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
      String country =
          last.length() == 2 && !WORLDWIDE.contains(last) ? Countries.code(last) : null;
      return country == null ? "" : country;
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  private static ZoneGuess ofWords(FeedTable table) {
    Map<String, Integer> votes = new HashMap<>();
    for (FileColumn column : table.columns()) {
      for (String word : ColumnWords.words(String.valueOf(column.place().member(0)))) {
        WORDS.forEach((country, words) -> {
          if (List.of(words.split(" ", -1)).contains(word)) {
            votes.merge(country, 1, Integer::sum);
          }
        });
      }
    }
    return votes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most ->
            ofCountry(most.getKey(), 45, "the headings are in the language of that country"))
        .orElse(NONE);
  }
}
