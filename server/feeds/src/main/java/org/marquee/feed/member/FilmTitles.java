package org.marquee.feed.member;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.title.TitleIn;

/// The titles of a film in several languages, as a feed lists them.
public final class FilmTitles {
  private static final int MOST = 50;

  /// Tags of BCP 47 as they are in use: a language, and what follows it.
  private static final Pattern TAG = Pattern.compile("[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,7}");

  static final Limit<List<TitleIn>> BY_LANGUAGE =
      new Limit<>(
          "a list of up to %d objects, each with a \"language\" (a tag as en or pt-BR) and a \"title\""
              .formatted(MOST),
          FilmTitles::read);

  private FilmTitles() {}

  /// Whether `tag` has the form of a language of BCP 47, as `en` or `pt-BR`.
  public static boolean isLanguage(String tag) {
    return TAG.matcher(tag).matches();
  }

  private static @Nullable List<TitleIn> read(Value value) {
    if (!(value instanceof Value.Items(List<Value> list)) || list.size() > MOST) {
      return null;
    }
    List<TitleIn> titles = new ArrayList<>(list.size());
    for (Value each : list) {
      String title = each instanceof Members object ? Limits.TITLE.of(object.ask("title")) : null;
      if (title == null
          || !(each instanceof Members object)
          || !(object.ask("language") instanceof Value.Text(String language))
          || !isLanguage(language)) {
        return null;
      }
      titles.add(new TitleIn(language, title));
    }
    return titles;
  }
}
