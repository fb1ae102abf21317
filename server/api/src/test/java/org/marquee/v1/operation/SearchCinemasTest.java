package org.marquee.v1.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.http.message.Parameter;
import org.marquee.v1.declaration.Operation;

@NullMarked
class SearchCinemasTest {
  /// Cursors as callers have kept them.
  @ParameterizedTest
  @CsvSource({
    "latitude=51.37&longitude=1.13&radiusKm=10, AQNWbSFtg59VyEAEAAAAAAAAY2lfMeWHgL4",
    "postcode=CT6 5DE, AQP5EZosgEahTUAEAAAAAAAAY2lfMSyJ7cM",
    "place=pl_dj8g8pbnnutu, AQNycoHMsgWDy0AEAAAAAAAAY2lfMfbHpTs"
  })
  void a_cursor_that_was_kept_fits_its_circle(String filters, String cursor) {
    List<Parameter> query =
        Stream.of((filters + "&cursor=" + cursor).split("&", -1))
            .map(each -> each.split("=", -1))
            .map(each -> new Parameter(each[0], each[1]))
            .toList();
    assertThat(SearchCinemas.OPERATION.read(List.of(), query))
        .isInstanceOf(Operation.ReadRequest.Accepted.class);
  }
}
