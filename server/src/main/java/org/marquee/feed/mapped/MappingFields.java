package org.marquee.feed.mapped;

import java.time.DateTimeException;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.yaml.Yaml;

/// Reads the fields of a record in a mapping file: each a value, and how it is written in the feed.
record MappingFields(MappingValues values) {
  /// Members of which a part is worse than nothing: it would be that of another record.
  private static final Set<String> WHOLE =
      Set.of("externalId", "film", "cinema", "startsAt", "bookingUrl", "posterUrl", "websiteUrl");

  /// The members of each kind.
  static final Map<Kind, List<String>> FIELDS =
      Map.of(
          Kind.CHAIN,
          List.of("externalId", "name", "websiteUrl", "sourceUpdatedAt"),
          Kind.CINEMA,
          List.of(
              ("externalId name chain timeZone countryCode locality postcode address "
                      + "latitude longitude sourceUpdatedAt")
                  .split(" ", -1)),
          Kind.FILM,
          List.of(
              ("externalId title year durationMinutes directors certification posterUrl "
                      + "releaseDate extCatalogAId extCatalogBId sourceUpdatedAt")
                  .split(" ", -1)),
          Kind.SCREEN,
          List.of("externalId", "cinema", "name", "sourceUpdatedAt"),
          Kind.SHOWTIME,
          List.of(
              ("externalId film title year cinema startsAt bookingUrl screenId screenName "
                      + "sourceUpdatedAt")
                  .split(" ", -1)));

  /// What a row must at least say. A film is also known by its title, and a showing by its place
  /// and time ([DerivedKeys]).
  private static final Map<Kind, List<String>> REQUIRED =
      Map.of(
          Kind.CHAIN, List.of("externalId", "name"),
          Kind.CINEMA, List.of("externalId", "name"),
          Kind.FILM, List.of("title"),
          Kind.SCREEN, List.of("externalId", "cinema", "name"),
          Kind.SHOWTIME, List.of("startsAt"));

  Map<String, Field> of(Kind kind, Yaml yaml) throws Yaml.Fault {
    Yaml.Part part = yaml.part();
    Map<String, Field> fields = new LinkedHashMap<>();
    for (String name : FIELDS.getOrDefault(kind, List.of())) {
      @Nullable Yaml field = part.find(name);
      if (field != null) {
        fields.put(name, field(name, field));
      }
    }
    part.end();
    for (String name : REQUIRED.getOrDefault(kind, List.of())) {
      if (!fields.containsKey(name)) {
        throw yaml.fault("\"" + name + "\" is missing here");
      }
    }
    if (kind == Kind.SHOWTIME && !fields.containsKey("film") && !fields.containsKey("title")) {
      throw yaml.fault("\"film\" is missing here, or a \"title\" that the film is known by");
    }
    return fields;
  }

  private Field field(String name, Yaml yaml) throws Yaml.Fault {
    Yaml.Part part = yaml.beside();
    Expression expression =
        yaml.isText() ? values.expression(yaml) : values.expression(part, lacking(name));
    Field field =
        switch (name) {
          case "websiteUrl", "bookingUrl", "posterUrl" ->
              new Field.Address(expression, base(part.find("base")));
          case "latitude", "longitude" -> new Field.Degrees(expression);
          case "durationMinutes" -> new Field.Length(expression, unit(part.find("unit")));
          case "releaseDate" ->
              new Field.Date(expression, datePattern(part.find("pattern"), part.find("language")));
          case "startsAt" -> time(expression, part);
          case "sourceUpdatedAt" ->
              new Field.Time(
                  expression,
                  timePattern(part.find("pattern"), part.find("language")),
                  Field.Time.Offset.MEANT,
                  null,
                  null);
          default -> new Field.Words(expression);
        };
    part.end();
    return field;
  }

  private static Expression.Source.Join.Lacking lacking(String name) {
    return WHOLE.contains(name)
        ? Expression.Source.Join.Lacking.NOTHING
        : Expression.Source.Join.Lacking.REST;
  }

  private static @Nullable String base(@Nullable Yaml yaml) throws Yaml.Fault {
    if (yaml == null) {
      return null;
    }
    if (!yaml.text().matches("https?://[^/?#]+[^?#]*")) {
      throw yaml.fault("an address is needed here, as https://cinema.example");
    }
    return yaml.text();
  }

  private static Field.Length.Unit unit(@Nullable Yaml yaml) throws Yaml.Fault {
    if (yaml == null) {
      return Field.Length.Unit.MINUTES;
    }
    Map<String, Field.Length.Unit> units = new LinkedHashMap<>();
    for (Field.Length.Unit unit : Field.Length.Unit.values()) {
      units.put(unit.name().toLowerCase(Locale.ROOT), unit);
    }
    return yaml.oneOf(units);
  }

  private Field time(Expression expression, Yaml.Part part) throws Yaml.Fault {
    TimePattern pattern = timePattern(part.find("pattern"), part.find("language"));
    @Nullable Yaml offset = part.find("offset");
    @Nullable Yaml dayEnds = part.find("dayEnds");
    @Nullable Yaml nextDay = part.find("nextDay");
    return new Field.Time(
        expression,
        pattern,
        offset == null
            ? Field.Time.Offset.MEANT
            : offset.oneOf(
                Map.of("meant", Field.Time.Offset.MEANT, "not meant", Field.Time.Offset.NOT_MEANT)),
        dayEnds == null ? null : timeOfDay(dayEnds),
        nextDay == null ? null : values.expression(nextDay));
  }

  private static LocalTime timeOfDay(Yaml yaml) throws Yaml.Fault {
    try {
      LocalTime time = LocalTime.parse(yaml.text());
      if (time.isBefore(LocalTime.NOON)) {
        return time;
      }
    } catch (DateTimeException _) {
      // Told below.
    }
    throw yaml.fault("a time before noon is needed here, as 06:00");
  }

  private static TimePattern timePattern(@Nullable Yaml pattern, @Nullable Yaml language)
      throws Yaml.Fault {
    Locale locale = language(language);
    if (pattern == null) {
      return TimePattern.ISO;
    }
    try {
      return TimePattern.ofTime(pattern.text(), locale);
    } catch (TimePattern.Fault e) {
      throw pattern.fault("the pattern " + pattern.text() + " " + e.getMessage());
    }
  }

  private static TimePattern datePattern(@Nullable Yaml pattern, @Nullable Yaml language)
      throws Yaml.Fault {
    Locale locale = language(language);
    if (pattern == null) {
      return TimePattern.ISO_DATE;
    }
    try {
      return TimePattern.ofDate(pattern.text(), locale);
    } catch (TimePattern.Fault e) {
      throw pattern.fault("the pattern " + pattern.text() + " " + e.getMessage());
    }
  }

  /// The language of names of months and days.
  private static Locale language(@Nullable Yaml yaml) throws Yaml.Fault {
    if (yaml == null) {
      return Locale.ENGLISH;
    }
    if (!Set.of(Locale.getISOLanguages()).contains(yaml.text())) {
      throw yaml.fault("\"" + yaml.text() + "\" is not a two-letter language code of ISO 639");
    }
    return Locale.of(yaml.text());
  }
}
