package org.marquee.feed;

import org.marquee.notice.Notice;

/// A feed that cannot be read as a whole: the notice says why.
public final class UnreadableFeed extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Notice notice;

  public UnreadableFeed(Notice notice) {
    super(notice.code() + ": " + notice.detail());
    this.notice = notice;
  }

  public Notice notice() {
    return notice;
  }
}
