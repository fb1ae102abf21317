package org.marquee.http.connection;

import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Request;

/// One answer, as its server reports it to the [Observer].
///
/// @param request the request; null where it was refused before it could be understood
/// @param route the template of its path, such as `/v1/films/{filmId}`, or what the handler calls
///   itself; empty where no route was found. Never text that a caller makes up
/// @param organization who asks; empty where that is not known
/// @param keyId the id of the key that was shown; empty where none was, or it is not known
/// @param status 200 to 599
/// @param nanos from the end of the request's head to the first byte of the answer, in nanoseconds
public record Answered(
    @Nullable Request request,
    String route,
    String organization,
    String keyId,
    int status,
    long nanos) {}
