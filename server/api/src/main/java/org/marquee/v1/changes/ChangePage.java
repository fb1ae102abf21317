package org.marquee.v1.changes;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.http.handler.EventStream;
import org.marquee.http.message.Header;
import org.marquee.http.message.Response;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangeFeed.Change;
import org.marquee.listing.ChangeFeed.ChangeReading;
import org.marquee.listing.ChangeFeed.Fate;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Revision;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;
import org.marquee.page.OutputBuffer;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.page.json.RecordPlaces;
import org.marquee.page.json.WrittenDetails;
import org.marquee.v1.answer.Envelopes;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Tag;
import org.marquee.v1.cursor.ChangeCursor;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.operation.ListChanges;

/// A page of changes, written once for all who ask for it. Immutable.
public final class ChangePage {
  /// Bytes of the events that are written together: a write costs more than copying them.
  private static final int EVENTS_AT_ONCE = 16 * 1024;

  private final ChangeReading.Changes changes;
  private final List<byte[]> elements = new ArrayList<>();
  private final byte[] json;
  private final Tag tag;
  private final Response response;
  private volatile @Nullable List<byte[]> events;

  /// The page of what was read.
  ///
  /// @param breadth whether details stand beside the records
  public ChangePage(ChangeReading.Changes changes, Breadth breadth) {
    this.changes = changes;
    boolean details = breadth == Breadth.WITH_DETAILS;
    OutputBuffer body = new OutputBuffer(400 + 600 * changes.changes().size());
    body.add("{\"data\":[");
    for (Change change : changes.changes()) {
      byte[] element = element(change, changes.runs(), details);
      if (!elements.isEmpty()) {
        body.add(',');
      }
      body.add(element);
      elements.add(element);
    }
    body.add("],\"pagination\":{\"nextCursor\":\"").add(ChangeCursor.write(changes.next()));
    body.add(changes.more() ? "\",\"hasMore\":true}" : "\",\"hasMore\":false}");
    Envelopes.end(changes.freshness(), body);
    tag = Tag.of(MediaType.JSON, body);
    json = body.toBytes();
    response =
        Finishing.head(ListChanges.OPERATION, MediaType.JSON)
            .carrying(json, new Header("ETag", tag.value()));
  }

  private static byte[] element(Change change, Map<String, Integer> runs, boolean details) {
    OutputBuffer out = new OutputBuffer(600);
    if (details) {
      out.takeDetails();
    }
    String name =
        switch (change.state()) {
          case Fate.Present _ -> "upserted";
          case Fate.Gone() -> "removed";
          case Fate.Merged _ -> "merged";
        };
    // Ids are of letters that JSON does not escape (docs/api.md, "Identifiers").
    out.add("{\"change\":\"").add(name).add("\",\"kind\":\"").add(change.kind().word());
    out.add("\",\"id\":\"").add(change.id());
    if (change.state() instanceof Fate.Merged(String into)) {
      out.add("\",\"into\":\"").add(into);
    }
    out.add("\",\"at\":\"").add(Timestamps.write(change.at())).add('"');
    if (change.state() instanceof Fate.Present(ListedRecord record)) {
      RecordPlaces places = new RecordPlaces(out.add(",\"record\":"));
      places.note();
      out.add(JsonRecordEncoder.write(record).text());
      places.note();
      if (details && !Detail.of(change.kind()).isEmpty()) {
        out.add(",\"details\":");
        if (record instanceof Showtime showtime) {
          places.print(0, showtime, runs.get(showtime.filmId()));
        } else {
          out.add(WrittenDetails.of(change.kind(), record).text());
        }
      }
    }
    return out.add('}').toBytes();
  }

  /// The state in which it was read.
  Revision state() {
    return changes.state();
  }

  int size() {
    return elements.size();
  }

  ChangePosition next() {
    return changes.next();
  }

  boolean hasMore() {
    return changes.more();
  }

  Tag tag() {
    return tag;
  }

  /// The answer in JSON, with its tag.
  Response response() {
    return response;
  }

  /// The body of the answer in JSON, not to be changed.
  public byte[] json() {
    return json;
  }

  /// The changes as server-sent events, as many together as make a good write: one event at least.
  List<byte[]> events() {
    List<byte[]> made = events;
    if (made == null) {
      made = writeEvents();
      events = made;
    }
    return made;
  }

  private List<byte[]> writeEvents() {
    List<byte[]> parts = new ArrayList<>();
    OutputBuffer part = new OutputBuffer(EVENTS_AT_ONCE);
    for (int at = 0; at < elements.size(); at++) {
      String cursor = ChangeCursor.write(changes.changes().get(at).after());
      byte[] event =
          new EventStream.Event(cursor, "change", new String(elements.get(at), UTF_8)).bytes();
      if (part.length() > 0 && part.length() + event.length > EVENTS_AT_ONCE) {
        parts.add(part.toBytes());
        part.clear();
      }
      part.add(event);
    }
    if (part.length() > 0) {
      parts.add(part.toBytes());
    }
    return parts;
  }

  /// A message that holds only the position: clients store it and show nothing.
  static byte[] mark(ChangePosition position) {
    return ("id: " + ChangeCursor.write(position) + "\n\n").getBytes(US_ASCII);
  }
}
