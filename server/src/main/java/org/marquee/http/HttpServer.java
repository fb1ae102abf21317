package org.marquee.http;

/// A listening server; see the package for what it takes on itself.
public final class HttpServer {
  private HttpServer() {}
}
