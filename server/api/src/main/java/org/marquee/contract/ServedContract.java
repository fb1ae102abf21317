package org.marquee.contract;

import java.util.SortedMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Handler;
import org.marquee.http.Header;
import org.marquee.http.Request;
import org.marquee.http.handler.TaggedBytes;
import org.marquee.listing.SourceTerms;

/// The contract in one form, made anew when what sources ask for is another.
final class ServedContract implements Handler {
  private final Executor executor;
  private final SourceTerms.Known terms;
  private final String contentType;
  private final Function<Contract, byte[]> form;
  private final Header[] headers;
  private volatile @Nullable Made made;

  /// @param executor asks for the terms and makes the document, which may take a moment
  /// @param form writes it
  ServedContract(
      Executor executor,
      SourceTerms.Known terms,
      String contentType,
      Function<Contract, byte[]> form,
      Header... headers) {
    this.executor = executor;
    this.terms = terms;
    this.contentType = contentType;
    this.form = form;
    this.headers = headers.clone();
  }

  private record Made(SortedMap<String, SourceTerms> terms, TaggedBytes bytes) {}

  @Override
  public void handle(Request request, Reply reply) {
    reply.sendFrom(executor, request, () -> bytes(terms.byProvider()).answer(request));
  }

  private TaggedBytes bytes(SortedMap<String, SourceTerms> asked) {
    Made known = made;
    if (known == null || !known.terms().equals(asked)) {
      byte[] body = form.apply(Contract.written(asked));
      known = new Made(asked, new TaggedBytes(contentType, body, headers));
      made = known;
    }
    return known.bytes();
  }
}
