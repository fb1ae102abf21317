package org.marquee.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.marquee.feed.SourceFailed;

/// One request over a connection of its own.
///
/// It connects to the address that it is given: HTTP clients look up the host again, and a name can
/// mean another machine between a check and the connection (docs/decisions/0090). The socket and
/// TLS are those of the JDK; Netty's codec writes the request and parses the answer.
///
/// It blocks. Any thread may close it, which ends a request that is under way.
final class Download implements AutoCloseable {
  private static final int READ = 1 << 16;
  private static final int LONGEST_LINE = 16 << 10;
  private static final int LARGEST_HEAD = 128 << 10;
  private static final Set<String> ENCODINGS = Set.of("identity", "gzip", "x-gzip");

  private final URI address;
  private final Origin origin;
  private final Fetcher.Network network;
  private final EmbeddedChannel codec =
      new EmbeddedChannel(
          new HttpRequestEncoder(),
          new HttpResponseDecoder(
              new HttpDecoderConfig()
                  .setMaxInitialLineLength(LONGEST_LINE)
                  .setMaxHeaderSize(LARGEST_HEAD)
                  .setMaxChunkSize(READ)
                  .setAllowDuplicateContentLengths(true)
                  .setStrictLineParsing(false)));
  private volatile Socket socket = new Socket();
  private volatile boolean closed;
  private InputStream in = InputStream.nullInputStream();

  /// The head of an answer.
  ///
  /// @param fields the first value of each field; names are compared without case
  record Head(int status, Map<String, String> fields) {
    Optional<String> field(String name) {
      return Optional.ofNullable(fields.get(name));
    }

    /// Whether only the end of the connection ends the body (RFC 9112, 6.3).
    boolean isOpenEnded() {
      return !fields.containsKey("Content-Length") && !fields.containsKey("Transfer-Encoding");
    }
  }

  Download(URI address, Fetcher.Network network) {
    this.address = address;
    this.network = network;
    origin = Origin.of(address);
    // Buffers on the heap need no release.
    codec.config().setAllocator(new UnpooledByteBufAllocator(false, true));
  }

  /// Sends a GET and reads the head of the answer.
  ///
  /// @param addresses of the host, tried in this order until one connects
  /// @param within how long each attempt to connect may take
  Head ask(List<InetAddress> addresses, Map<String, String> headers, Duration within)
      throws IOException {
    return send(addresses, request(HttpMethod.GET, Unpooled.EMPTY_BUFFER, headers), within);
  }

  /// Sends a POST and reads the head of the answer; the rest as for a GET.
  Head post(List<InetAddress> addresses, Map<String, String> headers, byte[] body, Duration within)
      throws IOException {
    FullHttpRequest request = request(HttpMethod.POST, Unpooled.wrappedBuffer(body), headers);
    request.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return send(addresses, request, within);
  }

  private Head send(List<InetAddress> addresses, FullHttpRequest request, Duration within)
      throws IOException {
    connect(addresses, within);
    Socket stream = origin.isSecure() ? secured() : socket;
    in = stream.getInputStream();
    codec.writeOutbound(request);
    OutputStream out = stream.getOutputStream();
    for (ByteBuf next = codec.readOutbound(); next != null; next = codec.readOutbound()) {
      next.readBytes(out, next.readableBytes());
    }
    HttpObject part = next();
    while (!(part instanceof HttpResponse head) || isInterim(head)) {
      part = next();
    }
    Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    head.headers().forEach(field -> fields.putIfAbsent(field.getKey(), field.getValue()));
    List<String> codings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (!codings.isEmpty() && !String.join(",", codings).equalsIgnoreCase("chunked")) {
      throw new IOException("the answer has a transfer coding that was not requested");
    }
    return new Head(head.status().code(), fields);
  }

  /// Whether another answer follows (RFC 9110, 15.2). After 101 another protocol does.
  private static boolean isInterim(HttpResponse head) {
    return head.status().code() < 200 && head.status().code() != 101;
  }

  private void connect(List<InetAddress> addresses, Duration within) throws IOException {
    IOException failure = new ConnectException("the host has no address");
    for (InetAddress each : addresses) {
      try {
        socket.connect(new InetSocketAddress(each, origin.port()), (int) within.toMillis());
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

  /// The certificate must be that of the host, whatever its address.
  private Socket secured() throws IOException {
    String host = origin.host().replaceAll("[\\[\\]]", "").replaceFirst("\\.$", "");
    SSLSocket secured =
        (SSLSocket) network.secure().createSocket(socket, host, origin.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private FullHttpRequest request(HttpMethod method, ByteBuf body, Map<String, String> headers) {
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    String query = address.getRawQuery() == null ? "" : '?' + address.getRawQuery();
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    FullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, method, (path.isEmpty() ? "/" : path) + query, body);
    request
        .headers()
        .add(HttpHeaderNames.HOST, address.getHost() + port)
        .add(HttpHeaderNames.ACCEPT, "*/*")
        .add(HttpHeaderNames.CONNECTION, "close");
    headers.forEach(request.headers()::add);
    return request;
  }

  /// Copies the whole body.
  ///
  /// @param most how many bytes it may have
  /// @throws SourceFailed if it has more, or an encoding that was not requested
  /// @throws IOException if the connection breaks or what comes is not HTTP/1.1
  void body(Head head, OutputStream out, long most) throws IOException {
    String encoding = head.field("Content-Encoding").orElse("identity").toLowerCase(Locale.ROOT);
    if (!ENCODINGS.contains(encoding)) {
      throw new SourceFailed("the answer has an encoding that was not requested: " + encoding);
    }
    if (head.field("Content-Length").map(Long::parseLong).orElse(0L) > most) {
      throw new SourceFailed("the file is larger than " + most + " bytes");
    }
    long bytes = 0;
    HttpObject part;
    do {
      part = next();
      ByteBuf content = ((HttpContent) part).content();
      bytes += content.readableBytes();
      if (bytes > most) {
        throw new SourceFailed("the file is larger than " + most + " bytes");
      }
      write(content, out);
    } while (!(part instanceof LastHttpContent));
  }

  private static void write(ByteBuf content, OutputStream out) throws Unwritten {
    try {
      content.readBytes(out, content.readableBytes());
    } catch (IOException e) {
      throw new Unwritten(e);
    }
  }

  private HttpObject next() throws IOException {
    HttpObject part = codec.readInbound();
    while (part == null) {
      ByteBuf bytes = Unpooled.buffer(READ);
      boolean more = bytes.writeBytes(in, READ) >= 0;
      if (more) {
        codec.writeInbound(bytes);
      } else {
        codec.finish(); // which is the end of a body without a length
      }
      part = codec.readInbound();
      if (part == null && !more) {
        throw new EOFException("the answer ended too early");
      }
    }
    if (part.decoderResult().isFailure()) {
      throw new IOException("the answer is not HTTP/1.1", part.decoderResult().cause());
    }
    return part;
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
