package org.marquee.v1.answer;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Parameter;
import org.marquee.http.message.Request;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.Violation;
import org.marquee.v1.operation.CalendarOperations;

/// Lets requests in, or answers why not (docs/api.md, "Access").
public record Entrance(Gate gate, Gateway gateway) {
  /// Has `then` answer a request that is admitted; else sends the refusal.
  public void admit(Request request, Handler.Reply reply, Consumer<Caller> then) {
    decide(gateway.admit(gate, request, reply::caller), request, reply, then);
  }

  /// Admits a caller to a calendar, whose address may have a key.
  public void admitToCalendar(Request request, Handler.Reply reply, Consumer<Caller> then) {
    List<String> tokens =
        request.query().stream()
            .filter(each -> each.name().equals(CalendarOperations.TOKEN))
            .map(Parameter::text)
            .toList();
    decide(gateway.admitToCalendar(gate, request, tokens, reply::caller), request, reply, then);
  }

  /// Has `then` answer a request that costs nothing and is admitted, with the id of its key; else
  /// sends the refusal.
  public void admitFree(Request request, Handler.Reply reply, BiConsumer<Caller, String> then) {
    AtomicReference<String> key = new AtomicReference<>("");
    Admission admission =
        gateway.admitFree(
            gate,
            request,
            (organization, id) -> {
              reply.caller(organization, id);
              key.set(id);
            });
    decide(admission, request, reply, caller -> then.accept(caller, key.get()));
  }

  private static void decide(
      Admission admission, Request request, Handler.Reply reply, Consumer<Caller> then) {
    if (admission instanceof Admission.Admitted admitted) {
      then.accept(new Caller(request, admitted, reply));
    } else {
      reply.send(Finishing.refusal(admission, request));
    }
  }

  /// Has `then` answer what an acceptable request asks; else sends what is wrong with it.
  public static void read(Operation operation, Caller caller, Consumer<Question> then) {
    switch (operation.read(caller.request())) {
      case Operation.ReadRequest.FaultyRequest(List<Violation> violations) ->
          caller.send(Errors.violations(violations, caller.request()));
      case Operation.ReadRequest.Accepted(Question question) -> then.accept(question);
    }
  }
}
