package org.marquee.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/// A feed of one cinema and one film, taken early one morning, with a showtime each hour from the
/// next morning on.
@NullMarked
public record Showbill(String cinema, Instant observedAt, List<String> lines) {
  public static final Instant TAKEN = Instant.parse("2025-01-10T06:00:00Z");

  public Showbill(String cinema) {
    this(
        cinema,
        TAKEN,
        List.of(
            """
            {"type":"cinema","externalId":"%s","name":"%s","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Leeds","postcode":"LS1 1AA","address":"1 High Street","latitude":53.8,"longitude":-1.55}}\
            """
                .formatted(cinema, cinema),
            """
            {"type":"film","externalId":"f","title":"Solaris"}\
            """));
  }

  public Showbill takenAt(Instant time) {
    return new Showbill(cinema, time, lines);
  }

  public Showbill line(String line) {
    List<String> more = new ArrayList<>(lines);
    more.add(line);
    return new Showbill(cinema, observedAt, more);
  }

  public Showbill showtimes(int count) {
    Showbill bill = this;
    for (int number = 1; number <= count; number++) {
      bill = bill.line(showtime(number));
    }
    return bill;
  }

  /// With one more showtime, which is still to come.
  public Showbill upcoming() {
    return line(showtime("ahead", "f", "2099-01-01T20:00:00Z"));
  }

  public String showtime(int number) {
    return showtime("s" + number, "f", TAKEN.plus(24 + number, ChronoUnit.HOURS).toString());
  }

  public String showtime(String id, String film, String startsAt) {
    return """
    {"type":"showtime","externalId":"%s","film":"%s","cinema":"%s","startsAt":"%s"}\
    """
        .formatted(id, film, cinema, startsAt);
  }

  public String header() {
    return """
    {"type":"feed","version":1,"observedAt":"%s","mode":"full"}\
    """
        .formatted(observedAt);
  }

  public String body() {
    return String.join("\n", lines) + "\n";
  }

  public byte[] bytes() {
    return (header() + "\n" + body()).getBytes(UTF_8);
  }

  public Path write(Path file) throws IOException {
    return Files.write(file, bytes());
  }
}
