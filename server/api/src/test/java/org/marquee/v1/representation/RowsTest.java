package org.marquee.v1.representation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FilmFact;
import org.marquee.listing.KnownFacts;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.page.OutputBuffer;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.operation.DetailTypes;
import org.marquee.v1.operation.RecordTypes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Records as rows, read again by FastCSV and by Jackson.
@NullMarked
class RowsTest {

  /// Values that CSV, JSON and spreadsheets may read wrongly.
  private static final String[] PIECES = {
    ",", "\"", "\"\"", "\r", "\n", "\r\n", ";", "\t", " ", "{", "}", "[", "]", "\\", "\\\"", "=1+1",
    "+", "-", "@", "'", "é", "ß", "🎬", "映画", "\u2028", "a", "Gulls", ":", "null", "\u007f",
    "\u0001"
  };

  private final Random random;

  RowsTest() {
    random = new Random(1);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int count = 1 + random.nextInt(8);
    for (int at = 0; at < count; at++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private <T> @Nullable T maybe(T value) {
    return random.nextBoolean() ? value : null;
  }

  private Provenance provenance() {
    return new Provenance(
        Instant.ofEpochSecond(random.nextInt()), maybe(Instant.EPOCH), text(), text());
  }

  private Film film() {
    return new Film(text(), text(), facts(), List.of(), provenance());
  }

  private KnownFacts facts() {
    KnownFacts facts = KnownFacts.NONE;
    for (FilmFact fact : FilmFact.values()) {
      Object value =
          switch (fact.form()) {
            case FilmFact.Form.Whole _ -> random.nextInt(1000);
            case FilmFact.Form.Day _ -> LocalDate.ofEpochDay(random.nextInt(20_000));
            default -> text();
          };
      facts = facts.with(fact, maybe(value));
    }
    return facts;
  }

  private Cinema cinema() {
    return new Cinema(
        text(),
        maybe(text()),
        text(),
        new Location(
            "GB",
            text(),
            text(),
            maybe(text()),
            maybe(random.nextDouble() * 180 - 90),
            maybe(random.nextGaussian() * 1e-5)),
        provenance());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void csv_has_every_member_of_every_record(long seed) {
    random.setSeed(seed);
    List<byte[]> films = new ArrayList<>();
    List<byte[]> cinemas = new ArrayList<>();
    for (int at = 0; at < 50; at++) {
      films.add(JsonRecordEncoder.write(film()).text());
      cinemas.add(JsonRecordEncoder.write(cinema()).text());
    }
    assertSame(films, RecordTypes.FILM);
    assertSame(cinemas, RecordTypes.CINEMA);
  }

  private static void assertSame(List<byte[]> records, RecordType type) {
    CsvForm form = new CsvForm(type);
    OutputBuffer out = new OutputBuffer(16);
    form.begin(out);
    form.addAll(page(records), false, out);
    String csv = new String(out.toBytes(), UTF_8);
    List<CsvRecord> rows;
    try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(csv)) {
      rows = reader.stream().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(rows).hasSize(records.size() + 1);
    assertThat(rows.getFirst().getFields()).isEqualTo(form.columns());
    for (int at = 0; at < records.size(); at++) {
      JsonNode record = JsonMapper.shared().readTree(records.get(at));
      List<String> fields = rows.get(at + 1).getFields();
      assertThat(fields).hasSameSizeAs(form.columns());
      for (int column = 0; column < fields.size(); column++) {
        JsonNode value = record.at("/" + form.columns().get(column).replace('.', '/'));
        assertThat(fields.get(column)).isEqualTo(value.isMissingNode() ? "" : value.asString());
      }
    }
  }

  private static OutputBuffer page(List<byte[]> records) {
    OutputBuffer page = new OutputBuffer(16);
    for (byte[] record : records) {
      if (page.length() > 0) {
        page.add(',');
      }
      page.add(record);
    }
    return page;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void lines_are_the_records_byte_for_byte(long seed) {
    random.setSeed(seed);
    List<byte[]> records = new ArrayList<>();
    for (int at = 0; at < 50; at++) {
      records.add(JsonRecordEncoder.write(film()).text());
    }
    OutputBuffer out = new OutputBuffer(16);
    new RowForm.Lines().addAll(page(records), false, out);
    OutputBuffer expected = new OutputBuffer(16);
    records.forEach(record -> expected.add(record).add('\n'));
    assertThat(out.toBytes()).isEqualTo(expected.toBytes());
  }

  @Test
  void columns_are_the_members_that_are_declared() {
    assertThat(new CsvForm(RecordTypes.CINEMA).columns())
        .containsExactly(
            "id",
            "chainId",
            "name",
            "location.countryCode",
            "location.locality",
            "location.postcode",
            "location.address",
            "location.latitude",
            "location.longitude",
            "provenance.observedAt",
            "provenance.sourceUpdatedAt",
            "provenance.provider",
            "provenance.externalId");
  }

  @Test
  void details_are_further_columns_and_members_beside_the_record() {
    OutputBuffer page = new OutputBuffer(16);
    page.add(
        "{\"id\":\"ci_1\",\"name\":\"Rex\"},{\"id\":\"ci_2\",\"name\":\"Lux\"}],\"details\":[");
    page.add(
        "{\"telephone\":\"1\",\"accessibility\":[\"a\",\"b\"],\"sources\":{\"telephone\":\"x\"}},{}");
    OutputBuffer csv = new OutputBuffer(16);
    new CsvForm(RecordTypes.CINEMA, DetailTypes.CINEMA).addAll(page, true, csv);
    assertThat(csv)
        .hasToString(
            """
            ci_1,,Rex,,,,,,,,,,,,1,,"[""a"",""b""]",,x,,
            ci_2,,Lux,,,,,,,,,,,,,,,,,,
            """
                .replace("\n", "\r\n"));
    OutputBuffer lines = new OutputBuffer(16);
    new RowForm.Lines().addAll(page, true, lines);
    assertThat(lines.toString())
        .endsWith("\n{\"data\":{\"id\":\"ci_2\",\"name\":\"Lux\"},\"details\":{}}\n");
  }

  @Test
  void a_page_without_records_has_a_header_row() {
    OutputBuffer out = new OutputBuffer(16);
    new CsvForm(RecordTypes.ATTRIBUTE).begin(out);
    new CsvForm(RecordTypes.ATTRIBUTE).addAll(new OutputBuffer(0), false, out);
    assertThat(out).hasToString("id,kind,name,description\r\n");
  }
}
