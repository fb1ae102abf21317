package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.jspecify.annotations.NullMarked;

/// A part of a feed in memory.
@NullMarked
public final class BytesPart implements FeedSource.Part {
  private final String name;
  private final byte[] content;
  private final boolean openEnded;

  public BytesPart(String name, byte[] content) {
    this(name, content, false);
  }

  private BytesPart(String name, byte[] content, boolean openEnded) {
    this.name = name;
    this.content = content;
    this.openEnded = openEnded;
  }

  /// One that came in a body without a length.
  public static BytesPart openEnded(String name, byte[] content) {
    return new BytesPart(name, content, true);
  }

  @Override
  public boolean isOpenEnded() {
    return openEnded;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long bytes() {
    return content.length;
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(content);
  }

  /// Its content as text.
  public String text() {
    return new String(content, UTF_8);
  }
}
