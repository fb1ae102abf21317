package org.marquee.app.feed;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;

/// Feeds from slow, endless and faulty sources.
@NullMarked
class FeedFilesTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void a_source_that_trickles_is_given_up() throws IOException {
    try (Source source = new Source("HTTP/1.1 200 OK\r\n\r\n", Duration.ofMillis(20))) {
      assertThatThrownBy(() -> source.fetch(new FeedFiles.Bounds(Duration.ofMillis(700), 1 << 20)))
          .isInstanceOf(Failure.class)
          .hasMessageContaining(source.address())
          .hasMessageContaining("did not send the whole feed within 700 ms");
    }
  }

  @Test
  void a_source_that_never_answers_is_given_up() throws IOException {
    try (Source source = new Source("", LONG, Integer.MAX_VALUE)) {
      assertThatThrownBy(() -> source.fetch(new FeedFiles.Bounds(Duration.ofMillis(700), 1 << 20)))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("did not send the whole feed within 700 ms");
    }
  }

  @Test
  void a_source_that_never_ends_is_given_up() throws IOException {
    try (Source source = new Source("HTTP/1.1 200 OK\r\n\r\n", Duration.ZERO)) {
      assertThatThrownBy(() -> source.fetch(new FeedFiles.Bounds(LONG, 1000)))
          .isInstanceOf(Failure.class)
          .hasMessageContaining(source.address())
          .hasMessageContaining("1000");
    }
  }

  @Test
  void a_file_that_just_fits_is_taken() throws IOException {
    try (Source source =
            new Source("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", Duration.ZERO);
        FeedFiles files = source.fetch(new FeedFiles.Bounds(LONG, 1000))) {
      assertThat(files.bytes()).isEqualTo(1000);
    }
  }

  @Test
  void a_file_that_breaks_off_is_not_taken() throws IOException {
    try (Source source =
        new Source(
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\n1234", LONG, 0)) {
      assertThatThrownBy(() -> source.fetch(new FeedFiles.Bounds(LONG, 1000)))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("download failed: ");
    }
  }

  @Test
  void standard_input_is_a_file_like_any_other() throws IOException {
    InputStream input = new ByteArrayInputStream("a feed".getBytes(US_ASCII));
    try (FeedFiles files = FeedFiles.fetch(List.of("-"), new FeedFiles.Bounds(LONG, 1000), input)) {
      assertThat(files.parts().getFirst().name()).isEqualTo("-");
      for (int times = 0; times < 2; times++) {
        try (InputStream in = files.parts().getFirst().open()) {
          assertThat(in.readAllBytes()).asString(US_ASCII).isEqualTo("a feed");
        }
      }
    }
  }

  @Test
  void standard_input_has_bounds_and_is_read_once() {
    FeedFiles.Bounds bounds = new FeedFiles.Bounds(LONG, 1000);
    InputStream endless = new ByteArrayInputStream(new byte[1001]);
    assertThatThrownBy(() -> FeedFiles.fetch(List.of("-"), bounds, endless))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("1000");
    assertThatThrownBy(() -> FeedFiles.fetch(List.of("-", "-"), bounds, endless))
        .isInstanceOf(WrongUsage.class);
  }

  @Test
  void a_folder_is_no_feed_and_the_message_says_what_to_name(@TempDir Path folder) {
    FeedFiles.Bounds bounds = new FeedFiles.Bounds(LONG, 1000);
    List<String> places = List.of(folder.toString());
    assertThatThrownBy(() -> FeedFiles.fetch(places, bounds, InputStream.nullInputStream()))
        .isInstanceOf(Failure.class)
        .hasMessage(folder + " is a folder. Name its files: several files are one feed");
  }

  /// Answers one connection with a head, then with a byte at a time until the caller leaves.
  private static final class Source implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Thread answering;

    Source(String head, Duration pause) throws IOException {
      this(head, pause, Integer.MAX_VALUE);
    }

    Source(String head, Duration pause, int bytes) throws IOException {
      answering = Thread.ofVirtual().start(() -> answer(head, pause, bytes));
    }

    private void answer(String head, Duration pause, int bytes) {
      try (Socket socket = listening.accept();
          OutputStream out = socket.getOutputStream()) {
        out.write(head.getBytes(US_ASCII));
        for (int sent = 0; sent < bytes; sent++) {
          out.write('x');
          Thread.sleep(pause);
        }
      } catch (IOException | InterruptedException _) {
        // The caller has left.
      }
    }

    FeedFiles fetch(FeedFiles.Bounds bounds) throws IOException {
      return FeedFiles.fetch(List.of(address()), bounds, InputStream.nullInputStream());
    }

    String address() {
      return "http://127.0.0.1:" + listening.getLocalPort() + "/feed";
    }

    @Override
    public void close() throws IOException {
      answering.interrupt();
      listening.close();
    }
  }
}
