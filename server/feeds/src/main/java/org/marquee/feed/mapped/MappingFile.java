package org.marquee.feed.mapped;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.listing.Attribute;
import org.marquee.listing.Kind;
import org.marquee.yaml.Yaml;

/// Reads a mapping file (docs/mappings.md): strict, so that a misspelt member is reported instead
/// of ignored.
final class MappingFile {
  private static final Map<String, Charset> ENCODINGS = new LinkedHashMap<>();

  static {
    ENCODINGS.put("UTF-8", UTF_8);
    ENCODINGS.put("UTF-16LE", UTF_16LE);
    ENCODINGS.put("UTF-16BE", UTF_16BE);
    ENCODINGS.put("windows-1252", Charset.forName("windows-1252"));
    ENCODINGS.put("ISO-8859-1", ISO_8859_1);
  }

  private static final Map<String, Mapping.Says> SAYS =
      Map.of(
          "everything", Mapping.Says.EVERYTHING,
          "its cinemas", Mapping.Says.ITS_CINEMAS,
          "what is listed", Mapping.Says.WHAT_IS_LISTED);

  private static final Map<String, FeedHeader.Keys> KEYS =
      Map.of("given", FeedHeader.Keys.GIVEN, "made", FeedHeader.Keys.MADE);

  /// The most lines before the first row of a CSV file.
  private static final int MOST_SKIPPED = 1000;

  private final Mapping.Shape shape;
  private final Set<String> tables;

  private MappingFile(Mapping.Shape shape, Set<String> tables) {
    this.shape = shape;
    this.tables = tables;
  }

