package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission.Limited;
import org.marquee.access.Admission.Unauthorized;

/// A gate, with the book of its organizations in memory and a clock that is set by hand.
@NullMarked
abstract class AtTheGate {
  final HandClock clock = new HandClock();
  final BookInMemory book = new BookInMemory(clock);
  final Gate gate = new Gate(clock, clock::nanoTime);

  Admission toCalendar(List<String> authorization, List<String> tokens) {
    return gate.admitToCalendar(authorization, tokens, (_, _) -> {});
  }

  String entitled(String organization, String plan) {
    String key = key(organization, null);
    grant(organization, new Entitlement(plan, HandClock.START, null));
    return key;
  }

  String key(String organization, @Nullable Instant expires) {
    if (bookHasNo(organization)) {
      assertThat(book.createOrganization(organization)).isEqualTo(Change.MADE);
    }
    return book.issueKey(organization, null, expires).orElseThrow().secret().text();
  }

  boolean bookHasNo(String organization) {
    return book.load().findNamed(organization).isEmpty();
  }

  void grant(String organization, Entitlement entitlement) {
    assertThat(book.grant(organization, entitlement)).isEqualTo(Change.MADE);
    gate.refresh(book);
  }

  Admission admit(String token) {
    return gate.admit(List.of("Bearer " + token), (_, _) -> {});
  }

  void drain(String key, int tokens) {
    for (int time = 0; time < tokens; time++) {
      assertThat(admit(key)).isNotInstanceOfAny(Limited.class, Unauthorized.class);
    }
  }
}
