package org.marquee.http.body;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.multipart.Attribute;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostMultipartRequestDecoder;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder.EndOfDataDecoderException;
import io.netty.handler.codec.http.multipart.InterfaceHttpData;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Request;

/// A file that a client sends, with what goes with it: in a form as browsers send it (RFC 7578), or
/// as the body itself, whatever its type.
///
/// @param fields of the form beside the file, by name; of several the last
/// @param name of the file as the client calls it, without folders; may be empty
public record FormUpload(Map<String, String> fields, String name) {
  private static final int MOST_FIELDS = 16;
  private static final int BUFFER = 16 * 1024;

  /// Fields are held in memory; only the file may be long.
  private static final int LONGEST_FIELD = 1 << 20;

  /// More of a part's head, or between parts, is no form.
  private static final int MOST_BUFFERED = 8 * BUFFER;

  public FormUpload {
    fields = Map.copyOf(fields);
  }

  /// The body is not a form with one file, or does not arrive.
  public static final class Malformed extends IOException {
    private static final long serialVersionUID = 1;

    Malformed(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /// Reads the body of a request, and keeps its file.
  ///
  /// @param file where; it must not exist, and is not there afterwards if a form has no file
  /// @throws Malformed if it does not arrive, or is a form that cannot be read, or has several
  ///   files or a long field
  /// @throws IOException if the file cannot be written
  public static FormUpload read(Request request, Path file) throws IOException {
    List<String> types = request.headers().all("Content-Type");
    try (InputStream body = new Arriving(request.body())) {
      if (types.size() == 1
          && types.getFirst().toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
        return form(body, types.getFirst(), file);
      }
      Files.copy(body, file);
      return new FormUpload(Map.of(), "");
    }
  }

  private static FormUpload form(InputStream body, String type, Path file) throws IOException {
    DefaultHttpDataFactory factory = new DefaultHttpDataFactory(BUFFER);
    factory.setBaseDir(Objects.requireNonNull(file.getParent()).toString());
    // Else each file would stay in the list of what is deleted at the end of the program.
    factory.setDeleteOnExit(false);
    HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
    head.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
    HttpPostMultipartRequestDecoder decoder = null;
    try {
      if (!HttpPostRequestDecoder.isMultipart(head)) {
        throw new Malformed("the form names no boundary", null);
      }
      decoder =
          new HttpPostMultipartRequestDecoder(factory, head, UTF_8, MOST_FIELDS, MOST_BUFFERED);
      decoder.setDiscardThreshold(BUFFER);
      byte[] buffer = new byte[BUFFER];
      Parts parts = new Parts(file);
      for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
        decoder.offer(new DefaultHttpContent(Unpooled.wrappedBuffer(buffer, 0, count)));
        parts.addAll(decoder);
      }
      decoder.offer(LastHttpContent.EMPTY_LAST_CONTENT);
      parts.addAll(decoder);
      return new FormUpload(parts.fields, parts.name);
    } catch (RuntimeException e) { // whatever the decoder makes of what anybody may send
      if (e.getCause() instanceof IOException unwritten) {
        throw unwritten;
      }
      throw new Malformed("the form cannot be read", e);
    } finally {
      if (decoder != null) {
        decoder.destroy();
      }
    }
  }

  /// A body whose end may never come.
  private static final class Arriving extends FilterInputStream {
    Arriving(InputStream body) {
      super(body);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        return in.read(into, from, length);
      } catch (IOException e) {
        throw new Malformed(String.valueOf(e.getMessage()), e);
      }
    }
  }

  /// What has arrived of a form.
  private static final class Parts {
    private final Path file;
    private final Map<String, String> fields = new HashMap<>();
    private String name = "";

    Parts(Path file) {
      this.file = file;
    }

    void addAll(HttpPostMultipartRequestDecoder decoder) throws IOException {
      try {
        while (decoder.hasNext()) {
          InterfaceHttpData part = decoder.next();
          if (part instanceof FileUpload upload) {
            keep(upload);
          } else if (part instanceof Attribute field) {
            if (field.length() > LONGEST_FIELD) {
              throw new Malformed("a field of the form is too long", null);
            }
            fields.put(field.getName(), field.getValue());
          }
        }
      } catch (EndOfDataDecoderException _) {
        // There is nothing more to take.
      }
    }

    /// A browser sends a part without a name and without content where no file was chosen.
    private void keep(FileUpload upload) throws IOException {
      if (upload.getFilename().isEmpty() && upload.length() == 0) {
        return;
      }
      if (Files.exists(file)) {
        throw new Malformed("the form has several files", null);
      }
      if (!upload.renameTo(file.toFile())) {
        throw new IOException("the file of the form cannot be kept");
      }
      // An empty one is not written.
      if (Files.notExists(file)) {
        Files.createFile(file);
      }
      String sent = upload.getFilename();
      name = sent.substring(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
    }
  }
}
