package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class OutageReasonTest {
  @Test
  void the_message_of_the_system_is_added_to_that_of_the_driver() {
    assertThat(why(new ConnectException("Connection refused")))
        .isEqualTo("It failed. (Connection refused)");
    assertThat(why(new UnknownHostException("db.example")))
        .isEqualTo("It failed. (unknown host db.example)");
    assertThat(why(new EOFException()))
        .isEqualTo("It failed. (the other side closed the connection)");
  }

  @Test
  void a_cause_without_a_message_is_left_out() {
    assertThat(why(new IOException())).isEqualTo("It failed.");
    assertThat(why(new IOException(new ConnectException("Connection refused"))))
        .contains("Connection refused");
  }

  private static String why(IOException cause) {
    return Outage.why(new SQLException("It failed.", "08001", cause));
  }
}
