package org.marquee.feed;

import java.io.IOException;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// A feed that cannot be read as a whole: the notice says why. An [IOException], so that a stream
/// that unpacks a feed can say that it is cut off.
public final class UnreadableFeed extends IOException {
  private static final long serialVersionUID = 1;

  private final transient Notice notice;

  /// A fault of the feed as a whole.
  ///
  /// @param detail what exactly is the matter, one sentence; may be empty
  public UnreadableFeed(Code code, String detail) {
    this(Notice.of(code, detail));
  }

  /// A feed that does not match its format.
  public UnreadableFeed(String detail) {
    this(Code.FEED_UNREADABLE, detail);
  }

  /// A fault with its notice.
  public UnreadableFeed(Notice notice) {
    super(notice.code() + ": " + notice.detail());
    this.notice = notice;
  }

  /// What is wrong with the feed.
  public Notice notice() {
    return notice;
  }
}
