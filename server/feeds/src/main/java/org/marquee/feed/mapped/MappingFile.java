package org.marquee.feed.mapped;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.feed.member.Limits;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;
import org.marquee.yaml.Yaml;
import org.marquee.yaml.YamlPart;

/// Reads a mapping file (docs/mappings.md): strict, so that a misspelt member is reported instead
/// of ignored.
record MappingFile(Mapping.Shape shape, Set<String> tables) {
  private static final List<String> ENCODINGS =
      List.of("UTF-8", "UTF-16LE", "UTF-16BE", "windows-1252", "ISO-8859-1");

  /// The most lines before the first row of a CSV file.
  private static final int MOST_SKIPPED = 1000;

  /// @param name what the mapping is called
  /// @throws Yaml.InvalidYaml if anything in it is wrong or not known; the message says where
  static Mapping read(String name, String text) throws Yaml.InvalidYaml {
    YamlPart part = Yaml.withoutAnchors(text).part();
    part.find("about", Yaml::text);
    Mapping.Shape shape = shape(part);
    @Nullable Yaml stated = part.find("encoding");
    if (stated != null && shape == Mapping.Shape.Tree.XML) {
      throw stated.fault("a file of XML states its encoding itself");
    }
    Charset encoding = stated == null ? UTF_8 : Charset.forName(stated.oneOf(ENCODINGS));
    @Nullable ZoneId zone = part.find("zone", MappingFile::zone);
    Mapping.Says says =
        part.find("speaksFor", yaml -> yaml.oneOf(Mapping.Says.values()), Mapping.Says.EVERYTHING);
    FeedHeader.@Nullable Keys keys =
        part.find("keys", yaml -> yaml.oneOf(FeedHeader.Keys.values()));
    StandIns standIns = standIns(part);
    @Nullable Yaml known = part.find("recognise");
    if (known != null && shape instanceof Mapping.Shape.Tree && shape != Mapping.Shape.Tree.JSON) {
      throw known.fault("only feeds of csv and json are recognised; others need --mapping");
    }
    List<String> recognise = known == null ? List.of() : known.texts();
    @Nullable List<ValuePath> besides =
        part.find("besides", paths -> paths.list(MappingValues::path));
    Map<String, Mapping.Table> tables =
        part.find("tables", named -> named.members(table -> table(shape, table)), Map.of());
    MappingFile file = new MappingFile(shape, tables.keySet());
    Yaml records = part.get("records");
    List<Mapping.Rule> rules = records.list(file::rule);
    part.end();
    if (rules.stream().allMatch(Mapping.Rule::once)) {
      throw records.fault("there must be a record that is not \"once\"");
    }
    return new Mapping(
        name,
        shape,
        encoding,
        zone,
        says,
        keys == null ? keysOf(rules) : keys,
        standIns,
        recognise,
        besides,
        tables,
        rules);
  }

  private static StandIns standIns(YamlPart part) throws Yaml.InvalidYaml {
    Map<StandIn, String> texts = new EnumMap<>(StandIn.class);
    for (StandIn field : StandIn.values()) {
      @Nullable Yaml yaml = part.find(field.member());
      if (yaml != null) {
        String fault = Limits.faultOf(field, yaml.text());
        if (fault != null) {
          throw yaml.fault("this " + fault);
        }
        texts.put(field, yaml.text());
      }
    }
    return new StandIns(texts);
  }

  /// Where a mapping names no id of its showtimes, one is made ([NativeObject]).
  private static FeedHeader.Keys keysOf(List<Mapping.Rule> rules) {
    return rules.stream()
            .anyMatch(rule ->
                rule.kind() == Kind.SHOWTIME
                    && (!rule.fields().containsKey("externalId")
                        || (rule.fields().get("startsAt") instanceof Field.Time time
                            && time.isSeveral())))
        ? FeedHeader.Keys.MADE
        : FeedHeader.Keys.GIVEN;
  }

  private static Mapping.Shape shape(YamlPart part) throws Yaml.InvalidYaml {
    Yaml named = part.get("format");
    if (named.text().equals("yaml")) {
      throw named.fault(MappedReader.NO_YAML);
    }
    String format = named.oneOf(List.copyOf(MappedReader.GENERIC));
    @Nullable Yaml csv = part.find("csv");
    if (format.equals("csv")) {
      return csv == null ? new Mapping.Shape.Csv(',', '"', List.of(), 0) : csv(csv.part());
    }
    if (csv != null) {
      throw csv.fault("only the format csv takes this");
    }
    return Mapping.Shape.Tree.valueOf(format.toUpperCase(Locale.ROOT));
  }