  /// @param name what the mapping is called
  /// @throws Yaml.Fault if anything in it is wrong or not known; the message says where
  static Mapping read(String name, String text) throws Yaml.Fault {
    Yaml.Part part = Yaml.of(text).withoutAnchors().part();
    part.find("about", Yaml::text);
    Mapping.Shape shape = shape(part);
    @Nullable Yaml written = part.find("encoding");
    if (written != null && shape == Mapping.Shape.Tree.XML) {
      throw written.fault("a file of XML states its encoding itself");
    }
    Charset encoding = written == null ? UTF_8 : encoding(written);
    @Nullable ZoneId zone = part.find("zone", MappingFile::zone);
    Mapping.Says says = part.find("speaksFor", yaml -> yaml.oneOf(SAYS), Mapping.Says.EVERYTHING);
    FeedHeader.@Nullable Keys keys = part.find("keys", yaml -> yaml.oneOf(KEYS));
    StandIns standIns = standIns(part);
    @Nullable Yaml known = part.find("recognise");
    if (known != null && shape instanceof Mapping.Shape.Tree && shape != Mapping.Shape.Tree.JSON) {
      throw known.fault("only feeds of csv and json are recognised; others need --mapping");
    }
    List<String> recognise = known == null ? List.of() : known.texts();
    @Nullable List<ValuePath> besides = part.find("besides", MappingFile::paths);
    Map<String, Yaml> named = part.find("tables", Yaml::members, Map.of());
    MappingFile file = new MappingFile(shape, named.keySet());
    Map<String, Mapping.Table> read = new HashMap<>();
    for (Map.Entry<String, Yaml> table : named.entrySet()) {
      read.put(table.getKey(), file.table(table.getValue()));
    }
    Yaml records = part.get("records");
    List<Mapping.Rule> rules = new ArrayList<>();
    for (Yaml rule : records.list()) {
      rules.add(file.rule(rule.part()));
    }
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
        read,
        rules);
  }

  private static StandIns standIns(Yaml.Part part) throws Yaml.Fault {
    Map<StandIn, String> texts = new EnumMap<>(StandIn.class);
    for (StandIn field : StandIn.values()) {
      @Nullable Yaml yaml = part.find(field.member());
      if (yaml != null) {
        String fault = field.faultOf(yaml.text());
        if (fault != null) {
          throw yaml.fault("this " + fault);
        }
        texts.put(field, yaml.text());
      }
    }
    return new StandIns(texts);
  }

  private static List<ValuePath> paths(Yaml yaml) throws Yaml.Fault {
    List<ValuePath> paths = new ArrayList<>();
    for (Yaml each : yaml.list()) {
      paths.add(MappingValues.path(each));
    }
    return List.copyOf(paths);
  }

  /// Where a mapping names no id of its showtimes, one is made ([DerivedKeys]).
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

  private static Mapping.Shape shape(Yaml.Part part) throws Yaml.Fault {
    Yaml format = part.get("format");
    @Nullable Yaml csv = part.find("csv");
    return switch (format.text()) {
      case "json", "ndjson", "xml", "yaml" -> {
        if (csv != null) {
          throw csv.fault("only the format csv takes this");
        }
        yield Mapping.Shape.Tree.valueOf(format.text().toUpperCase(Locale.ROOT));
      }
      case "csv" -> csv == null ? new Mapping.Shape.Csv(',', '"', List.of(), 0) : csv(csv.part());
      default ->
          throw format.fault(
              "\"" + format.text() + "\" is not one of csv, json, ndjson, xml, yaml");
    };
  }

  private static Mapping.Shape csv(Yaml.Part part) throws Yaml.Fault {
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

  private static char letter(Yaml yaml) throws Yaml.Fault {
    String text = yaml.text();
    if (text.equals("tab")) {
      return '\t';
    }
    if (text.length() != 1 || text.charAt(0) == '\n' || text.charAt(0) == '\r') {
      throw yaml.fault("one character is needed here, or the word tab");
    }
    return text.charAt(0);
  }

  private static int number(Yaml yaml, int most) throws Yaml.Fault {
    String text = yaml.text();
    if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) > most) {
      throw yaml.fault("a number up to " + most + " is needed here");
    }
    return Integer.parseInt(text);
  }

  private static Charset encoding(Yaml yaml) throws Yaml.Fault {
    Charset charset = ENCODINGS.get(yaml.text());
    if (charset == null) {
      throw yaml.fault(
          "\"" + yaml.text() + "\" is not one of " + String.join(", ", ENCODINGS.keySet()));
    }
    return charset;
  }

  private static ZoneId zone(Yaml yaml) throws Yaml.Fault {
    if (!ZoneId.getAvailableZoneIds().contains(yaml.text())) {
      throw yaml.fault("\"" + yaml.text() + "\" is not a name of the IANA time-zone database");
    }
    return ZoneId.of(yaml.text());
  }

  private Mapping.Table table(Yaml yaml) throws Yaml.Fault {
    Map<String, Yaml> members = yaml.members();
    if (!members.containsKey("each")) {
      Map<String, String> words = new HashMap<>();
      for (Map.Entry<String, Yaml> word : members.entrySet()) {
        words.put(word.getKey(), word.getValue().text());
      }
      return new Mapping.Table.Words(words);
    }
    Yaml.Part part = yaml.part();
    ValuePath each = each(part.get("each"));
    // What is found in one table cannot depend on another that is not found yet.
    MappingValues values = new MappingValues(shape, each.names(), Set.of());
    Expression key = values.expression(part.get("key"));
    Expression value = values.expression(part.get("value"));
    part.end();
    return new Mapping.Table.Found(each, key, value);
  }

  private ValuePath each(Yaml yaml) throws Yaml.Fault {
    if (shape instanceof Mapping.Shape.Csv) {
      throw yaml.fault(
          "\"each\" is for the formats json, ndjson, xml and yaml; csv always has one record a row");
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

  private Mapping.Rule rule(Yaml.Part part) throws Yaml.Fault {
    Kind kind = part.get("kind").oneOf(kinds());
    @Nullable ValuePath each = part.find("each", this::each);
    MappingValues values = new MappingValues(shape, each == null ? Set.of() : each.names(), tables);
    boolean once = part.find("once", Yaml::flag, false);
    boolean awaited = part.find("mayBeMissing", Yaml::flag, false);
    List<Mapping.LeaveOut> leaveOut = new ArrayList<>();
    for (Yaml reason : part.find("leaveOut", Yaml::list, List.<Yaml>of())) {
      leaveOut.add(values.leaveOut(reason.part()));
    }
    Yaml fields = part.get("fields");
    Map<String, Field> read = new MappingFields(values).of(kind, fields);
    List<Expression> labels = new ArrayList<>();
    Map<Attribute, Expression> flags = new LinkedHashMap<>();
    @Nullable Yaml labelled = part.find("labels");
    @Nullable Yaml flagged = part.find("flags");
    if (kind != Kind.SHOWTIME && (labelled != null || flagged != null)) {
      throw part.fault("labels and flags are for showtimes");
    }
    if (labelled != null) {
      for (Yaml label : labelled.isList() ? labelled.list() : List.of(labelled)) {
        labels.add(values.expression(label));
      }
    }
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
    return new Mapping.Rule(kind, each, once, awaited, leaveOut, read, labels, flags);
  }

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      kinds.put(kind.word(), kind);
    }
    return kinds;
  }
}
