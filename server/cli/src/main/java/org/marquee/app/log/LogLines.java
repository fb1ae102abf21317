package org.marquee.app.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Secrets;
import org.slf4j.event.KeyValuePair;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes each event as one flat JSON object a line: `time`, `level`, `logger`, `message`, then
/// what was added by name, such as `requestId`, and `exception`. Logback's own encoder nests the
/// names in an array of objects, which no log store searches well.
final class LogLines extends EncoderBase<ILoggingEvent> {
  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] NOTHING = {};

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    StringWriter line = new StringWriter(256);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
      json.writeStartObject();
      Instant time = event.getInstant();
      json.writeStringProperty("time", Timestamps.write(time.truncatedTo(ChronoUnit.MILLIS)));
      json.writeStringProperty("level", event.getLevel().toString());
      json.writeStringProperty("logger", event.getLoggerName());
      json.writeStringProperty("message", Secrets.masked(event.getFormattedMessage()));
      if (event.getKeyValuePairs() != null) {
        for (KeyValuePair pair : event.getKeyValuePairs()) {
          write(json, pair.key, pair.value);
        }
      }
      IThrowableProxy cause = event.getThrowableProxy();
      if (cause != null) {
        json.writeStringProperty("exception", Secrets.masked(ThrowableProxyUtil.asString(cause)));
      }
      json.writeEndObject();
    }
    return line.append('\n').toString().getBytes(UTF_8);
  }

  /// Log stores compare numbers only where they are written as numbers.
  private static void write(JsonGenerator json, String name, @Nullable Object value) {
    switch (value) {
      case Number number when Double.isFinite(number.doubleValue()) -> {
        json.writeName(name);
        json.writeNumber(number.toString());
      }
      case Boolean flag -> json.writeBooleanProperty(name, flag);
      case null, default -> json.writeStringProperty(name, Secrets.masked(String.valueOf(value)));
    }
  }
}
