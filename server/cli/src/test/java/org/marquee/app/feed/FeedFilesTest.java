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
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;

/// Where the files of a feed come from; `FetchLimitsTest` has the sources that are slow or break
/// off.
@NullMarked
class FeedFilesTest {
  private static final long LARGEST = 1000;

  @Test
  void a_source_that_never_ends_is_given_up() throws IOException {
    try (Source source = new Source()) {
      assertThatThrownBy(() -> fetch(source.address(), InputStream.nullInputStream()))
          .isInstanceOf(Failure.class)
          .hasMessageContaining(source.address())
          .hasMessageContaining("1000");
    }
  }

  @Test
  void standard_input_is_a_file_like_any_other() throws IOException {
    InputStream input = new ByteArrayInputStream("a feed".getBytes(US_ASCII));
    try (FeedFiles files = fetch("-", input)) {
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
    InputStream endless = new ByteArrayInputStream(new byte[1001]);
    assertThatThrownBy(() -> fetch("-", endless))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("1000");
    assertThatThrownBy(() -> FeedFiles.fetch(List.of("-", "-"), LARGEST, endless))
        .isInstanceOf(WrongUsage.class);
  }

  @Test
  void a_folder_is_no_feed_and_the_message_says_what_to_name(@TempDir Path folder) {
    assertThatThrownBy(() -> fetch(folder.toString(), InputStream.nullInputStream()))
        .isInstanceOf(Failure.class)
        .hasMessage(folder + " is a folder. Name its files: several files are one feed");
  }

  private static FeedFiles fetch(String place, InputStream input) throws IOException {
    return FeedFiles.fetch(List.of(place), LARGEST, input);
  }

  /// Answers one connection until the caller leaves.
  private static final class Source implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Thread answering = Thread.ofVirtual().unstarted(this::answer);

    Source() throws IOException {
      answering.start();
    }

    private void answer() {
      try (Socket socket = listening.accept();
          OutputStream out = socket.getOutputStream()) {
        out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(US_ASCII));
        while (true) {
          out.write('x');
        }
      } catch (IOException _) {
        // The caller has left.
      }
    }

    String address() {
      return "http://127.0.0.1:" + listening.getLocalPort() + "/feed";
    }

    @Override
    public void close() throws IOException {
      listening.close();
    }
  }
}
