package org.marquee.feed.clusterflick;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import org.marquee.feed.UnreadableFeed;

/// The text of a venue file, film by film. A film is held in memory whole, since its title may
/// stand after its performances; one that is too long for that ends the reading, and the feed is
/// refused: to pass over it would withdraw its performances as no longer listed.
final class FilmText extends FilterReader {
  /// The longest film, in characters: some eight thousand performances, where the largest real
  /// programme of a whole venue has a sixth of it. However it is written, it fits into half the
  /// heap of an import.
  static final int LONGEST = 1 << 21;

  private String place;
  private long length;

  FilmText(Reader in, String place) {
    super(in);
    this.place = place;
  }

  /// What is read from here on belongs to the film at `place`.
  void begin(String place) {
    this.place = place;
    length = 0;
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] text, int from, int most) throws IOException {
    int count = super.read(text, from, most);
    length += Math.max(0, count);
    if (length > LONGEST) {
      throw new UnreadableFeed(
          "the film at " + place + " is longer than " + LONGEST + " characters");
    }
    return count;
  }
}
