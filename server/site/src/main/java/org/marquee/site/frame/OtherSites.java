package org.marquee.site.frame;

/// Sites of others that public pages have to do with (docs/pages.md, "On other sites").
///
/// @param frames those that may show the pages below `/embed` in a frame
/// @param pictures those that browsers ask for posters
public record OtherSites(WebHosts frames, WebHosts pictures) {
  /// Nobody shows the pages in a frame, and all posters are drawn.
  public static final OtherSites NONE = new OtherSites(WebHosts.NONE, WebHosts.NONE);
}
