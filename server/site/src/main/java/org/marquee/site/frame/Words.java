package org.marquee.site.frame;

import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;

/// The texts of one language, and its dates and numbers. Immutable; safe for many threads.
public final class Words {
  private static final String BUNDLE = "org.marquee.site.frame.words";
  private static final Map<Language, Words> ALL = new EnumMap<>(Language.class);

  static {
    for (Language language : Language.values()) {
      ALL.put(language, new Words(language));
    }
  }

  private final Locale locale;
  private final ResourceBundle texts;
  private final DateTimeFormatter day;
  private final DateTimeFormatter shortDay;
  private final DateTimeFormatter dayOfMonth;
  private final DateTimeFormatter zone;
  private final DateTimeFormatter dateAndTime;
  private final NumberFormat numbers;
  private final Map<String, MessageFormat> formats = new ConcurrentHashMap<>();

  private Words(Language language) {
    locale = language.locale();
    texts =
        ResourceBundle.getBundle(
            BUNDLE,
            locale,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
    day = DateTimeFormatter.ofPattern(texts.getString("format.day"), locale);
    shortDay = DateTimeFormatter.ofPattern(texts.getString("format.day.short"), locale);
    dayOfMonth = DateTimeFormatter.ofPattern(texts.getString("format.day.month"), locale);
    zone = DateTimeFormatter.ofPattern("z", locale);
    dateAndTime =
        DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG, FormatStyle.SHORT)
            .withLocale(locale);
    numbers = NumberFormat.getInstance(locale);
    numbers.setMaximumFractionDigits(1);
  }

  /// The words of a language.
  public static Words of(Language language) {
    Words words = ALL.get(language);
    if (words == null) {
      throw new IllegalArgumentException(language.toString());
    }
    return words;
  }

  /// A text with its values filled in (`java.text.MessageFormat`).
  ///
  /// @param key of `words.properties`
  /// @throws MissingResourceException if there is no such text
  public String text(String key, Object... values) {
    if (values.length == 0) {
      return texts.getString(key);
    }
    if (values.length == 1 && values[0] instanceof String word) {
      return texts.getString(key).replace("{0}", word);
    }
    // Reading a pattern takes longer than filling it in. A format is for one thread at a time.
    MessageFormat format =
        formats.computeIfAbsent(key, _ -> new MessageFormat(texts.getString(key), locale));
    synchronized (format) {
      return format.format(values);
    }
  }

  /// The name of an attribute.
  public String name(Attribute attribute) {
    return texts.getString("attribute." + attribute.id());
  }

  /// The name of a language by its tag: French; the tag where it has none.
  public String language(String tag) {
    String name = Locale.forLanguageTag(tag).getDisplayName(locale);
    return name.isEmpty() ? tag : name;
  }

  /// A tag of an open list in words; one that is not known as it is, without its hyphens.
  public String tag(String tag) {
    String key = "tag." + tag;
    return texts.containsKey(key) ? texts.getString(key) : tag.replace('-', ' ');
  }

  /// A price: €8.50–12, as the language writes the currency; null without any.
  public @Nullable String price(
      @Nullable BigDecimal from, @Nullable BigDecimal to, String currency) {
    if (from == null || to == null) {
      return from != null
          ? text("price.from", amount(from, currency))
          : to != null ? text("price.to", amount(to, currency)) : null;
    }
    if (from.compareTo(to) == 0) {
      return amount(to, currency);
    }
    DecimalFormat form = form(to, currency);
    String first = amount(from, currency);
    String most = amount(to, currency);
    return first.substring(0, first.length() - form.getPositiveSuffix().length())
        + "–"
        + most.substring(form.getPositivePrefix().length());
  }

  private String amount(BigDecimal amount, String currency) {
    return form(amount, currency).format(amount);
  }

  /// Whole amounts have no decimals.
  private DecimalFormat form(BigDecimal amount, String currency) {
    DecimalFormat form = (DecimalFormat) NumberFormat.getCurrencyInstance(locale);
    form.setCurrency(Currency.getInstance(currency));
    int digits = amount.stripTrailingZeros().scale() <= 0 ? 0 : 2;
    form.setMinimumFractionDigits(digits);
    form.setMaximumFractionDigits(digits);
    return form;
  }

  /// A day in full: Tuesday, 24 November.
  public String day(LocalDate date) {
    return date.format(day);
  }

  /// A day in few letters: Tue 24; the first of a month names it: Tue 1 Dec.
  public String shortDay(LocalDate date) {
    return date.getDayOfMonth() == 1
        ? weekday(date) + " " + dayOfMonth(date)
        : date.format(shortDay);
  }

  /// A day with its month in few letters: 1 Dec.
  public String dayOfMonth(LocalDate date) {
    return date.format(dayOfMonth);
  }

  /// The name of a day of the week in few letters: Tue.
  public String weekday(LocalDate date) {
    return date.getDayOfWeek().getDisplayName(TextStyle.SHORT, locale);
  }

  /// The name of a day relative to today: today, tomorrow; empty where it has none.
  public String dayName(LocalDate date, LocalDate today) {
    if (date.equals(today)) {
      return text("day.today");
    }
    return date.equals(today.plusDays(1)) ? text("day.tomorrow") : "";
  }

  /// A time of day, by the clock of 24 hours, as on tickets.
  public String clock(LocalTime time) {
    return time.truncatedTo(ChronoUnit.MINUTES).toString();
  }

  /// A time on the page of a day: 22:30; with its day where that is another one: 00:30 Sun; with
  /// the name of the clock where that shows the time twice: 01:30 Sun GMT.
  public String clock(ZonedDateTime time, LocalDate day) {
    LocalDate date = time.toLocalDate();
    boolean twice = time.getZone().getRules().getValidOffsets(time.toLocalDateTime()).size() > 1;
    return clock(time.toLocalTime())
        + (date.equals(day) ? "" : " " + weekday(date))
        + (twice ? " " + time.format(zone) : "");
  }

  /// A moment with its date.
  public String moment(Instant instant, ZoneId zone) {
    return instant.atZone(zone).format(dateAndTime);
  }

  /// How long ago something was: three hours ago.
  public String ago(Instant then, Instant now) {
    Duration age = Duration.between(then, now);
    if (age.toMinutes() < 1) {
      return text("ago.now");
    }
    if (age.toHours() < 1) {
      return text("ago.minutes", age.toMinutes());
    }
    return age.toDays() < 2 ? text("ago.hours", age.toHours()) : text("ago.days", age.toDays());
  }

  /// A running time: 2 h 10 min.
  public String runningTime(int minutes) {
    String rest = Integer.toString(minutes % 60);
    return minutes < 60
        ? text("minutes", rest)
        : text("hours.minutes", Integer.toString(minutes / 60), rest);
  }

  /// A number with one decimal at most.
  public String number(double value) {
    return ((NumberFormat) numbers.clone()).format(value);
  }
}
