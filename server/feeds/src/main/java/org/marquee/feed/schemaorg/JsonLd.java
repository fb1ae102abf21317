package org.marquee.feed.schemaorg;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedJson;
import org.marquee.feed.UnreadableFeed;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// Reads the JSON-LD texts of a feed into things. Contexts are passed over: what is written with
/// the names of schema.org, prefixed or not, is taken as it is.
///
/// What people get wrong in hand-made templates without changing what is meant is taken as it is
/// meant: line breaks within strings, a comma too many, comments.
final class JsonLd {
  /// How many values a feed may hold: a hundred times the largest real one. A thing takes about two
  /// hundred bytes for each.
  static final int MOST = 1_000_000;

  private static final JsonFactory LENIENT =
      FeedJson.PARSERS
          .rebuild()
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .build();

  private final Graph graph;
  private int values;

  JsonLd(Graph graph) {
    this.graph = graph;
  }

  /// Reads `text` into the graph.
  ///
  /// @param origin where its first line stands
  /// @return what is wrong with it; then what was read before that is in the graph, and what was
  ///   being read is marked as cut off. Null where nothing is.
  @Nullable JacksonException read(String text, Thing.Origin origin) throws UnreadableFeed {
    Walk reading = new Walk(origin);
    try (JsonParser parser = LENIENT.createParser(ObjectReadContext.empty(), text)) {
      while (parser.nextToken() != null) {
        reading.value(parser, null, "");
      }
      return null;
    } catch (JacksonException e) {
      reading.breaksOff();
      return e;
    }
  }

  private final class Walk {
    private final Thing.Origin origin;

    /// The innermost thing that is not read to its end.
    private @Nullable Thing open;

    Walk(Thing.Origin origin) {
      this.origin = origin;
    }

    void breaksOff() {
      for (@Nullable Thing thing = open; thing != null; thing = thing.around) {
        thing.cutOff();
      }
    }

    void value(JsonParser parser, @Nullable Thing of, String name) throws UnreadableFeed {
      if (++values > MOST) {
        throw new UnreadableFeed("it holds more than " + MOST + " values");
      }
      switch (parser.currentToken()) {
        case START_OBJECT -> object(parser, of, name);
        case START_ARRAY -> {
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            value(parser, of, name);
          }
        }
        case VALUE_NULL -> {}
        default -> {
          if (of != null) {
            of.add(name, new Term.Literal(parser.getString()));
          }
        }
      }
    }

    private void object(JsonParser parser, @Nullable Thing of, String name) throws UnreadableFeed {
      long line = origin.line() + parser.currentTokenLocation().getLineNr() - 1;
      Thing.Origin here =
          new Thing.Origin(origin.file(), origin.block(), origin.name(), line, origin.base());
      Thing thing = new Thing(here, of, name);
      if (of != null) {
        of.add(name, thing);
      }
      graph.add(thing);
      @Nullable Thing outer = open;
      open = thing;
      members(parser, thing, of, name);
      open = outer;
    }

    private void members(JsonParser parser, Thing thing, @Nullable Thing of, String name)
        throws UnreadableFeed {
      Set<String> seen = new HashSet<>();
      for (String member = parser.nextName(); member != null; member = parser.nextName()) {
        parser.nextToken();
        String property = Names.property(member);
        if (!seen.add(member)) {
          thing.repeats(property);
          parser.skipChildren();
          continue;
        }
        switch (property) {
          case "@context" -> parser.skipChildren();
          // Things of a graph stand for themselves.
          case "@graph" -> value(parser, null, "");
          // An object that is only the wrapping of a value.
          case "@value", "@list", "@set" -> value(parser, of, name);
          default -> value(parser, thing, property);
        }
      }
    }
  }
}
