package org.marquee.client;

import java.time.Duration;
import java.util.function.Function;

/// What a client asks, within its limits.
///
/// @param details whether to ask for details, too
record Questions(Transport transport, Limits limits, boolean details) {
  Questions within(Limits others) {
    return new Questions(transport, others, details);
  }

  <T> T one(String path, Function<JsonObject, T> record) {
    return transport.get(
        new Transport.Question<>(
            Parameters.NONE.detailed(details, path).behind(path),
            json -> record.apply(json.object("data", "details")),
            true,
            false,
            Duration.ZERO),
        limits);
  }

  <T> Paged<T> list(
      String path, Parameters filters, Function<JsonObject, T> record, boolean patient) {
    return new Paged<>((cursor, limit) -> {
      Parameters parameters =
          filters
              .detailed(details, path)
              .with("cursor", cursor)
              .with("limit", limit == null ? null : limit.toString());
      return transport.get(
          new Transport.Question<>(
              parameters.behind(path),
              json -> PageReader.read(json, parameters, record),
              true,
              patient,
              Duration.ZERO),
          limits);
    });
  }

  Page<Change> changes(ChangeQuery query, boolean patient) {
    Parameters parameters = query.parameters().detailed(details, "/v1/changes");
    return transport.get(
        new Transport.Question<>(
            parameters.behind("/v1/changes"),
            json -> PageReader.read(json, parameters, ChangeReader::read),
            false,
            patient,
            Duration.ofSeconds(query.waitSeconds())),
        limits);
  }
}
