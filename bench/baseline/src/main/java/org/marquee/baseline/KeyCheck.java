package org.marquee.baseline;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Asks for a key: its SHA-256 is looked up in the database, and what was found counts for two
/// seconds, as with the server.
@Component
class KeyCheck implements HandlerInterceptor, WebMvcConfigurer {
  private static final String SCHEME = "Bearer ";
  private static final long KEPT_NANOS = Duration.ofSeconds(2).toNanos();
  private static final int MOST = 10_000;

  private final Repository repository;
  private final ConcurrentMap<String, Verdict> known = new ConcurrentHashMap<>();

  KeyCheck(Repository repository) {
    this.repository = repository;
  }

  private record Verdict(boolean admitted, long nanos) {}

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this);
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    String field = request.getHeader("Authorization");
    if (field == null || !field.startsWith(SCHEME) || !admits(field.substring(SCHEME.length()))) {
      response.setHeader("WWW-Authenticate", "Bearer realm=\"marquee\"");
      response.setStatus(401);
      return false;
    }
    response.setHeader("Cache-Control", "private, no-cache");
    response.setHeader("Vary", "Authorization, Accept-Encoding");
    response.setHeader("X-Content-Type-Options", "nosniff");
    return true;
  }

  private boolean admits(String key) {
    @Nullable Verdict verdict = known.get(key);
    long now = System.nanoTime();
    if (verdict == null || now - verdict.nanos() > KEPT_NANOS) {
      verdict = new Verdict(repository.admits(sha256(key)), now);
      if (known.size() >= MOST) {
        known.clear();
      }
      known.put(key, verdict);
    }
    return verdict.admitted();
  }

  private static byte[] sha256(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.ISO_8859_1));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
