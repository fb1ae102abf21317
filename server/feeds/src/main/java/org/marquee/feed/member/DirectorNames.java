package org.marquee.feed.member;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Bounds;

/// The names of a film's directors, as its source writes them: each in a text, or several in one.
/// They help to link films and are not published. They are compared when films are linked.
public final class DirectorNames {
  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}]+");
  private static final int MOST = 50;
  private static final Limit<String> NAME = Limits.text(new Bounds(1, 300));

  /// A text, or a list of texts or of objects with a `name`. Empty ones are ignored.
  public static final Limit<List<String>> NAMES =
      new Limit<>(
          "up to " + MOST + " names, each a string of up to 300 characters", value -> read(value));

  private DirectorNames() {}

  /// The names among `values`; none where they break the limits.
  public static List<String> of(List<Value> values) {
    List<String> names = NAMES.of(new Value.Items(values));
    return names == null ? List.of() : names;
  }

  /// The name of one person, of its parts in their order.
  ///
  /// @param parts values that are not text are ignored
  public static Value person(@Nullable Value... parts) {
    return new Value.Text(
        Stream.of(parts)
            .flatMap(
                part -> part instanceof Value.Text(String text) ? Stream.of(text) : Stream.empty())
            .collect(Collectors.joining(" ")));
  }

  private static @Nullable List<String> read(Value value) {
    List<String> names = new ArrayList<>(2);
    for (Value each : value instanceof Value.Items(List<Value> list) ? list : List.of(value)) {
      Value said = each instanceof Members person ? person.ask("name") : each;
      if (said == null || said == Value.Nothing.NOTHING) {
        continue;
      }
      if (!(said instanceof Value.Text(String text))) {
        return null;
      }
      String name = SPACE.matcher(text).replaceAll(" ").strip();
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    boolean sound =
        names.size() <= MOST
            && names.stream().allMatch(name -> NAME.of(new Value.Text(name)) != null);
    return sound ? names : null;
  }
}
