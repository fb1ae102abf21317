package org.marquee.feed.mapped;

import java.time.DateTimeException;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Form;
import org.marquee.feed.member.FilmTitles;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.yaml.Yaml;
import org.marquee.yaml.YamlPart;

/// Reads the fields of a record in a mapping file: each a value, and how it is written in the feed.
record MappingFields(MappingValues values) {
  /// Members of which a part is worse than nothing: it would be that of another record.
  private static final Set<String> WHOLE =
      Set.of("externalId", "film", "cinema", "startsAt", "bookingUrl", "posterUrl", "websiteUrl");

  /// What the name of a field for a title in a language begins with.
  static final String TITLE_IN = "titles.";

  /// The members of each kind.
  static final Map<Kind, List<String>> FIELDS =
      Map.of(
          Kind.CHAIN, words("externalId name websiteUrl sourceUpdatedAt"),
          Kind.CINEMA,
              words(
                  "externalId name chain timeZone countryCode locality postcode address latitude"
                      + " longitude sourceUpdatedAt"),
          Kind.FILM,
              Stream.of(
                      Stream.of("externalId", "title", "originalTitle", "year", "directors"),
                      Arrays.stream(FilmFact.values()).map(FilmFact::member),
                      Stream.of("sourceUpdatedAt"))
                  .flatMap(names -> names)
                  .toList(),
          Kind.SCREEN, words("externalId cinema name sourceUpdatedAt"),
          Kind.SHOWTIME,
              words(
                  "externalId film title year cinema startsAt bookingUrl screenId screenName"
                      + " sourceUpdatedAt"));

  /// What a row must at least have. A film is also known by its title, and a showing by its place
  /// and time ([NativeObject]).
  private static final Map<Kind, List<String>> REQUIRED =
      Map.of(
          Kind.CHAIN, List.of("externalId", "name"),
          Kind.CINEMA, List.of("externalId", "name"),
          Kind.FILM, List.of("title"),
          Kind.SCREEN, List.of("externalId", "cinema", "name"),
          Kind.SHOWTIME, List.of("startsAt"));

  private static List<String> words(String words) {
    return List.of(words.split(" ", -1));
  }

