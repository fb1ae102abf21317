package org.marquee.feed.ocapi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.DirectorNames;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;

/// What the showtimes of one file refer to.
final class Related {
  private static final Pattern CHANNEL = Pattern.compile("(?i)(?<![\\s_-])[\\s_-]++web\\s*$");
  private static final Pattern WORD = Pattern.compile("\\w+");
  private static final int LONGEST_NAME = 5;

  private final Members data;
  private final Map<String, String> attributes;
  private final Map<String, String> descriptions;
  private final Map<String, String> screens;
  private final Map<String, String> ratings;
  private final Map<String, String> genres;
  private final Map<String, Value> people = new HashMap<>();

  private Related(Members data) {
    this.data = data;
    this.attributes = names("attributes", "name");
    this.descriptions = names("attributes", "description");
    this.screens = names("screens", "name");
    this.ratings = names("censorRatings", "classification");
    this.genres = names("genres", "name");
    for (Members person : objects("castAndCrew")) {
      String id = Limits.EXTERNAL_KEY.of(person.ask("id"));
      if (id != null && person.ask("name") instanceof Members name) {
        people.put(
            id,
            DirectorNames.person(
                name.ask("givenName"), name.ask("middleName"), name.ask("familyName")));
      }
    }
  }

  static Related of(Members root) {
    return new Related(
        root.ask("relatedData") instanceof Members members ? members : new Members());
  }

  /// The values of a list; none where it is missing.
  List<Value> list(String name) {
    return data.ask(name) instanceof Value.Items(List<Value> list) ? list : List.of();
  }

  /// The objects in a list.
  List<Members> objects(String name) {
    return list(name).stream().filter(Members.class::isInstance).map(Members.class::cast).toList();
  }

  private Map<String, String> names(String list, String member) {
    Map<String, String> names = new HashMap<>();
    for (Members each : objects(list)) {
      String id = Limits.EXTERNAL_KEY.of(each.ask("id"));
      String name = text(each.ask(member));
      if (id != null && name != null) {
        names.put(id, name);
      }
    }
    return names;
  }

  /// The names of genres, as far as they have any.
  List<String> genres(@Nullable List<Value> ids) {
    return ids == null
        ? List.of()
        : ids.stream()
            .flatMap(id -> Stream.ofNullable(Limits.EXTERNAL_KEY.of(id)))
            .flatMap(id -> Stream.ofNullable(genres.get(id)))
            .toList();
  }

  /// The text of `{"text": …, "translations": …}`.
  static @Nullable String text(@Nullable Value value) {
    String text = value instanceof Members members ? Limits.TEXT.of(members.ask("text")) : null;
    return text == null || text.isBlank() ? null : text.strip();
  }

  /// What stands for an attribute: its name, that without the channel it is sold by (`70mm Web`),
  /// and the name as its description begins, where that is more precise (`Dolby`: `Dolby Cinema™
  /// has …`).
  List<String> wordings(String id) {
    String name = attributes.getOrDefault(id, id);
    String plain = CHANNEL.matcher(name).replaceFirst("");
    List<String> wordings = new ArrayList<>(List.of(name, plain));
    String description = descriptions.getOrDefault(id, "");
    Matcher words = WORD.matcher(description);
    for (int count = 0; count < LONGEST_NAME && words.find(); count++) {
      String said = description.substring(0, words.end());
      if (said.length() > plain.length() && said.startsWith(plain)) {
        wordings.add(said);
      }
    }
    return wordings;
  }

  /// The name of a screen; null where it has none that is valid.
  @Nullable String screen(String id) {
    return Limits.SCREEN_NAME.ofText(screens.get(id));
  }

  /// The certification that a rating stands for; null where there is none that is valid.
  @Nullable String rating(@Nullable String id) {
    return Limits.CERTIFICATION.ofText(ratings.get(id));
  }

  Value person(@Nullable String id) {
    return people.getOrDefault(id, Value.Nothing.NOTHING);
  }
}
