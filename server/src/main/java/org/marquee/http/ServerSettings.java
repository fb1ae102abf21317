package org.marquee.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.tls.TlsFiles;

/// Where a server listens, and its limits.
///
/// The sizes of requests are not settings: they are promised (8 KiB for the request line, 16 KiB
/// for the header fields, 64 KiB for a body that nobody reads).
///
/// @param bind the address to listen on; port 0 finds a free one
/// @param eventLoops the number of threads that serve the connections, at least 1
/// @param connections how many connections it takes at once
/// @param headTime how long the head of a request may take from its first byte on, and again its
///   body
/// @param idleTime how long a connection may stay without a request, or an answer unread
/// @param lingerTime how long to wait for the client to close after the last answer
/// @param drainTime how long requests in flight may take when the server closes
/// @param cors which web pages may read its answers
/// @param observer is called for each answer
/// @param tls where its certificate is; null where there is no TLS
public record ServerSettings(
    InetSocketAddress bind,
    int eventLoops,
    ConnectionLimits connections,
    Duration headTime,
    Duration idleTime,
    Duration lingerTime,
    Duration drainTime,
    Cors cors,
    Observer observer,
    @Nullable TlsFiles tls) {

  public ServerSettings {
    if (eventLoops < 1) {
      throw new IllegalArgumentException("a server needs an event loop");
    }
  }

  /// The defaults: an event loop a processor, 10,000 connections, a quarter of them for one
  /// address, 10 s for a head, 60 s idle, 5 s to close, 10 s to drain, no other pages, no observer.
  public static ServerSettings at(InetSocketAddress bind) {
    return new ServerSettings(
        bind,
        Runtime.getRuntime().availableProcessors(),
        ConnectionLimits.of(10_000),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Cors.OFF,
        Observer.NONE,
        null);
  }

  /// The limits of the server in effect, by name, each with its unit.
  public SequencedMap<String, Long> limits() {
    SequencedMap<String, Long> limits = new LinkedHashMap<>();
    limits.put("connections", (long) connections.most());
    limits.put("connectionsPerAddress", (long) connections.perAddress());
    limits.put("headMillis", headTime.toMillis());
    limits.put("idleMillis", idleTime.toMillis());
    limits.put("lingerMillis", lingerTime.toMillis());
    limits.put("drainMillis", drainTime.toMillis());
    limits.put("requestLineBytes", (long) HeadScan.REQUEST_LINE_LIMIT);
    limits.put("headerBytes", (long) HeadScan.HEADERS_LIMIT);
    limits.put("unreadBodyBytes", BodyLimit.IGNORED.bytes());
    limits.put("bodyBytesPerSecond", (long) BodyArrival.BYTES_A_SECOND);
    limits.put("bodyBufferBytes", (long) IncomingBody.ROOM);
    limits.put("answerBufferBytes", (long) AnswerStream.ROOM);
    limits.put("pipelinedBytes", (long) RequestDecoder.AHEAD_LIMIT);
    limits.put("http2Streams", (long) connections.streams());
    limits.put("http2HeaderBlockBytes", (long) Http2Limits.HEADER_BLOCK);
    limits.put("http2UnsentBytes", (long) Http2Limits.UNSENT);
    limits.put("http2ResetsPer30Seconds", (long) Http2Limits.RESETS);
    limits.put("http2ControlFramesPer10Seconds", (long) Http2Limits.CONTROL_FRAMES);
    return limits;
  }

  /// The same with another number of threads.
  public ServerSettings withEventLoops(int number) {
    return new ServerSettings(
        bind, number, connections, headTime, idleTime, lingerTime, drainTime, cors, observer, tls);
  }

  /// The same with other limits on connections.
  public ServerSettings withConnections(ConnectionLimits limits) {
    return new ServerSettings(
        bind, eventLoops, limits, headTime, idleTime, lingerTime, drainTime, cors, observer, tls);
  }

  /// The same with another time for a head, and for a body.
  public ServerSettings withHeadTime(Duration time) {
    return new ServerSettings(
        bind, eventLoops, connections, time, idleTime, lingerTime, drainTime, cors, observer, tls);
  }

  /// The same with another idle time.
  public ServerSettings withIdleTime(Duration time) {
    return new ServerSettings(
        bind, eventLoops, connections, headTime, time, lingerTime, drainTime, cors, observer, tls);
  }

  /// The same with another time to linger.
  public ServerSettings withLingerTime(Duration time) {
    return new ServerSettings(
        bind, eventLoops, connections, headTime, idleTime, time, drainTime, cors, observer, tls);
  }

  /// The same with another time to drain.
  public ServerSettings withDrainTime(Duration time) {
    return new ServerSettings(
        bind, eventLoops, connections, headTime, idleTime, lingerTime, time, cors, observer, tls);
  }

  /// The same with other pages that may read its answers.
  public ServerSettings withCors(Cors pages) {
    return new ServerSettings(
        bind,
        eventLoops,
        connections,
        headTime,
        idleTime,
        lingerTime,
        drainTime,
        pages,
        observer,
        tls);
  }

  /// The same with another observer.
  public ServerSettings withObserver(Observer other) {
    return new ServerSettings(
        bind, eventLoops, connections, headTime, idleTime, lingerTime, drainTime, cors, other, tls);
  }

  /// The same with a certificate: the server uses TLS only.
  public ServerSettings withTls(TlsFiles files) {
    return new ServerSettings(
        bind,
        eventLoops,
        connections,
        headTime,
        idleTime,
        lingerTime,
        drainTime,
        cors,
        observer,
        files);
  }
}
