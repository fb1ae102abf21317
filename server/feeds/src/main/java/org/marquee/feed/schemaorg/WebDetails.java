package org.marquee.feed.schemaorg;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.title.label.LabelFacts;

/// Details (docs/feeds.md, "Details") as schema.org has them.
final class WebDetails {
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,9})?");

  /// What a member of `ItemAvailability` says of tickets; others say nothing of them.
  private static final Map<String, String> AVAILABILITY =
      Map.of(
          "instock", "on_sale",
          "onlineonly", "on_sale",
          "instoreonly", "on_sale",
          "presale", "on_sale",
          "limitedavailability", "few_left",
          "soldout", "sold_out",
          "outofstock", "sold_out");

  private static final List<String> BEST_FIRST = List.of("on_sale", "few_left", "sold_out");

  /// Catalogues of films by the host of their addresses.
  private static final Map<String, Pattern> CATALOGUES =
      Map.of(
          "imdb", Pattern.compile("(?i)https?://(?:www\\.|m\\.)?imdb\\.com/title/.*"),
          "tmdb", Pattern.compile("(?i)https?://(?:www\\.)?themoviedb\\.org/movie/.*"),
          "wikidata", Pattern.compile("(?i)https?://(?:www\\.)?wikidata\\.org/.*"),
          "wikipedia", Pattern.compile("(?i)https?://[a-z-]+\\.wikipedia\\.org/.*"),
          "letterboxd", Pattern.compile("(?i)https?://(?:www\\.)?letterboxd\\.com/film/.*"));

  private WebDetails() {}

  static Members cinema(Venue venue) {
    Members details = new Members();
    Thing first = venue.first();
    String address = venue.text("url");
    if (address != null && first != null) {
      details.add("websiteUrl", WebAddresses.full(address, first.origin.base()));
    }
    details.add("telephone", venue.text("telephone"));
    return details;
  }

  static Members film(WebFilms.Film film) {
    Members details = new Members();
    details.add(
        "genres",
        film.works().stream()
            .map(work -> work.texts("genre"))
            .filter(genres -> !genres.isEmpty())
            .findFirst()
            .orElse(List.of())
            .stream()
            .flatMap(genres -> Stream.of(genres.split("[,;|]", -1)))
            .map(Names::words)
            .filter(genre -> !genre.isEmpty())
            .toList());
    String synopsis = film.text("description");
    if (synopsis != null) {
      String words = Names.words(synopsis);
      details.add("synopsis", words.indexOf('<') < 0 ? words : Jsoup.parse(words).text());
    }
    List<Value> links =
        film.works().stream()
            .flatMap(work -> work.texts("sameAs").stream())
            .distinct()
            .flatMap(WebDetails::link)
            .toList();
    if (!links.isEmpty()) {
      details.add("links", new Value.Items(links));
    }
    return details;
  }

  private static Stream<Value> link(String address) {
    return CATALOGUES.entrySet().stream()
        .filter(catalogue -> catalogue.getValue().matcher(address).matches())
        .map(catalogue -> {
          Members link = new Members();
          link.add("type", catalogue.getKey());
          link.add("url", WebAddresses.full(address, null));
          return link;
        });
  }

  static Members showing(EventNode node) {
    Members details = new Members();
    details.addObject(
        "version",
        it -> {
          it.add("spoken", languages(node.event().texts("inLanguage").stream()));
          it.add("subtitles", languages(node.subtitles()));
        });
    List<Thing> offers =
        node.event().things("offers").stream()
            .flatMap(offer -> Stream.concat(Stream.of(offer), offer.things("offers").stream()))
            .toList();
    offers.stream()
        .flatMap(offer -> offer.texts("availability").stream())
        .map(word -> AVAILABILITY.get(Names.plain(word).toLowerCase(Locale.ROOT)))
        .filter(Objects::nonNull)
        .min(Comparator.comparingInt(BEST_FIRST::indexOf))
        .ifPresent(status -> details.addObject("availability", it -> it.add("status", status)));
    addPrice(node.event(), offers, details);
    return details;
  }

  /// The prices of all offers, if they are in one currency.
  private static void addPrice(Thing event, List<Thing> offers, Members details) {
    if ("true".equalsIgnoreCase(event.text("isAccessibleForFree"))) {
      details.addObject("price", it -> it.add("free", new Value.Flag(true)));
      return;
    }
    Set<String> currencies = new LinkedHashSet<>();
    List<BigDecimal> amounts = new ArrayList<>();
    for (Thing offer : offers) {
      for (String price : List.of("price", "lowPrice", "highPrice")) {
        offer.texts(price).stream()
            .map(text -> text.replace(',', '.'))
            .filter(AMOUNT.asMatchPredicate())
            .forEach(text -> amounts.add(new BigDecimal(text)));
      }
      currencies.addAll(offer.texts("priceCurrency"));
    }
    if (!amounts.isEmpty() && currencies.size() == 1) {
      amounts.sort(Comparator.naturalOrder());
      details.addObject(
          "price",
          it -> {
            it.add("from", number(amounts.getFirst()));
            it.add("to", number(amounts.getLast()));
            it.add("currency", currencies.iterator().next());
          });
    }
  }

  private static Value number(BigDecimal amount) {
    return new Value.Numeral(amount.toPlainString(), amount.scale() <= 0);
  }

  /// Their tags. A text that names no language stays, for the limits to tell.
  private static List<String> languages(Stream<String> texts) {
    return texts
        .map(text -> Objects.requireNonNullElse(LabelFacts.language(text), text))
        .distinct()
        .toList();
  }
}
