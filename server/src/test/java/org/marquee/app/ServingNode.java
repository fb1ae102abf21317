package org.marquee.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.marquee.store.Database;
import org.marquee.v1.Gateway;

/// The real service on free ports of this machine, over a database that stays the caller's.
@NullMarked
public final class ServingNode implements AutoCloseable {
  private final Service service;

  private ServingNode(Service service) {
    this.service = service;
  }

  public static ServingNode on(Database database) {
    return on(database, new Gateway.BuiltIn());
  }

  public static ServingNode on(Database database, Gateway gateway) {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      return new ServingNode(
          Service.start(
              new Storage(Path.of(""), database, () -> {}),
              new Service.Addresses(free, free),
              gateway));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public InetSocketAddress address() {
    return service.apiAddress();
  }

  @Override
  public void close() {
    service.close();
  }
}