  private static Mapping.Shape csv(YamlPart part) throws Yaml.InvalidYaml {
    char separator = part.find("separator", MappingFile::letter, ',');
    char quote = part.find("quote", MappingFile::letter, '"');
    List<String> columns = part.find("columns", Yaml::texts, List.of());
    int skip = part.find("skip", yaml -> number(yaml, MOST_SKIPPED), 0);
    part.end();
    if (separator == quote) {
      throw part.fault("separator and quote are the same");
    }
    return new Mapping.Shape.Csv(separator, quote, columns, skip);
  }

  private static char letter(Yaml yaml) throws Yaml.InvalidYaml {
    String text = yaml.text();
    if (text.equals("tab")) {
      return '\t';
    }
    if (text.length() != 1 || text.charAt(0) == '\n' || text.charAt(0) == '\r') {
      throw yaml.fault("one character is needed here, or the word tab");
    }
    return text.charAt(0);
  }

  private static int number(Yaml yaml, int most) throws Yaml.InvalidYaml {
    String text = yaml.text();
    if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) > most) {
      throw yaml.fault("a number up to " + most + " is needed here");
    }
    return Integer.parseInt(text);
  }

  private static ZoneId zone(Yaml yaml) throws Yaml.InvalidYaml {
    if (!ZoneId.getAvailableZoneIds().contains(yaml.text())) {
      throw yaml.fault("\"" + yaml.text() + "\" is not a name of the IANA time-zone database");
    }
    return ZoneId.of(yaml.text());
  }

  private static Mapping.Table table(Mapping.Shape shape, Yaml yaml) throws Yaml.InvalidYaml {
    if (!yaml.members().containsKey("each")) {
      return new Mapping.Table.Words(yaml.members(Yaml::text));
    }
    YamlPart part = yaml.part();
    ValuePath each = each(shape, part.get("each"));
    // What is found in one table cannot depend on another that is not found yet.
    MappingValues values = new MappingValues(shape, each.names(), Set.of());
    Expression key = values.expression(part.get("key"));
    Expression value = values.expression(part.get("value"));
    part.end();
    return new Mapping.Table.InFeed(each, key, value);
  }

  private static ValuePath each(Mapping.Shape shape, Yaml yaml) throws Yaml.InvalidYaml {
    if (shape instanceof Mapping.Shape.Csv) {
      throw yaml.fault(
          "\"each\" is for the formats json, ndjson and xml; csv always has one record a row");
    }
    ValuePath path = MappingValues.path(yaml);
    if (path.startsFrom() != null) {
      throw yaml.fault("the path of the rows starts from the document, not from a name");
    }
    for (String name : path.names()) {
      if (MappingValues.ALWAYS.contains(name)) {
        throw yaml.fault("the name " + name + " is taken");
      }
    }
    return path;
  }

  private Mapping.Rule rule(Yaml yaml) throws Yaml.InvalidYaml {
    YamlPart part = yaml.part();
    Kind kind = part.get("kind").oneOf(Kind.values());
    @Nullable ValuePath each = part.find("each", path -> each(shape, path));
    MappingValues values = new MappingValues(shape, each == null ? Set.of() : each.names(), tables);
    boolean once = part.find("once", Yaml::flag, false);
    boolean awaited = part.find("mayBeMissing", Yaml::flag, false);
    List<Mapping.LeaveOut> leaveOut =
        part.find("leaveOut", reasons -> reasons.list(values::leaveOut), List.of());
    Map<String, Field> fields = new MappingFields(values).of(kind, part.get("fields"));
    @Nullable Yaml labelled = part.find("labels");
    @Nullable Yaml flagged = part.find("flags");
    if (kind != Kind.SHOWTIME && (labelled != null || flagged != null)) {
      throw part.fault("labels and flags are for showtimes");
    }
    List<Expression> labels = List.of();
    if (labelled != null) {
      labels =
          labelled.isList()
              ? labelled.list(values::expression)
              : List.of(values.expression(labelled));
    }
    Map<Attribute, Expression> flags = new LinkedHashMap<>();
    if (flagged != null) {
      for (Map.Entry<String, Yaml> flag : flagged.members().entrySet()) {
        Attribute attribute = Attribute.find(flag.getKey()).orElse(null);
        if (attribute == null) {
          throw flagged.fault("\"" + flag.getKey() + "\" is not one of the twelve attributes");
        }
        flags.put(attribute, values.expression(flag.getValue()));
      }
    }
    part.end();
    return new Mapping.Rule(kind, each, once, awaited, leaveOut, fields, labels, flags);
  }
}
