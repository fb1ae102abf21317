package org.marquee.site.check;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.marquee.http.admission.ClientNetwork;
import org.marquee.http.message.Request;

/// The places for feeds that are to be checked: a few for all, and on the public port one an
/// address.
final class FeedPlaces {
  private static final int MOST = 4;

  private final Semaphore free = new Semaphore(MOST);
  private final Set<Long> senders = ConcurrentHashMap.newKeySet();
  private final boolean isPublic;

  FeedPlaces(boolean isPublic) {
    this.isPublic = isPublic;
  }

  /// Takes a place for the sender of a request; empty if there is none. Of a proxy that forwards no
  /// address nobody knows who asks.
  Optional<Place> enter(Request request) {
    InetAddress client = request.client();
    long sender = ClientNetwork.of(client);
    if (!free.tryAcquire()) {
      return Optional.empty();
    }
    boolean counts = isPublic && !request.isProxy(client);
    if (counts && !senders.add(sender)) {
      free.release();
      return Optional.empty();
    }
    return Optional.of(
        new Place(
            new AtomicBoolean(true),
            () -> {
              free.release();
              if (counts) {
                senders.remove(sender);
              }
            }));
  }

  /// A place that was taken.
  record Place(AtomicBoolean taken, Runnable freeing) {
    /// Gives it back; later calls change nothing. To be called before the end of the answer: who
    /// has that may send the next feed at once.
    void leave() {
      if (taken.getAndSet(false)) {
        freeing.run();
      }
    }
  }
}
