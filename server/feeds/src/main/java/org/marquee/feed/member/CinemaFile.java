package org.marquee.feed.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.marquee.feed.FeedJson;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedText;
import org.marquee.feed.NotedReader;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.evidence.FeedTitles;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;
import org.marquee.title.label.Vocabulary;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// The description of a venue by the operator: one native cinema object in a file of its own.
///
/// @param notices what was dropped or not known
public record CinemaFile(FeedRecord.Cinema cinema, List<Notice> notices) {
  private static final int LONGEST = 1 << 20;

  public CinemaFile {
    notices = List.copyOf(notices);
  }

  /// Reads the file.
  ///
  /// @throws UnreadableFeed if it does not hold a sound cinema; the notice says why
  /// @throws IOException if it cannot be read
  public static CinemaFile read(Path file) throws IOException {
    if (Files.size(file) > LONGEST) {
      throw unreadable(file, "it is longer than 1 MiB");
    }
    Members members = members(file);
    List<Notice> notices = new ArrayList<>();
    Intake intake =
        new Intake(
            new FeedSink() {
              @Override
              public void notice(Notice notice) {
                notices.add(notice);
              }
            },
            Vocabulary.BUILT_IN,
            new FeedTitles(),
            Instant.EPOCH);
    FeedLine entry = intake.entry(1, "cinema", () -> String.valueOf(file.getFileName()), members);
    String type = entry.optional("type", Limits.EXTERNAL_ID);
    if (type != null && !type.equals("cinema")) {
      throw unreadable(file, "its type is " + type + ", not cinema");
    }
    FeedRecord.Cinema cinema = NativeRecords.cinema(entry);
    Notice fault = intake.fault(entry);
    if (fault != null || cinema == null) {
      throw unreadable(file, fault == null ? "" : fault.detail());
    }
    intake.settle(entry, Kind.CINEMA, cinema.externalId(), null, cinema);
    intake.finish();
    return new CinemaFile(cinema, notices);
  }

  /// Reads as `reader` does, and reports the notices of this file with those of the feed.
  public FeedReader reportedBy(FeedReader reader) {
    return new NotedReader(reader, notices, UnaryOperator.identity(), UnaryOperator.identity());
  }

  private static Members members(Path file) throws IOException {
    JsonValues values = new JsonValues();
    Members members = new Members();
    try (JsonParser parser = FeedJson.PARSERS.createParser(ObjectReadContext.empty(), text(file))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw unreadable(file, "it is not a JSON object");
      }
      values.fill(members, parser);
      if (parser.nextToken() != null) {
        throw unreadable(file, "it continues after the object");
      }
    } catch (JacksonException e) {
      throw unreadable(file, JsonValues.fault(e));
    }
    if (values.repeated() != null) {
      throw unreadable(file, '"' + values.repeated() + "\" occurs twice in one object");
    }
    return members;
  }

  private static String text(Path file) throws IOException {
    try (Reader text = FeedText.of(Files.newInputStream(file), UTF_8)) {
      return text.readAllAsString();
    } catch (CharacterCodingException _) {
      throw unreadable(file, "it is not UTF-8 text");
    }
  }

  private static UnreadableFeed unreadable(Path file, String why) {
    return new UnreadableFeed("the cinema file " + file.getFileName() + ": " + why);
  }
}
