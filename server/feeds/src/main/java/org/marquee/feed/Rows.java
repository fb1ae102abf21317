package org.marquee.feed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// The objects of a feed of JSON documents on their way to the sink: numbers them as lines, and
/// names their places by file and path.
public final class Rows {
  private final FeedSink sink;
  private final Intake intake;
  private final Map<String, FeedRecord> passedOn = new HashMap<>();
  private long number;

  public Rows(FeedSink sink, FeedSource source) {
    this.sink = sink;
    this.intake = new Intake(sink, source);
  }

  /// A value that should be an object.
  ///
  /// @param path where it stands in its file, as `$.films[3]`
  public record Item(String file, String path, Value value) {
    /// The items of a list at `path`; none where it is missing.
    public static List<Item> of(String file, String path, @Nullable Value list) {
      List<Value> values = list instanceof Value.Items(List<Value> found) ? found : List.of();
      return IntStream.range(0, values.size())
          .mapToObj(at -> new Item(file, path + "[" + at + "]", values.get(at)))
          .toList();
    }
  }

  /// The reading of one object, which ends with [#settle], [#settleOnce] or [#leaveOut].
  public interface Reading {
    /// Reads it.
    ///
    /// @param id its external id, if it could be read
    void of(FeedLine entry, @Nullable String id);
  }

  /// Begins the reading of the next object.
  ///
  /// @param type what the format calls it, for notices
  /// @param file empty where `path` says which it is
  public FeedLine entry(String type, String file, String path, Members members) {
    long line = ++number;
    return intake.entry(line, type, () -> place(line, file, path), members);
  }

  /// Reads the objects of one kind, and refuses what is not an object.
  ///
  /// @param type what the format calls them, for notices
  /// @param idMember their member with the external id
  public void each(Kind kind, String type, String idMember, List<Item> items, Reading reading) {
    for (Item item : items) {
      if (item.value() instanceof Members members) {
        FeedLine entry = entry(type, item.file(), item.path(), members);
        reading.of(entry, entry.glance(idMember, Limits.EXTERNAL_KEY));
      } else {
        String why = "a " + kind.word() + " must be an object";
        refuse(kind, item.file(), item.path(), item.value().shown(), why);
      }
    }
  }

  /// Ends the reading of an object ([Intake#settle]).
  public void settle(
      FeedLine entry,
      Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      @Nullable FeedRecord record) {
    intake.settle(entry, kind, externalId, cinema, record);
  }

  /// Ends the reading of an object that every file of the feed may repeat. A repeated one that is
  /// the same is no further record, and has no number. Call it before the next [#entry].
  public void settleOnce(
      FeedLine entry, Kind kind, @Nullable String externalId, @Nullable FeedRecord record) {
    if (record != null && intake.fault(entry) == null) {
      String key = kind.word() + " " + record.externalId();
      if (record.equals(passedOn.put(key, record))) {
        number--;
        return;
      }
    }
    intake.settle(entry, kind, externalId, null, record);
  }

  /// Ends the reading of an object that a rule leaves out.
  ///
  /// @param externalId its external id, if the object itself is marked as not to be shown
  ///   ([FeedSink#leftOut])
  /// @param read the value that the rule applies to
  public void leaveOut(
      FeedLine entry, Kind kind, @Nullable String externalId, Code code, String read) {
    FeedLine.Findings findings = entry.findings();
    sink.leftOut(findings.line, kind, externalId, new Notice(code, findings.place.get(), read, ""));
  }

  /// Refuses a value of which no object can be read.
  public void refuse(Kind kind, String file, String path, String read, String why) {
    long line = ++number;
    Notice notice = new Notice(Code.LINE_UNREADABLE, place(line, file, path), read, why);
    sink.refused(line, kind, null, null, notice);
  }

  /// Passes on a record of the operator's, which is in no file.
  public void add(FeedRecord record) {
    sink.record(++number, record);
  }

  /// Reports a name that occurs twice in an object of a file, if there is one.
  public void reportRepeated(String file, @Nullable String name) {
    if (name != null) {
      sink.notice(
          new Notice(Code.MEMBER_REPEATED, "line " + (number + 1) + " (" + file + ")", name, ""));
    }
  }

  /// To be called once, at the end of the feed.
  public void finish() {
    intake.finish();
  }

  private static String place(long line, String file, String path) {
    return "line " + line + " (" + (file.isEmpty() ? "" : file + " ") + path + ")";
  }
}
