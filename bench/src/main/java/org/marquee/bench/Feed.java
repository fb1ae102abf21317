package org.marquee.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.marquee.sample.BigFeed;

/// Feeds of any size with the same cinemas, only more of them: 200 showtimes each over 35 days from
/// today. One attribute is rare: [#RARE] marks one showtime in about 2,400, each other one one in
/// eight.
final class Feed {
  static final String RARE = "live-event";
  static final int DAYS = 35;
  static final int FILMS = 600;
  private static final int TO_A_CINEMA = 200;
  private static final int ONE_IN = 300;
  private static final String WRITTEN = "\"" + RARE + "\"";

  private Feed() {}

  static LocalDate from() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  /// Writes everything, as of a round.
  static void write(Path file, int showtimes, BigFeed.Round round) throws IOException {
    BigFeed.Size size =
        new BigFeed.Size(showtimes, Math.ceilDiv(showtimes, TO_A_CINEMA), FILMS, DAYS, from(), 1);
    Path uniform = file.resolveSibling(file.getFileName() + ".uniform");
    BigFeed.full(uniform, size, round, Instant.now().truncatedTo(ChronoUnit.SECONDS));
    try (BufferedReader in = Files.newBufferedReader(uniform);
        BufferedWriter out = Files.newBufferedWriter(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.write(line.contains(WRITTEN) && !isChosen(line) ? unmarked(line) : line);
        out.newLine();
      }
    }
    Files.delete(uniform);
  }

  /// Writes an update that gives one film another poster with each round.
  static void writeFilm(Path file, int round) throws IOException {
    Files.writeString(
        file,
        """
        {"type":"feed","version":1,"observedAt":"%s","mode":"delta"}
        {"type":"film","externalId":"fi-0","title":"Film 0","durationMinutes":100,\
        "posterUrl":"https://posters.example/fi-0-%d.jpg"}
        """
            .formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), round));
  }

  /// By its id alone, so that every round chooses alike.
  private static boolean isChosen(String line) {
    int start = line.indexOf("\"st-") + 1;
    return Math.floorMod(line.substring(start, line.indexOf('"', start)).hashCode(), ONE_IN) == 0;
  }

  /// The rare one is the last of the twelve, so a list ends with it.
  private static String unmarked(String line) {
    return line.replace("\"attributes\":[" + WRITTEN + "],", "").replace("," + WRITTEN, "");
  }
}
