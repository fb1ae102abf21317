package org.marquee.detail;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Form.Outcome;
import org.marquee.detail.Form.Outcome.Fit;
import org.marquee.detail.Form.Outcome.Unfit;
import org.marquee.json.JsonTree.Numeral;
import org.marquee.listing.Bounds;
import org.marquee.listing.Timestamps;
import org.marquee.listing.Uri;

/// Reads values by their form.
final class Values {
  private static final Bounds ITEMS = new Bounds(1, 20);
  private static final Bounds URL = new Bounds(1, 2048);
  private static final Bounds WORD = new Bounds(1, 60);
  private static final Pattern TAG = Pattern.compile("[a-z0-9]++(?:-[a-z0-9]++)*+");
  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}(?:-|$)");
  private static final Pattern WEB = Pattern.compile("(?i)https?://.*");
  private static final Pattern PRICE = Pattern.compile("[0-9]{1,5}+(?:\\.[0-9]{1,2}+0*+)?+");

  private static final Pattern LINE_BREAK = Pattern.compile("\\R");

  private static final Set<String> CURRENCIES =
      Currency.getAvailableCurrencies().stream()
          .map(Currency::getCurrencyCode)
          .collect(Collectors.toUnmodifiableSet());

  private Values() {}

  static Outcome read(Form form, @Nullable Object value) {
    return switch (form) {
      case Form.Some(Form item) -> list(form, item, value);
      case Form.Group(List<Form.Part> parts) -> group(form, parts, value);
      case Form.Price _ -> price(form, value);
      case Form.Flag _ when value instanceof Boolean -> new Fit(value);
      case Form.Minutes _ when value instanceof Numeral numeral ->
          numeral.isWhole()
                  && numeral.digits().length() < 6
                  && Form.Minutes.BOUNDS.contains(Integer.parseInt(numeral.digits()))
              ? new Fit(numeral)
              : refused(form);
      default -> {
        String read = value instanceof String text ? text(form, text) : null;
        yield read == null ? refused(form) : new Fit(read);
      }
    };
  }

  /// The text as it is stored; null if it is outside its limits.
  private static @Nullable String text(Form form, String text) {
    if (text.codePoints().anyMatch(Values::isUnstorable)) {
      return null;
    }
    return switch (form) {
      case Form.Text(Bounds length) -> {
        // A synopsis may have paragraphs.
        String space = form.equals(new Form.Text()) ? " " : "\n";
        String stripped = LINE_BREAK.matcher(text).replaceAll(space).strip();
        yield length.containsLengthOf(stripped) ? stripped : null;
      }
      case Form.Address _ ->
          URL.containsLengthOf(text) && WEB.matcher(text).matches() && Uri.isUri(text)
              ? text
              : null;
      case Form.Tag _ -> WORD.containsLengthOf(text) && TAG.matcher(text).matches() ? text : null;
      case Form.OneOf(List<String> words) -> words.contains(text) ? text : null;
      case Form.Language _ -> language(text);
      case Form.Moment _ -> Timestamps.read(text).isPresent() ? text : null;
      case Form.Zone _ -> zone(text);
      default -> null;
    };
  }

  /// Other control characters are cleaned from what feeds say, and refused of what people type.
  private static boolean isUnstorable(int letter) {
    return letter == 0 || Character.getType(letter) == Character.SURROGATE;
  }

  private static @Nullable String language(String text) {
    try {
      String tag = new Locale.Builder().setLanguageTag(text).build().toLanguageTag();
      // No language has a longer code: "English" is well-formed, and names none.
      return LANGUAGE.matcher(tag).lookingAt() && !tag.startsWith("und") ? tag : null;
    } catch (IllformedLocaleException _) {
      return null;
    }
  }

  private static @Nullable String zone(String text) {
    return ZoneId.getAvailableZoneIds().contains(text) ? text : null;
  }

  private static Outcome list(Form form, Form item, @Nullable Object value) {
    if (!(value instanceof List<?> items) || !ITEMS.contains(items.size())) {
      return refused(form);
    }
    List<Object> read = new ArrayList<>();
    for (Object each : items) {
      switch (item.read(each)) {
        case Fit(Object good) when !read.contains(good) -> read.add(good);
        case Fit _ -> {}
        case Unfit(String where, String words) -> {
          return new Unfit("[]" + where, words);
        }
      }
    }
    return new Fit(List.copyOf(read));
  }

  private static Outcome group(Form form, List<Form.Part> parts, @Nullable Object value) {
    if (!(value instanceof Map<?, ?> members)) {
      return refused(form);
    }
    SortedMap<String, Object> read = new TreeMap<>();
    for (Form.Part part : parts) {
      Object member = members.get(part.name());
      if (member == null && !part.isNeeded()) {
        continue;
      }
      switch (part.form().read(member)) {
        case Fit(Object good) -> {
          if (!(part.form() instanceof Form.Moment)) {
            read.put(part.name(), good);
          }
        }
        case Unfit(String where, String words) -> {
          return new Unfit("." + part.name() + where, words);
        }
      }
    }
    return read.isEmpty() ? refused(form) : new Fit(read);
  }

  private static Outcome price(Form form, @Nullable Object value) {
    if (!(value instanceof Map<?, ?> members)) {
      return refused(form);
    }
    SortedMap<String, Object> read = new TreeMap<>();
    if (Boolean.TRUE.equals(members.get("free"))) {
      read.put("free", true);
      return members.containsKey("from") || members.containsKey("to")
          ? refused(form)
          : new Fit(read);
    }
    for (String end : List.of("from", "to")) {
      Object amount = members.get(end);
      if (amount == null) {
        continue;
      }
      Numeral price = amount instanceof Numeral numeral ? amount(numeral) : null;
      if (price == null) {
        return new Unfit("." + end, "a number from 0 to 99999.99 with at most two decimals");
      }
      read.put(end, price);
    }
    if (!(members.get("currency") instanceof String currency) || !CURRENCIES.contains(currency)) {
      return new Unfit(".currency", "a currency of ISO 4217, as EUR");
    }
    read.put("currency", currency);
    if (read.get("from") instanceof Numeral(String from)
        && read.get("to") instanceof Numeral(String to)
        && new BigDecimal(from).compareTo(new BigDecimal(to)) > 0) {
      return new Unfit(".to", "at least \"from\"");
    }
    return read.size() == 1 ? refused(form) : new Fit(read);
  }

  /// The price without zeros at its end; null if it is outside its limits.
  private static @Nullable Numeral amount(Numeral numeral) {
    if (!PRICE.matcher(numeral.digits()).matches()) {
      return null;
    }
    BigDecimal price = new BigDecimal(numeral.digits()).stripTrailingZeros();
    return new Numeral(price.signum() == 0 ? "0" : price.toPlainString());
  }

  static Object mapTexts(String member, Object value, BinaryOperator<String> change) {
    return switch (value) {
      case String text -> change.apply(member, text);
      case List<?> items -> items.stream().map(item -> mapTexts(member, item, change)).toList();
      case Map<?, ?> members -> {
        SortedMap<String, Object> changed = new TreeMap<>();
        members.forEach((name, each) ->
            changed.put(String.valueOf(name), mapTexts(member + "." + name, each, change)));
        yield changed;
      }
      default -> value;
    };
  }

  private static Unfit refused(Form form) {
    return new Unfit("", form.words());
  }

  static String words(Form form) {
    return switch (form) {
      case Form.Text(Bounds length) ->
          "text of %d to %d code points without control characters"
              .formatted(length.least(), length.most());
      case Form.Address _ ->
          "an address that begins with http:// or https://, of at most %d letters"
              .formatted(URL.most());
      case Form.Tag _ -> "a word of small letters, digits and hyphens, as hard-of-hearing";
      case Form.OneOf(List<String> words) -> "one of " + String.join(", ", words);
      case Form.Language _ -> "a language tag of BCP 47, as de or pt-BR";
      case Form.Flag _ -> "true or false";
      case Form.Minutes _ ->
          "%d to %d minutes after the start"
              .formatted(Form.Minutes.BOUNDS.least(), Form.Minutes.BOUNDS.most());
      case Form.Moment _ -> "a timestamp with an offset, as 2026-11-21T19:30:00+01:00";
      case Form.Zone _ -> "a name of the IANA time-zone database, as Europe/Berlin";
      case Form.Price _ -> "{from, to, currency} or {\"free\": true}";
      case Form.Some _ -> "a list of %d to %d items".formatted(ITEMS.least(), ITEMS.most());
      case Form.Group(List<Form.Part> parts) ->
          "an object with " + String.join(", ", parts.stream().map(Form.Part::name).toList());
    };
  }
}
