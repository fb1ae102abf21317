package org.marquee.feed.veezi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.JsonDocument;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;

/// The objects of all files of a feed, by what they are. A file is the answer to one question, a
/// list or a single object, or an object with several such lists.
final class VeeziAnswers {
  /// What is asked for, by the members of which one marks its objects.
  enum Answer {
    SESSIONS("FilmId", "FeatureStartTime"),
    SITES("TimeZoneIdentifier"),
    SCREENS("ScreenNumber", "TotalSeats"),
    FILMS("Title"),
    ATTRIBUTES("Description");

    @SuppressWarnings("ImmutableEnumChecker") // of List.of
    private final List<String> marks;

    Answer(String... marks) {
      this.marks = List.of(marks);
    }

    /// What an object is; null where it is none of the answers.
    private static @Nullable Answer of(Members members) {
      return Stream.of(values())
          .filter(each -> each.marks.stream().anyMatch(mark -> members.ask(mark) != null))
          .findFirst()
          .orElse(null);
    }
  }

  private final Map<Answer, List<Intake.Item>> items = new EnumMap<>(Answer.class);

  /// Names that stood twice in an object, with their file.
  final List<Intake.Item> repeated = new ArrayList<>();

  /// @throws UnreadableFeed if a file is none of the answers
  VeeziAnswers(List<FeedSource.Part> parts) throws IOException {
    for (FeedSource.Part part : parts) {
      JsonDocument document = JsonDocument.read(part);
      if (document.repeated() != null) {
        repeated.add(new Intake.Item(part.name(), "$", new Value.Text(document.repeated())));
      }
      sort(part.name(), document.value());
    }
  }

  /// The answers to one question; those that are not objects are among them.
  List<Intake.Item> to(Answer question) {
    return items.getOrDefault(question, List.of());
  }

  /// The objects among the answers to one question.
  List<Members> objects(Answer question) {
    return to(question).stream()
        .flatMap(
            item -> item.value() instanceof Members members ? Stream.of(members) : Stream.empty())
        .toList();
  }

  private void sort(String file, Value value) throws UnreadableFeed {
    if (value instanceof Value.Items) {
      add(file, Intake.Item.of(file, "$", value));
      return;
    }
    if (value instanceof Members members) {
      if (Answer.of(members) != null) {
        add(file, List.of(new Intake.Item(file, "$", members)));
        return;
      }
      boolean any = false;
      for (String name : List.of("Sites", "Screens", "Films", "Attributes", "Sessions")) {
        if (members.ask(name) instanceof Value.Items list) {
          any = true;
          add(file, Intake.Item.of(file, "$." + name, list));
        }
      }
      if (any) {
        return;
      }
    }
    throw unknown(file);
  }

  /// Adds answers to one question, which the first that is known shows.
  private void add(String file, List<Intake.Item> answers) throws UnreadableFeed {
    for (Intake.Item item : answers) {
      Answer question = item.value() instanceof Members members ? Answer.of(members) : null;
      if (question != null) {
        items.computeIfAbsent(question, _ -> new ArrayList<>()).addAll(answers);
        return;
      }
    }
    if (!answers.isEmpty()) {
      throw unknown(file);
    }
  }

  private static UnreadableFeed unknown(String file) {
    return new UnreadableFeed(
        file + " holds neither sessions nor films, sites, screens or attributes");
  }
}
