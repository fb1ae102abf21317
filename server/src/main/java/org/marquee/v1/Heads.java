package org.marquee.v1;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.marquee.http.Header;
import org.marquee.http.Response;

/// Answers without their bodies, made once: 200 in each type, and 304.
///
/// @param ok for each type
record Heads(Map<MediaType, Response> ok, Response unchanged) {
  private static final Header CACHE_CONTROL = new Header("Cache-Control", "private, no-cache");
  private static final Heads IN_ONE_FORM = of(List.of(MediaType.JSON));
  private static final Heads NEGOTIATED = of(List.of(MediaType.values()));

  private static Heads of(List<MediaType> offered) {
    Header vary = MediaType.vary(offered);
    Map<MediaType, Response> ok = new EnumMap<>(MediaType.class);
    for (MediaType type : MediaType.values()) {
      ok.put(type, Response.of(200, type.contentType(), new byte[0], CACHE_CONTROL, vary));
    }
    return new Heads(ok, Response.empty(304, CACHE_CONTROL, vary));
  }

  /// Those of an operation.
  static Heads of(Operation operation) {
    return operation.types().size() == 1 ? IN_ONE_FORM : NEGOTIATED;
  }

  /// 200 in a type.
  Response ok(MediaType type) {
    return Objects.requireNonNull(ok.get(type));
  }

  /// 304.
  Response notModified(Tag tag) {
    return unchanged.with(new Header("ETag", tag.value()));
  }
}
