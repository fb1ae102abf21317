package org.marquee.http.handler;

import io.netty.handler.codec.DateFormatter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Header;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;

/// A file as an answer: as a part if the request names a range (RFC 9110, 14), as 304 if the client
/// has it (RFC 9110, 13).
///
/// Its tag is made of its size, its time in nanoseconds and its identity: replace files by renaming
/// others into their place. One that shrinks while it is sent breaks the connection.
///
/// @param file a regular file
/// @param contentType its media type
/// @param headers further header fields of the answer
/// @param finishing what every answer has as well, also an error
public record ServedFile(
    Path file, String contentType, List<Header> headers, UnaryOperator<Response> finishing) {
  public ServedFile {
    headers = List.copyOf(headers);
  }

  /// The file at one moment.
  private record Version(long size, String tag, Instant modified) {
    static Version of(Path file) throws IOException {
      BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
      if (!seen.isRegularFile()) {
        throw new NoSuchFileException(file.toString());
      }
      String tag =
          "\"%x-%x-%x\""
              .formatted(
                  seen.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                  seen.size(),
                  Objects.hashCode(seen.fileKey()));
      Instant modified = seen.lastModifiedTime().toInstant().truncatedTo(ChronoUnit.SECONDS);
      return new Version(seen.size(), tag, modified);
    }
  }

  /// Answers a GET or HEAD: 200, 206, 304, 412 or 416; 404 where there is no such file.
  ///
  /// @param executor runs what may block
  public void answer(Executor executor, Request request, Handler.Reply reply) {
    executor.execute(() -> {
      try {
        open(request, reply);
      } catch (NoSuchFileException _) {
        send(reply, ErrorBody.of(404, "not_found", "there is nothing at this path", request.id()));
      } catch (IOException | RuntimeException e) {
        reply.fail(e);
      }
    });
  }

  @SuppressWarnings("try") // closing is the purpose
  private void open(Request request, Handler.Reply reply) throws IOException {
    Version version = Version.of(file);
    try (FileChannel content = FileChannel.open(file)) {
      if (version.equals(Version.of(file))) {
        answer(request, reply, version, content);
        return;
      }
    }
    open(request, reply); // it was replaced in between
  }

  private void answer(Request request, Handler.Reply reply, Version version, FileChannel content) {
    Header[] fields = {
      new Header("ETag", version.tag()),
      new Header("Last-Modified", DateFormatter.format(Date.from(version.modified()))),
      new Header("Accept-Ranges", "bytes")
    };
    Conditions conditions = new Conditions(request.headers(), version.tag(), version.modified());
    if (conditions.fail()) {
      send(reply, ErrorBody.of(412, "bad_request", "the file is another one now", request.id()));
      return;
    }
    if (conditions.isUnchanged()) {
      send(reply, Response.empty(304, fields).with(headers.toArray(Header[]::new)));
      return;
    }
    ByteRange range = conditions.allowRange() ? range(request, version.size()) : null;
    if (range != null && range.isEmpty()) {
      send(
          reply,
          ErrorBody.of(416, "bad_request", "the file is shorter than that", request.id())
              .with("Content-Range", "bytes */" + version.size()));
      return;
    }
    Response head =
        Response.of(range == null ? 200 : 206, contentType, new byte[0], fields)
            .with(headers.toArray(Header[]::new));
    if (range != null) {
      head = head.with("Content-Range", range.field(version.size()));
    }
    long from = range == null ? 0 : range.first();
    long length = range == null ? version.size() : range.length();
    reply.streamFrom(
        Runnable::run, finishing.apply(head), length, out -> copy(content, from, length, out));
  }

  private void send(Handler.Reply reply, Response answer) {
    reply.send(finishing.apply(answer));
  }

  /// Only of GET (RFC 9110, 14.2); HEAD is answered as if it asked for all.
  private static @Nullable ByteRange range(Request request, long size) {
    return request.method().equals("GET")
        ? ByteRange.read(request.headers().all("Range"), size)
        : null;
  }

  private static void copy(FileChannel content, long from, long length, OutputStream out)
      throws IOException {
    WritableByteChannel to = Channels.newChannel(out);
    long end = from + length;
    for (long at = from; at < end; ) {
      long sent = content.transferTo(at, end - at, to);
      if (sent == 0) {
        throw new IOException("the file has shrunk");
      }
      at += sent;
    }
  }
}
