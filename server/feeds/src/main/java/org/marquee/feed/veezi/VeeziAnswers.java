package org.marquee.feed.veezi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedSource;
import org.marquee.feed.JsonDocument;
import org.marquee.feed.Members;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.Value;

/// The objects of all files of a feed, by what they are. A file is the answer to one question, a
/// list or a single object, or an object with several such lists.
final class VeeziAnswers {
  record AnswerValue(String file, String path, Value value) {}

  final List<AnswerValue> sites = new ArrayList<>();
  final List<AnswerValue> screens = new ArrayList<>();
  final List<AnswerValue> films = new ArrayList<>();
  final List<AnswerValue> attributes = new ArrayList<>();
  final List<AnswerValue> sessions = new ArrayList<>();

  /// Names that stood twice in an object, with their file.
  final List<AnswerValue> repeated = new ArrayList<>();

  /// @throws UnreadableFeed if a file is none of the answers
  static VeeziAnswers of(List<FeedSource.Part> parts) throws IOException {
    VeeziAnswers answers = new VeeziAnswers();
    for (FeedSource.Part part : parts) {
      JsonDocument document = JsonDocument.read(part);
      if (document.repeated() != null) {
        answers.repeated.add(
            new AnswerValue(part.name(), "$", new Value.Text(document.repeated())));
      }
      answers.sort(part.name(), document.value());
    }
    return answers;
  }

  private void sort(String file, Value value) throws UnreadableFeed {
    if (value instanceof Value.Items(List<Value> items)) {
      list(file, "$", items);
      return;
    }
    if (value instanceof Members members) {
      List<AnswerValue> kind = kind(members);
      if (kind != null) {
        kind.add(new AnswerValue(file, "$", members));
        return;
      }
      boolean any = false;
      for (String name : new String[] {"Sites", "Screens", "Films", "Attributes", "Sessions"}) {
        if (members.ask(name) instanceof Value.Items(List<Value> items)) {
          any = true;
          list(file, "$." + name, items);
        }
      }
      if (any) {
        return;
      }
    }
    throw unknown(file);
  }

  private void list(String file, String path, List<Value> items) throws UnreadableFeed {
    List<AnswerValue> kind = null;
    for (Value item : items) {
      kind = kind == null && item instanceof Members members ? kind(members) : kind;
    }
    if (kind == null) {
      if (items.isEmpty()) {
        return;
      }
      throw unknown(file);
    }
    for (int index = 0; index < items.size(); index++) {
      kind.add(new AnswerValue(file, path + "[" + index + "]", items.get(index)));
    }
  }

  private @Nullable List<AnswerValue> kind(Members members) {
    if (has(members, "FilmId") || has(members, "FeatureStartTime")) {
      return sessions;
    }
    if (has(members, "TimeZoneIdentifier")) {
      return sites;
    }
    if (has(members, "ScreenNumber") || has(members, "TotalSeats")) {
      return screens;
    }
    if (has(members, "Title")) {
      return films;
    }
    return has(members, "Description") ? attributes : null;
  }

  private static boolean has(Members members, String name) {
    return members.ask(name) != null;
  }

  private static UnreadableFeed unknown(String file) {
    return new UnreadableFeed(
        file + " holds neither sessions nor films, sites, screens or attributes");
  }
}
