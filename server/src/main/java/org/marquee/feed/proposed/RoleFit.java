package org.marquee.feed.proposed;

import java.util.regex.Pattern;
import org.marquee.feed.Countries;
import org.marquee.feed.Zones;
import org.marquee.feed.proposed.WrittenTime.Kind;

/// Whether the values of a column are such as a role has.
final class RoleFit {
  private static final Pattern YEAR = Pattern.compile("(18|19|20)\\d\\d([.]0)?");
  private static final Pattern LENGTH =
      Pattern.compile(
          "(?i)\\d{1,3}([.,]\\d+)?\\s*(m|min|mins|minutes?|minuten|['′’])?\\.?|\\d{1,2}\\s*(h|std|u)\\b.*"
              + "|PT.*|\\d{4,8}");
  private static final Pattern TMDB = Pattern.compile("\\d{1,8}");
  private static final Pattern IMDB = Pattern.compile("tt\\d{5,9}");
  private static final Pattern MARK = Pattern.compile("[1-9]([.]\\d)?|10");
  private static final Pattern ZIP = Pattern.compile("(?=.*\\d)[A-Za-z0-9 -]{3,10}");
  private static final Pattern SURELY_ZIP =
      Pattern.compile("\\d{5}|\\d{4} ?[A-Z]{2}|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}");
  private static final Pattern DEGREES = Pattern.compile("-?\\d{1,3}[.,]\\d+");

  private RoleFit() {}

  static boolean test(Role role, FileColumn column) {
    return switch (role) {
      case START -> true;
      case TITLE, ORIGINAL_TITLE, CHAIN, DIRECTOR, STREET -> column.isWords();
      case CINEMA -> column.isWords() && column.averageLength() < 100 && !column.isScreens();
      case FILM_ID -> isId(column);
      case CINEMA_ID -> isId(column) && !column.isScreens();
      case SCREEN ->
          column.averageLength() < 60 && !column.name().says("id") && isOfScreens(column);
      case SCREEN_ID -> isId(column) && isOfScreens(column);
      case SHOW_ID -> isId(column) && column.isUnique();
      case BOOKING, POSTER -> column.isAddresses();
      case YEAR -> column.share(YEAR) > 0.8;
      case LENGTH -> column.share(LENGTH) > 0.8;
      // Not marks that somebody gave, nor the ids of ratings.
      case RATING ->
          column.averageLength() < 16 && !column.name().says("id") && column.share(MARK) < 0.5;
      case RELEASE -> isDates(column);
      case TMDB -> column.share(TMDB) > 0.9;
      case IMDB -> column.share(IMDB) > 0.9;
      case ZONE -> column.share(text -> Zones.named(text).isPresent()) > 0.9;
      case COUNTRY -> column.share(text -> Countries.code(text) != null) > 0.8;
      case CITY -> column.isWords() && !isPostcodes(column) && column.averageLength() < 40;
      case ZIP -> column.name().says("city") ? isPostcodes(column) : column.share(ZIP) > 0.8;
      case LATITUDE -> isDegrees(column, 90);
      case LONGITUDE -> isDegrees(column, 180);
    };
  }

  /// Some call their screens cinemas.
  private static boolean isOfScreens(FileColumn column) {
    return !"cinema".equals(column.name().entity()) || column.isScreens();
  }

  private static boolean isId(FileColumn column) {
    return column.averageLength() <= 80 && !column.isAddresses() && !column.isFlags();
  }

  /// Postcodes beyond doubt: some have them where the town should be.
  static boolean isPostcodes(FileColumn column) {
    return column.share(SURELY_ZIP) > 0.9;
  }

  private static boolean isDates(FileColumn column) {
    TimeColumn time = TimeColumn.of(column, null);
    return time != null
        && time.kind() != Kind.TIME
        && time.year()
        && !time.pattern().startsWith("epoch");
  }

  private static boolean isDegrees(FileColumn column, int most) {
    return column.share(text ->
        DEGREES.matcher(text).matches()
            && Math.abs(Double.parseDouble(text.replace(',', '.'))) <= most)
        > 0.9;
  }
}
