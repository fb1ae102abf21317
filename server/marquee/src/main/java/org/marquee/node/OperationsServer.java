package org.marquee.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import org.marquee.http.HttpServer;
import org.marquee.http.handler.Router;
import org.marquee.ops.Health;
import org.marquee.ops.Measurements;
import org.marquee.ops.OperationsPort;
import org.marquee.ops.OperationsPort.About;
import org.marquee.ops.OwnHosts;
import org.marquee.page.Pages;
import org.marquee.store.PostgresSources;
import org.marquee.store.sql.Database;

/// The port for operators: health, metrics, sources, and their pages.
final class OperationsServer {
  private OperationsServer() {}

  /// Starts it.
  ///
  /// @param routes what is answered beside
  /// @throws IOException if its address cannot be listened on
  static HttpServer start(
      Database database,
      Pages stored,
      NodeSnapshot memory,
      NodeVitals vitals,
      Health health,
      Measurements measurements,
      NodeSettings settings,
      ExecutorService reading,
      Router.Builder routes)
      throws IOException {
    InstantSource clock = InstantSource.system();
    measurements.watch(memory);
    measurements.watch(vitals, health);
    InetSocketAddress address = settings.addresses().operations();
    About about =
        new About(
            settings.version(),
            database::toString,
            clock.instant(),
            settings.edge().limits(settings.api().limits()));
    new OperationsPort(
            stored::revision,
            new PostgresSources(database),
            memory,
            vitals,
            health,
            measurements,
            clock,
            reading,
            about)
        .addTo(routes);
    return HttpServer.start(
        settings.edge().operations(address),
        new OwnHosts(routes.build(), settings.edge().operationsHosts(address)));
  }
}