  Map<String, Field> of(Kind kind, Yaml yaml) throws Yaml.InvalidYaml {
    YamlPart part = yaml.part();
    Map<String, Field> fields = new LinkedHashMap<>();
    for (String name : FIELDS.getOrDefault(kind, List.of())) {
      @Nullable Yaml field = part.find(name);
      if (field != null) {
        fields.put(name, field(name, field));
      }
    }
    @Nullable Yaml titles = kind == Kind.FILM ? part.find("titles") : null;
    if (titles != null) {
      addTitles(titles, fields);
    }
    for (String name : DetailFields.names(kind)) {
      @Nullable Yaml detail = part.find(name);
      if (detail != null) {
        fields.put(name, field(name, detail));
      }
    }
    @Nullable Yaml links = kind == Kind.FILM ? part.find("details.links") : null;
    for (Map.Entry<String, Yaml> each :
        links == null ? Set.<Map.Entry<String, Yaml>>of() : links.members().entrySet()) {
      String name = DetailFields.LINK + each.getKey();
      fields.put(name, field(name, each.getValue()));
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

  /// Titles by language: a field for each, whose name ends with the language.
  private void addTitles(Yaml titles, Map<String, Field> fields) throws Yaml.InvalidYaml {
    for (Map.Entry<String, Yaml> each : titles.members().entrySet()) {
      if (!FilmTitles.isLanguage(each.getKey())) {
        throw each.getValue().fault("\"" + each.getKey() + "\" is no language, as en or pt-BR");
      }
      String name = TITLE_IN + each.getKey();
      fields.put(name, field(name, each.getValue()));
    }
  }

  private Field field(String name, Yaml yaml) throws Yaml.InvalidYaml {
    YamlPart part = yaml.beside();
    MappingValues read = WHOLE.contains(name) ? values.whole() : values;
    Expression expression = yaml.isText() ? read.expression(yaml) : read.expression(part);
    Field field =
        switch (name) {
          case "websiteUrl", "bookingUrl", "posterUrl" ->
              new Field.Address(expression, part.find("base", MappingFields::base));
          case "latitude", "longitude", "details.price.from", "details.price.to" ->
              new Field.Figure(expression);
          case "details.price.free" -> new Field.Flag(expression);
          case "durationMinutes" ->
              new Field.Length(
                  expression,
                  part.find(
                      "unit",
                      unit -> unit.oneOf(Field.Length.Unit.values()),
                      Field.Length.Unit.MINUTES));
          case "releaseDate" ->
              new Field.Date(
                  expression,
                  pattern(part, language(part), TimePattern.ISO_DATE, TimePattern::ofDate));
          case "startsAt" -> time(expression, part);
          case DetailFields.ENDS_AT -> end(expression, part);
          case "sourceUpdatedAt" -> instant(expression, part);
          default ->
              switch (DetailFields.form(name)) {
                case Form.Address _ ->
                    new Field.Address(expression, part.find("base", MappingFields::base));
                case Form.Flag _ -> new Field.Flag(expression);
                case Form.Moment _ -> instant(expression, part);
                case null, default -> new Field.Words(expression);
              };
        };
    part.end();
    return field;
  }

  private static Field instant(Expression expression, YamlPart part) throws Yaml.InvalidYaml {
    return new Field.Time(
        expression,
        pattern(part, language(part), TimePattern.ISO, TimePattern::ofTime),
        Field.Time.Offset.MEANT,
        null,
        null,
        null);
  }

  private static String base(Yaml yaml) throws Yaml.InvalidYaml {
    if (!yaml.text().matches("https?://[^/?#]+[^?#]*")) {
      throw yaml.fault("an address is needed here, as https://cinema.example");
    }
    return yaml.text();
  }

  private Field time(Expression expression, YamlPart part) throws Yaml.InvalidYaml {
    Locale language = language(part);
    TimePattern pattern = pattern(part, language, TimePattern.ISO, TimePattern::ofTime);
    @Nullable Expression days = part.find("weekdays", values::expression);
    return new Field.Time(
        expression,
        pattern,
        part.find(
            "offset", yaml -> yaml.oneOf(Field.Time.Offset.values()), Field.Time.Offset.MEANT),
        part.find("dayEnds", MappingFields::timeOfDay),
        part.find("nextDay", values::expression),
        days == null ? null : new Field.Days(days, new Weekdays(language)));
  }

  /// An end; one without a date is a time of day.
  private Field end(Expression expression, YamlPart part) throws Yaml.InvalidYaml {
    @Nullable Yaml pattern = part.find("pattern");
    return pattern == null || TimePattern.hasDate(pattern.text())
        ? time(expression, part)
        : new Field.Clock(
            expression, pattern(part, language(part), TimePattern.ISO, TimePattern::ofClock));
  }

  private static LocalTime timeOfDay(Yaml yaml) throws Yaml.InvalidYaml {
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

  private interface Patterns {
    TimePattern of(String pattern, Locale language) throws TimePattern.InvalidPattern;
  }

  /// @param usual where the mapping names no pattern
  private static TimePattern pattern(
      YamlPart part, Locale language, TimePattern usual, Patterns patterns)
      throws Yaml.InvalidYaml {
    @Nullable Yaml pattern = part.find("pattern");
    if (pattern == null) {
      return usual;
    }
    try {
      return patterns.of(pattern.text(), language);
    } catch (TimePattern.InvalidPattern e) {
      throw pattern.fault("the pattern " + pattern.text() + " " + e.getMessage());
    }
  }

  private static Locale language(YamlPart part) throws Yaml.InvalidYaml {
    return part.find("language", MappingFields::language, Locale.ENGLISH);
  }

  /// The language of names of months and days.
  private static Locale language(Yaml yaml) throws Yaml.InvalidYaml {
    if (!Set.of(Locale.getISOLanguages()).contains(yaml.text())) {
      throw yaml.fault("\"" + yaml.text() + "\" is not a two-letter language code of ISO 639");
    }
    return Locale.of(yaml.text());
  }
}
