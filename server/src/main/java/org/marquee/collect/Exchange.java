package org.marquee.collect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// One GET over a connection of its own (HTTP/1.1, RFC 9112).
///
/// It connects to the very address that it is given. The client of the JDK finds the address of a
/// host by itself, so between a check of the address and the connection a name could come to mean
/// another machine (docs/decisions/0090).
///
/// It blocks. Closing it, by any thread, ends what is under way.
final class Exchange implements AutoCloseable {
  private static final int LONGEST_LINE = 16 << 10;
  private static final int MOST_FIELDS = 200;

  private final URI address;
  private volatile Socket socket = new Socket();
  private volatile boolean closed;
  private InputStream in = InputStream.nullInputStream();

  Exchange(URI address) {
    this.address = address;
  }

  /// Asks, and reads the head of the answer.
  ///
  /// @param addresses of the host; the first that can be connected to is asked
  /// @param within to connect to one of them
  AnswerHead ask(List<InetAddress> addresses, Map<String, String> headers, Duration within)
      throws IOException {
    connect(addresses, within);
    Socket stream = isSecure() ? secured() : socket;
    OutputStream out = stream.getOutputStream();
    out.write(request(headers));
    out.flush();
    in = new BufferedInputStream(stream.getInputStream(), 1 << 16);
    AnswerHead head = head();
    while (head.status() >= 100 && head.status() < 200) {
      head = head();
    }
    return head;
  }

  private void connect(List<InetAddress> addresses, Duration within) throws IOException {
    IOException failure = new ConnectException("the host has no address");
    for (InetAddress each : addresses) {
      try {
        socket.connect(new InetSocketAddress(each, port()), (int) within.toMillis());
        return;
      } catch (IOException e) {
        failure = e;
        socket.close();
        socket = new Socket();
        if (closed) {
          break;
        }
      }
    }
    throw failure;
  }

  private int port() {
    return address.getPort() >= 0 ? address.getPort() : isSecure() ? 443 : 80;
  }

  private boolean isSecure() {
    return "https".equalsIgnoreCase(address.getScheme());
  }

  /// The certificate must be that of the host, whatever its address.
  private Socket secured() throws IOException {
    String host = address.getHost().replaceAll("[\\[\\]]", "").replaceFirst("\\.$", "");
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secured = (SSLSocket) factory.createSocket(socket, host, port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private byte[] request(Map<String, String> headers) {
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    StringBuilder request = new StringBuilder("GET ").append(path.isEmpty() ? "/" : path);
    if (address.getRawQuery() != null) {
      request.append('?').append(address.getRawQuery());
    }
    request.append(" HTTP/1.1\r\nHost: ").append(address.getHost());
    if (address.getPort() >= 0) {
      request.append(':').append(address.getPort());
    }
    request.append("\r\nAccept: */*\r\nConnection: close\r\n");
    headers.forEach(
        (name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
    return request.append("\r\n").toString().getBytes(ISO_8859_1);
  }

  private AnswerHead head() throws IOException {
    String status = ChunkedInput.line(in, LONGEST_LINE);
    if (!status.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
      throw new IOException("what comes is no answer in HTTP/1.1");
    }
    AnswerHead head = new AnswerHead(Integer.parseInt(status.substring(9, 12)));
    for (int fields = 0; ; fields++) {
      String line = ChunkedInput.line(in, LONGEST_LINE);
      if (line.isEmpty()) {
        return head;
      }
      int colon = line.indexOf(':');
      if (colon <= 0 || fields >= MOST_FIELDS) {
        throw new IOException("the head of the answer is not one of HTTP/1.1");
      }
      head.add(line.substring(0, colon), line.substring(colon + 1).strip());
    }
  }

  /// Copies the body, all of it.
  ///
  /// @param most how many bytes it may have
  /// @throws SourceFailed if it has more, or comes in an encoding that nobody asked for
  /// @throws IOException if it breaks off
  void body(AnswerHead head, OutputStream out, long most) throws IOException {
    String encoding = head.first("Content-Encoding").orElse("identity").toLowerCase(Locale.ROOT);
    if (!Set.of("identity", "gzip", "x-gzip").contains(encoding)) {
      throw new SourceFailed("it answers in an encoding that nobody asked for: " + encoding);
    }
    boolean chunked = head.isChunked();
    long length = chunked ? -1 : head.length();
    if (length > most) {
      throw new SourceFailed("it is about to send more than " + most + " bytes");
    }
    InputStream body = chunked ? new ChunkedInput(in) : in;
    byte[] buffer = new byte[1 << 16];
    long bytes = 0;
    while (length < 0 || bytes < length) {
      int room = length < 0 ? buffer.length : (int) Math.min(buffer.length, length - bytes);
      int count = body.read(buffer, 0, room);
      if (count < 0) {
        break;
      }
      bytes += count;
      if (bytes > most) {
        throw new SourceFailed("it sends more than " + most + " bytes");
      }
      write(out, buffer, count);
    }
    if (bytes < length) {
      throw new EOFException("it ends after %d of %d bytes".formatted(bytes, length));
    }
  }

  private static void write(OutputStream out, byte[] buffer, int count) throws SourceFailed {
    try {
      out.write(buffer, 0, count);
    } catch (IOException e) {
      throw new SourceFailed("what it sends cannot be kept: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      socket.close();
    } catch (IOException _) {
      // It is of no use any more either way.
    }
  }
}
