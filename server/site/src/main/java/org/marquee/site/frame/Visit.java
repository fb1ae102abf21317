package org.marquee.site.frame;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.net.URLEncoder;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.marquee.http.message.Parameter;
import org.marquee.http.message.Request;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.Provenance;
import org.marquee.listing.SourceTerms;
import org.marquee.listing.Timestamps;

/// A request for a page, as pages see it. Parameters that cannot be read count as not sent
/// (docs/pages.md, "Addresses").
///
/// @param path of the request, decoded, its segments
/// @param query of the request
/// @param language of the page
/// @param host that the visitor asked, with its port
/// @param terms the attribution and licence of each source
/// @param languageAsked whether the address asks for it, so that links keep it
public record Visit(
    List<String> path,
    List<Parameter> query,
    Language language,
    boolean languageAsked,
    Instant now,
    String host,
    SiteSettings site,
    Assets assets,
    SourceTerms.TermsOf terms) {
  /// The parameter of [#tells].
  public static final String TELL = "tell";

  /// The parameter of [#scheme].
  public static final String SCHEME = "scheme";

  /// The first segment of addresses of pages for frames.
  public static final String EMBED = "embed";

  private static final String LANGUAGE = "lang";

  /// Longer values are nothing that a page asks for.
  private static final int LONGEST = 300;

  /// A visit by a request for a page.
  public static Visit of(
      Request request, SiteSettings site, Assets assets, SourceTerms.TermsOf terms, Instant now) {
    String wanted = value(request.query(), LANGUAGE).orElse(null);
    Language language = Language.choose(wanted, request.headers().all("Accept-Language"));
    return new Visit(
        request.path(),
        request.query(),
        language,
        language.code().equals(wanted),
        now,
        request.headers().all("Host").stream().findFirst().orElse("localhost"),
        site,
        assets,
        terms);
  }

  private static Optional<String> value(List<Parameter> query, String name) {
    return query.stream()
        .filter(each -> each.name().equals(name))
        .map(each -> each.text().strip())
        .filter(each -> !each.isEmpty() && each.length() <= LONGEST)
        .findFirst();
  }

  /// Whether the page is for a frame on another site.
  public boolean isEmbedded() {
    return path.indexOf(EMBED) == 0;
  }

  /// What the page tells the one around its frame: `height`; empty where that asks for nothing.
  public String tells() {
    return ofFrame(TELL, "height");
  }

  /// The colours that the page around a frame asks for: `light` or `dark`; empty: the visitor's.
  public String scheme() {
    return ofFrame(SCHEME, "light", "dark");
  }

  private String ofFrame(String name, String... values) {
    return parameter(name)
        .filter(each -> isEmbedded() && List.of(values).contains(each))
        .orElse("");
  }

  /// The texts of the page.
  public Words words() {
    return Words.of(language);
  }

  /// A text of the page ([Words#text]).
  public String text(String key, Object... values) {
    return words().text(key, values);
  }

  /// The last segment of the path.
  public String id() {
    return path.getLast();
  }

  /// The value of a parameter, without space around it.
  public Optional<String> parameter(String name) {
    return value(query, name);
  }

  /// A day.
  public Optional<LocalDate> day(String name) {
    return parameter(name).flatMap(Timestamps::readDate).filter(date -> date.getYear() < 9999);
  }

  /// A moment, such as 2026-11-24T17:15:00Z.
  public Optional<Instant> moment(String name) {
    return read(name, Instant::parse);
  }

  /// A time of day, such as 18:00.
  public Optional<LocalTime> time(String name) {
    return read(name, LocalTime::parse);
  }

  /// A number from `least` to `most`.
  public Optional<Double> number(String name, double least, double most) {
    return read(name, Double::parseDouble).filter(number -> number >= least && number <= most);
  }

  private <T> Optional<T> read(String name, Function<String, T> reader) {
    try {
      return parameter(name).map(reader);
    } catch (DateTimeException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// The attributes that are asked for, each by a parameter `attribute` of its own.
  public Attributes attributes() {
    return Attributes.of(
        query.stream()
            .filter(each -> each.name().equals("attribute"))
            .flatMap(each -> Attribute.find(each.text()).stream())
            .toList());
  }

  /// An address here, with the language if the visitor asked for one.
  ///
  /// @param namesAndValues names and values of parameters in turn; one without a value is left out
  public String link(String path, Object... namesAndValues) {
    StringBuilder link = new StringBuilder(path);
    char separator = path.indexOf('?') < 0 ? '?' : '&';
    for (int at = 0; at < namesAndValues.length; at += 2) {
      String value = namesAndValues[at + 1].toString();
      if (!value.isEmpty()) {
        link.append(separator).append(namesAndValues[at]).append('=');
        link.append(URLEncoder.encode(value, UTF_8));
        separator = '&';
      }
    }
    if (languageAsked) {
      link.append(separator).append(LANGUAGE).append('=').append(language.code());
    }
    return link.toString();
  }

  /// This address in another language.
  public String linkIn(Language other) {
    return address()
        + parameters(
            Stream.concat(
                query.stream().filter(each -> !each.name().equals(LANGUAGE)),
                Stream.of(new Parameter(LANGUAGE, other.code()))));
  }

  /// This address of a record that has another id now.
  public String linkTo(String id) {
    String address = address();
    return address.substring(0, address.lastIndexOf('/') + 1) + id + parameters(query.stream());
  }

  /// This address with other values of some of its parameters.
  public String linkWith(Map<String, String> others) {
    return address()
        + parameters(
            query.stream()
                .map(each -> {
                  String other = others.get(each.name());
                  return other == null ? each : new Parameter(each.name(), other);
                }));
  }

  /// As they were sent.
  private static String parameters(Stream<Parameter> all) {
    String text =
        all.map(each -> URLEncoder.encode(each.name(), UTF_8) + "=" + each.raw())
            .collect(joining("&"));
    return text.isEmpty() ? "" : "?" + text;
  }

  /// This address without its parameters.
  public String address() {
    return path.stream().map(each -> URLEncoder.encode(each, UTF_8)).collect(joining("/", "/", ""));
  }

  /// Today by the calendar, by the clock of the first of some cinemas; without one in UTC. Between
  /// midnight and five the day of a programme is still the one before.
  public LocalDate today(List<ProgrammeEntry> cinemas) {
    return LocalDate.ofInstant(now, clock(cinemas));
  }

  /// The clock of the first of some cinemas; without one UTC.
  public ZoneId clock(List<ProgrammeEntry> cinemas) {
    return cinemas.isEmpty() ? ZoneOffset.UTC : cinemas.getFirst().clock();
  }

  /// This visit without what this visitor asked for, for a page that everybody gets.
  public Visit ofEverybody() {
    return new Visit(
        path, List.of(), language, languageAsked, Instant.EPOCH, "", site, assets, terms);
  }

  /// What the sources of some records ask of a page that shows them.
  public List<SourceTerms> terms(Stream<Provenance> shown) {
    Map<String, SourceTerms> all = terms.byProvider();
    return all.isEmpty()
        ? List.of()
        : shown
            .map(Provenance::provider)
            .distinct()
            .sorted()
            .flatMap(provider -> Stream.ofNullable(all.get(provider)))
            .distinct()
            .toList();
  }

  /// The command that asks the interface for what the page is made of.
  ///
  /// @param fields that it is asked with, beside the key
  public String curl(InterfaceRequest request, String... fields) {
    StringBuilder curl = new StringBuilder("curl");
    if (site.isPublic()) {
      curl.append(" -H \"Authorization: Bearer $MARQUEE_KEY\" \\\n ");
    }
    for (String field : fields) {
      curl.append(" -H \"").append(field).append("\" \\\n ");
    }
    return curl.append(" \"$MARQUEE_URL").append(request.target()).append('"').toString();
  }

  /// Scheme and host of this address, for files that must name whole addresses.
  public String origin() {
    return site.scheme() + "://" + host;
  }
}
