package org.marquee.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One request of a call and what became of it, for logs and metrics.
///
/// @param target path and query behind the base URL; never the key
/// @param number 1 for the first request of the call
/// @param status the HTTP status; null where no complete head of an answer came
/// @param requestId names the request in the operator's log; null where the answer has none
/// @param took from the request to the end of the answer
/// @param failure null where the call has its value
/// @param pause until the next attempt; null where this was the last
public record Attempt(
    String target,
    int number,
    @Nullable Integer status,
    @Nullable String requestId,
    Duration took,
    @Nullable MarqueeException failure,
    @Nullable Duration pause) {}
