package org.marquee.http;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.admission.OpenConnections;
import org.marquee.http.body.AnswerStream;
import org.marquee.http.body.BodyArrival;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.body.IncomingBody;
import org.marquee.http.connection.ConnectionTerms;
import org.marquee.http.connection.ConnectionTimes;
import org.marquee.http.connection.Observer;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Cors;
import org.marquee.http.message.RequestDecoder;
import org.marquee.http.tls.TlsFiles;

/// Where a server listens, and its limits.
///
/// The sizes of requests are not settings: they are promised (8 KiB for the request line, 16 KiB
/// for the header fields, 64 KiB for a body that nobody reads).
///
/// @param bind the address to listen on, of which port 0 finds a free one
/// @param eventLoops the number of threads that serve the connections, at least 1
/// @param connections how many connections it takes at once
/// @param times how long it waits for its clients
/// @param cors which web pages may read its answers
/// @param observer is called for each answer
/// @param tls where its certificate is; null where there is no TLS
public record ServerSettings(
    InetSocketAddress bind,
    int eventLoops,
    ConnectionLimits connections,
    ConnectionTimes times,
    Cors cors,
    Observer observer,
    @Nullable TlsFiles tls) {

  public ServerSettings {
    if (eventLoops < 1) {
      throw new IllegalArgumentException("a server needs an event loop");
    }
  }

  /// The defaults: an event loop a processor, 10,000 connections, a quarter of them for one
  /// address, the usual times, no other pages, no observer.
  public static ServerSettings at(InetSocketAddress bind) {
    return new ServerSettings(
        bind,
        Runtime.getRuntime().availableProcessors(),
        ConnectionLimits.of(10_000),
        ConnectionTimes.USUAL,
        Cors.OFF,
        Observer.NONE,
        null);
  }

  /// How a connection is served with these settings.
  ConnectionTerms terms(Handler handler, BooleanSupplier stopping, OpenConnections open) {
    return new ConnectionTerms(
        times, cors, connections.proxies(), observer, handler, stopping, open);
  }

  /// Where it listens, in a message of why it cannot (`%s`).
  String place() {
    return bind.getHostString() + " port " + bind.getPort() + ": %s. Give another address or port";
  }

  /// The limits of the server in effect, by name, each with its unit.
  public SequencedMap<String, Long> limits() {
    SequencedMap<String, Long> limits = new LinkedHashMap<>();
    limits.put("connections", (long) connections.most());
    limits.put("connectionsPerAddress", (long) connections.perAddress());
    limits.put("headMillis", times.head().toMillis());
    limits.put("idleMillis", times.idle().toMillis());
    limits.put("lingerMillis", times.linger().toMillis());
    limits.put("drainMillis", times.drain().toMillis());
    limits.put("requestLineBytes", (long) RequestDecoder.REQUEST_LINE_LIMIT);
    limits.put("headerBytes", (long) RequestDecoder.HEADERS_LIMIT);
    limits.put("unreadBodyBytes", BodyLimit.IGNORED.bytes());
    limits.put("bodyBytesPerSecond", (long) BodyArrival.BYTES_A_SECOND);
    limits.put("bodyBufferBytes", (long) IncomingBody.ROOM);
    limits.put("answerBufferBytes", (long) AnswerStream.ROOM);
    limits.put("pipelinedBytes", (long) RequestDecoder.AHEAD_LIMIT);
    return limits;
  }

  /// These settings with another number of threads.
  public ServerSettings withEventLoops(int number) {
    return new ServerSettings(bind, number, connections, times, cors, observer, tls);
  }

  /// These settings with other limits on connections.
  public ServerSettings withConnections(ConnectionLimits limits) {
    return new ServerSettings(bind, eventLoops, limits, times, cors, observer, tls);
  }

  /// These settings with other times.
  public ServerSettings withTimes(ConnectionTimes other) {
    return new ServerSettings(bind, eventLoops, connections, other, cors, observer, tls);
  }

  /// These settings with other pages that may read its answers.
  public ServerSettings withCors(Cors pages) {
    return new ServerSettings(bind, eventLoops, connections, times, pages, observer, tls);
  }

  /// These settings with another observer.
  public ServerSettings withObserver(Observer other) {
    return new ServerSettings(bind, eventLoops, connections, times, cors, other, tls);
  }

  /// These settings with a certificate: the server uses TLS only.
  public ServerSettings withTls(TlsFiles files) {
    return new ServerSettings(bind, eventLoops, connections, times, cors, observer, files);
  }
}
