package org.marquee.v1.answer;

import org.marquee.access.Admission;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;

/// A caller who is admitted, and waits for an answer.
public record Caller(Request request, Admission.Admitted admitted, Handler.Reply reply) {
  /// An answer with the fields of the rate limit.
  public Response rated(Response response) {
    return Finishing.rated(response, admitted.rate());
  }

  /// Sends an answer with the fields of the rate limit.
  public void send(Response response) {
    reply.send(rated(response));
  }
}
