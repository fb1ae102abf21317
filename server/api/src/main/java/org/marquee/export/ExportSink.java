package org.marquee.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceStatement;
import org.marquee.listing.Attribute;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.operation.RecordTypes;
import org.marquee.v1.representation.CsvForm;
import org.marquee.v1.representation.RowForm;

/// Writes each record that it receives to the files of its list, in constant memory.
final class ExportSink implements ChangeSink, AutoCloseable {
  private static final List<RecordType> LISTS =
      List.of(
          RecordTypes.ATTRIBUTE,
          RecordTypes.CHAIN,
          RecordTypes.CINEMA,
          RecordTypes.FILM,
          RecordTypes.SCREEN,
          RecordTypes.SHOWTIME);

  /// By the names of the lists.
  private final Map<String, List<RowFile>> files = new LinkedHashMap<>();

  private @Nullable Revision revision;

  ExportSink(Path folder, Compression compression) throws IOException {
    try {
      for (RecordType type : LISTS) {
        String list = list(type.name());
        String end = compression.suffix();
        List<RowFile> forms = new ArrayList<>();
        files.put(list, forms);
        forms.add(new RowFile(folder, list + ".csv" + end, list, new CsvForm(type)));
        forms.add(new RowFile(folder, list + ".ndjson" + end, list, new RowForm.Lines()));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    // They are in no database.
    Attribute.ALL.forEach(
        attribute -> add(list(RecordTypes.ATTRIBUTE.name()), JsonRecordEncoder.write(attribute)));
  }

  /// What a list is called in paths and files: `showtimes`.
  private static String list(String record) {
    return record.toLowerCase(Locale.ROOT) + "s";
  }

  private void add(String list, byte[] json) {
    try {
      for (RowFile file : files.getOrDefault(list, List.of())) {
        file.add(json);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(Kind kind, JsonRecordEncoder.Written record) {
    add(list(kind.word()), record.text());
  }

  /// The state of the data that was received.
  Revision revision() {
    return Objects.requireNonNull(revision, "nothing was received");
  }

  /// Ends all files.
  List<ExportManifest.Entry> finish() throws IOException {
    List<ExportManifest.Entry> entries = new ArrayList<>();
    for (List<RowFile> forms : files.values()) {
      for (RowFile file : forms) {
        entries.add(file.finish());
      }
    }
    return entries;
  }

  @Override
  public void begin(Edition edition) {
    revision = edition.revision();
  }

  @Override
  public void confirmed(
      String provider,
      @Nullable String cinemaId,
      Instant observedAt,
      @Nullable Instant sourceUpdatedAt) {}

  @Override
  public void statement(String cinemaId, SourceStatement statement) {}

  @Override
  public void alias(String id, String survivor) {}

  @Override
  public void chain(Chain chain, String sortKey, Observed observed) {
    add(Kind.CHAIN, JsonRecordEncoder.write(chain));
  }

  @Override
  public void cinema(
      Cinema cinema,
      String sortKey,
      @Nullable String postcodeKey,
      String searchText,
      @Nullable ZoneId clock,
      Observed observed) {
    add(Kind.CINEMA, JsonRecordEncoder.write(cinema));
  }

  @Override
  public void film(Film film, String sortKey, Observed observed) {
    add(Kind.FILM, JsonRecordEncoder.write(film));
  }

  @Override
  public void screen(Screen screen, String sortKey, Observed observed) {
    add(Kind.SCREEN, JsonRecordEncoder.write(screen));
  }

  @Override
  public void showtime(Showtime showtime, Observed observed) {
    add(Kind.SHOWTIME, JsonRecordEncoder.write(showtime));
  }

  @Override
  public void changed(Kind kind, Set<String> ids) {
    throw new IllegalStateException("an export is always whole");
  }

  @Override
  public void close() throws IOException {
    for (List<RowFile> forms : files.values()) {
      for (RowFile file : forms) {
        file.close();
      }
    }
  }
}
