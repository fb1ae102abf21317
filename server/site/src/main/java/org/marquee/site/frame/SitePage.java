package org.marquee.site.frame;

import gg.jte.html.HtmlInterceptor;
import gg.jte.html.HtmlTemplateOutput;

/// One page for people.
@FunctionalInterface
public interface SitePage {
  /// What the visitor gets. May block.
  ///
  /// @throws org.marquee.listing.ListingsUnavailable if the data cannot be reached
  Outcome show(Visit visit);

  /// Renders a template.
  @FunctionalInterface
  interface Template {
    /// Renders it.
    ///
    /// @param plain what jte takes for "no interceptor"
    void render(HtmlTemplateOutput out, HtmlInterceptor plain);
  }

  /// What became of a visit.
  sealed interface Outcome {
    /// A page.
    record Shown(Template template) implements Outcome {}

    /// Another address has it, from now on.
    record Moved(String address) implements Outcome {}

    /// Another address has it now.
    record Elsewhere(String address) implements Outcome {}

    /// A file.
    @SuppressWarnings("ArrayRecordComponent") // it is never compared
    record Document(String contentType, byte[] body) implements Outcome {}

    /// There is no such record.
    ///
    /// @param kind `cinema`, `film`, `chain`, `showtime`, `place` or `notice`, for the text
    record Missing(String kind) implements Outcome {}

    /// There is no such record any more.
    ///
    /// @param kind `cinema`, `film` or `chain`, for the text
    record Gone(String kind) implements Outcome {}
  }
}
