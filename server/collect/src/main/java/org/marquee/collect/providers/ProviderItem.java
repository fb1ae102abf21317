package org.marquee.collect.providers;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.SourceFailed;
import org.marquee.feed.StandIn;
import org.marquee.feed.StandIns;
import org.marquee.feed.detection.Formats;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.feed.member.Limits;
import org.marquee.fetch.RedirectRule;
import org.marquee.listing.SourceTerms;

/// Reads one provider of `providers.yaml` (docs/collecting.md).
public final class ProviderItem {
  /// In place of a faulty interval; a file with a fault is not used.
  private static final Duration EVERY = Duration.ofDays(1);

  private static final long LARGEST = 4L << 30;
  private static final Pattern INTERVAL = Pattern.compile("[1-9][0-9]{0,5} ?[smhd]");
  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8}) ?(KB|MB|GB)");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private ProviderItem() {}

  static Provider read(YamlDocument.Item item) {
    String name = item.needed("name");
    if (!name.isEmpty() && !Provider.isName(name)) {
      item.fault("name", "must have 1 to 80 characters, none of them control characters");
    }
    String rank = item.text("rank", "-?[0-9]{1,3}", "must be a whole number from -999 to 999");
    Provider.Places places = places(item);
    Provider.Pattern reading = reading(item, places);
    Schedule schedule = schedule(item);
    long largest = largest(item);
    boolean renewed = renewed(item);
    SourceTerms terms = TermsItem.read(item);
    item.end();
    return new Provider(
        name,
        rank == null ? 0 : Integer.parseInt(rank),
        places,
        reading,
        schedule,
        largest,
        renewed,
        terms);
  }

  private static boolean renewed(YamlDocument.Item item) {
    String renewed = item.text("renewed");
    if (renewed != null && !renewed.equals("never")) {
      item.fault("renewed", "must be never, or absent; not \"" + renewed + '"');
    }
    return renewed == null;
  }

  static boolean flag(YamlDocument.Item item, String key) {
    return "true".equals(item.text(key, "true|false", "must be true or false"));
  }

  private static Provider.Places places(YamlDocument.Item item) {
    boolean each = flag(item, "each");
    List<String> files = item.texts("files");
    List<String> urls = item.texts("urls");
    Map<String, String> headers = headers(item);
    List<String> redirectsTo = redirectsTo(item);
    if (files.isEmpty() == urls.isEmpty() && !item.isMistyped("files", "urls")) {
      item.fault("files", "or urls is required, and not both");
    }
    if (urls.isEmpty()) {
      if (!headers.isEmpty()) {
        item.fault("headers", "requires urls");
      }
      if (!redirectsTo.isEmpty()) {
        item.fault("allowRedirectsTo", "requires urls");
      }
      files.forEach(pattern -> checkPattern(item, pattern));
      return new Provider.Places.OnDisk(files, each);
    }
    List<URI> addresses = new ArrayList<>();
    for (String url : urls) {
      try {
        addresses.add(address(url));
      } catch (URISyntaxException e) {
        item.fault("urls", "has an invalid URL: " + e.getReason());
      }
    }
    return new Provider.Places.OnWeb(addresses, headers, redirectsTo, each);
  }

  private static List<String> redirectsTo(YamlDocument.Item item) {
    List<String> all = item.texts("allowRedirectsTo");
    for (String each : all) {
      RedirectRule.faultOf(each).ifPresent(fault -> item.fault("allowRedirectsTo", fault));
    }
    return all;
  }

  /// An address of the web that names a host and no user.
  static URI address(String url) throws URISyntaxException {
    URI address = new URI(url);
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new URISyntaxException(url, "it must begin with http:// or https://");
    }
    if (address.getHost() == null) {
      throw new URISyntaxException(url, "it has no host");
    }
    if (address.getUserInfo() != null) {
      throw new URISyntaxException(url, "put user and password into headers");
    }
    return address;
  }

  private static void checkPattern(YamlDocument.Item item, String pattern) {
    try {
      var _ = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    } catch (PatternSyntaxException | InvalidPathException e) {
      item.fault("files", "has an invalid pattern: " + pattern);
    }
  }

  private static Map<String, String> headers(YamlDocument.Item item) {
    Map<String, String> headers = new LinkedHashMap<>();
    item.members("headers")
        .forEach((name, value) -> {
          try {
            HttpRequest.newBuilder().header(name, "x");
            headers.put(name, value);
          } catch (IllegalArgumentException _) {
            item.fault("headers", "has an invalid name: " + name);
          }
          if (VARIABLE.matcher(value).replaceAll("").contains("${")) {
            item.fault("headers", "has an invalid variable in " + name + "; write ${NAME}");
          }
        });
    return headers;
  }

  private static Provider.Pattern reading(YamlDocument.Item item, Provider.Places places) {
    String format = item.text("format");
    String mapping = item.text("mapping");
    String words = item.text("words");
    String cinema = item.text("cinema");
    boolean eachFile = places instanceof Provider.Places.OnDisk && places.each();
    if ("yaml".equals(format)) {
      item.fault("format", "is gone: " + MappedReader.NO_YAML);
      format = null;
    }
    if (format != null && mapping == null && !Formats.names().contains(format)) {
      item.fault(
          "format",
          (MappedReader.GENERIC.contains(format)
              ? "requires mapping with \"" + format + '"'
              : "must be one of "
                  + String.join(", ", Formats.names())
                  + ", not \""
                  + format
                  + '"'));
    }
    if (format != null && mapping != null && !MappedReader.GENERIC.contains(format)) {
      item.fault(
          "format", "with a mapping must be one of " + String.join(", ", MappedReader.GENERIC));
    }
    if (cinema != null && cinema.contains("{") && !eachFile) {
      item.fault("cinema", "with {name} or {folder} requires files and each: true");
    }
    if (cinema != null && cinema.replace("{name}", "").replace("{folder}", "").contains("{")) {
      item.fault("cinema", "can hold {name} and {folder}, and no other braces");
    }
    return new Provider.Pattern(format, mapping, words, cinema, standIns(item));
  }

  private static StandIns standIns(YamlDocument.Item item) {
    Map<StandIn, String> texts = new EnumMap<>(StandIn.class);
    for (StandIn field : StandIn.values()) {
      String text = item.text(field.member());
      String fault = text == null ? null : Limits.faultOf(field, text);
      if (fault != null) {
        item.fault(field.member(), fault);
      } else if (text != null) {
        texts.put(field, text);
      }
    }
    return new StandIns(texts);
  }

  static Schedule schedule(YamlDocument.Item item) {
    List<String> times = item.texts("at");
    String zone = item.text("zone");
    if (item.has("every")) {
      if (!times.isEmpty() || zone != null) {
        item.fault("every", "cannot be combined with at or zone");
      }
      return new Schedule.Every(interval(item, "every", EVERY));
    }
    if (times.isEmpty()) {
      if (zone != null) {
        item.fault("zone", "requires at");
      }
      return new Schedule.ByHand();
    }
    return daily(item, times, zone);
  }

  private static Schedule daily(YamlDocument.Item item, List<String> times, @Nullable String zone) {
    List<LocalTime> hours = new ArrayList<>();
    for (String time : times) {
      if (time.matches("([01][0-9]|2[0-3]):[0-5][0-9]")) {
        hours.add(LocalTime.parse(time));
      } else {
        item.fault("at", "has an invalid time, \"" + time + "\"; write \"06:00\", in quotes");
      }
    }
    try {
      if (zone == null) {
        item.fault("at", "requires zone, such as Europe/London");
      } else {
        return new Schedule.At(hours, ZoneId.of(zone));
      }
    } catch (DateTimeException _) {
      item.fault("zone", "is not a time zone: \"" + zone + '"');
    }
    return new Schedule.At(hours, ZoneOffset.UTC);
  }

  /// An interval such as `15m`.
  ///
  /// @param otherwise where the value is faulty
  static Duration interval(YamlDocument.Item item, String key, Duration otherwise) {
    String text = item.needed(key);
    if (!INTERVAL.matcher(text).matches()) {
      item.fault(key, "is not a valid interval: \"" + text + "\"; use 30s, 15m, 24h or 7d");
      return otherwise;
    }
    return Duration.parse((text.endsWith("d") ? "P" : "PT") + text.replace(" ", ""));
  }

  private static long largest(YamlDocument.Item item) {
    String text = item.text("largest");
    if (text == null) {
      return LARGEST;
    }
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      item.fault("largest", "is not a valid size: \"" + text + "\"; use 200 KB, 50 MB or 4 GB");
      return LARGEST;
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "KB" -> number << 10;
      case "MB" -> number << 20;
      default -> number << 30;
    };
  }

  /// `value` with the value of the environment variable in place of each `${NAME}`.
  ///
  /// @throws SourceFailed if a variable is not set
  public static String filled(String value, Map<String, String> environment) throws SourceFailed {
    Matcher matcher = VARIABLE.matcher(value);
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      String set = environment.get(matcher.group(1));
      if (set == null || set.isEmpty()) {
        throw new SourceFailed(
            "the environment variable %s is not set. Set it where the service gets its own, such as /etc/marquee/marquee.env, and restart it (docs/collecting.md)"
                .formatted(matcher.group(1)));
      }
      matcher.appendReplacement(filled, Matcher.quoteReplacement(set));
    }
    return matcher.appendTail(filled).toString();
  }
}
