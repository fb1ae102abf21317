package org.marquee.v1.operation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import org.jspecify.annotations.NullMarked;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.QueryParameter;

/// Makes targets with faulty parameters and cursors, the same ones for the same seed and answers.
@NullMarked
public final class RequestFuzz {
  /// The parameters that make an answer wait.
  private static final Set<String> WAITING = Set.of("wait");

  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "%",
          "%zz",
          "%00",
          "%c3%28",
          "%ed%a0%80",
          "+",
          "&",
          "=",
          "a=b",
          "'",
          "\"",
          "\\",
          "-1",
          "1e309",
          "-0",
          "NaN",
          "0x10",
          "1e-400",
          "٣",
          "９",
          "true",
          "null",
          "[]",
          "{}",
          "../../etc",
          "2026-11-20T00:00:00Z",
          "2026-02-30T00:00:00Z",
          "0000-01-01T00:00:00Z",
          "9999-12-31T23:59:59.999999999999Z",
          "2026-11-20T00:00:00+23:59",
          "é",
          "e%CC%81",
          "🎬",
          "%F0%9F%8E%AC",
          "' or 1=1 --",
          "%25",
          "today",
          "now",
          "*",
          "a,b",
          ",",
          ",,",
          "subtitled");

  /// Streams of events are not among them: they do not end.
  private static final List<String> FIELDS =
      List.of(
          "Accept: text/csv",
          "Accept: application/x-ndjson",
          "Accept: application/ld+json",
          "Accept: text/calendar",
          "Accept: application/json;q=0, */*;q=0.0001",
          "Accept: ;;;q=q",
          "Accept: a/b/c, */*, text/csv;q=1.5",
          "Accept-Encoding: gzip",
          "Accept-Encoding: gzip;q=0, *;q=0",
          "Accept-Encoding: br, gzip;q=9",
          "Accept-Language: \u00e9",
          "If-None-Match: *",
          "If-None-Match: W/\"",
          "If-None-Match: W/\"a\", \"b\",,",
          "If-Modified-Since: never",
          "Range: bytes=-1,0-99999999999999999999",
          "Range: bytes=5-1",
          "X-Request-Id: \u0001",
          "X-Forwarded-For: 999.1.1.1, ::",
          "Forwarded: for=\"[::1\";;proto",
          "Last-Event-ID: 0",
          "Content-Length: 0",
          "Origin: null");

  private static final int MOST_CURSORS = 50;

  private final Random random;
  private final List<String> cursors = new ArrayList<>();

  public RequestFuzz(long seed) {
    random = new Random(seed);
  }

  /// The next target, to be sent as UTF-8.
  public String next() {
    Operation operation = Operations.ALL.get(random.nextInt(Operations.ALL.size()));
    return target(operation).replace(" ", "%20");
  }

  /// Header fields to send with the target, each with its line end.
  public String fields() {
    if (random.nextInt(4) > 0) {
      return "";
    }
    return FIELDS.get(random.nextInt(FIELDS.size())) + "\r\n";
  }

  /// Takes the cursor of an answer to break it later.
  public void answered(String body) {
    String before = "\"nextCursor\":\"";
    int found = body.indexOf(before);
    if (found >= 0 && cursors.size() < MOST_CURSORS) {
      int from = found + before.length();
      cursors.add(body.substring(from, body.indexOf('"', from)));
    }
  }

  /// How many cursors there are to break.
  public int cursors() {
    return cursors.size();
  }

  private String target(Operation operation) {
    PathTemplate.Id id = operation.path().id();
    String path =
        operation
            .route()
            .replaceFirst(
                "\\{.*}",
                Matcher.quoteReplacement(
                    id == null ? "" : random.nextInt(3) == 0 ? value(id.example()) : id.example()));
    List<String> pairs = new ArrayList<>();
    boolean likely = random.nextBoolean();
    for (QueryParameter<?> parameter : operation.parameters()) {
      boolean sent = parameter.required() ? random.nextInt(20) > 0 : random.nextInt(5) == 0;
      if (sent && !WAITING.contains(parameter.name())) {
        boolean cursor = parameter.name().equals("cursor") && !cursors.isEmpty();
        String example = cursor ? cursors.get(random.nextInt(cursors.size())) : parameter.example();
        boolean asIs = likely && random.nextInt(6) > 0;
        pairs.add(parameter.name() + "=" + (asIs ? encoded(example) : value(example)));
      }
    }
    if (random.nextInt(20) == 0) {
      pairs.add(value("limit") + "=" + value("1"));
    }
    return path + (pairs.isEmpty() ? "" : "?" + String.join("&", pairs));
  }

  /// A value in place of a valid one.
  private String value(String sound) {
    return switch (random.nextInt(6)) {
      case 0 -> ODD.get(random.nextInt(ODD.size()));
      case 1 -> encoded(sound + ODD.get(random.nextInt(ODD.size())));
      case 2 -> encoded(sound.repeat(random.nextInt(1, 12)));
      case 3 -> encoded(recoded(sound));
      default -> encoded(changed(sound));
    };
  }

  private String changed(String sound) {
    StringBuilder text = new StringBuilder(sound);
    for (int times = random.nextInt(1, 4); times > 0 && !text.isEmpty(); times--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.setCharAt(at, (char) random.nextInt(32, 127));
        default -> text.insert(at, text.charAt(random.nextInt(text.length())));
      }
    }
    return text.toString();
  }

  /// A cursor with other bytes in it, in its own encoding.
  private String recoded(String sound) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(sound);
      for (int times = random.nextInt(1, 4); times > 0 && bytes.length > 0; times--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } catch (IllegalArgumentException _) {
      return changed(sound);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
