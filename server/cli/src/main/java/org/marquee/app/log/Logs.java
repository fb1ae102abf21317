package org.marquee.app.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import java.util.List;
import org.marquee.app.terminal.Terminal;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.notice.Secrets;
import org.marquee.store.sql.RevisionLock;
import org.slf4j.LoggerFactory;

/// Where the log goes: to standard error, as JSON lines, or as text on a terminal.
public final class Logs {
  /// The loggers of what a command waits for: PostgreSQL, and other imports.
  private static final List<String> WAITING =
      List.of(EmbeddedPostgres.WAITING, RevisionLock.class.getName());

  private static final String OURS = "org.marquee";

  private Logs() {}

  /// A service logs its work, within the bounds of [LogFlood].
  public static void ofService(org.slf4j.event.Level level) {
    configure(Level.convertAnSLF4JLevel(level))
        .getLogger("ROOT")
        .iteratorForAppenders()
        .forEachRemaining(appender -> appender.addFilter(flood()));
  }

  /// Changes how much a service logs of its work.
  public static void level(org.slf4j.event.Level level) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.getLogger(OURS).setLevel(Level.convertAnSLF4JLevel(level));
    }
  }

  private static LogFlood flood() {
    LogFlood flood = new LogFlood();
    flood.start();
    return flood;
  }

  /// A command logs only failures, and what it waits for.
  public static void ofCommand() {
    LoggerContext context = configure(Level.ERROR);
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setPattern("marquee: %msg%n");
    ConsoleAppender<ILoggingEvent> appender = appender(context, encoder);
    for (String each : WAITING) {
      ch.qos.logback.classic.Logger logger = context.getLogger(each);
      logger.setLevel(Level.WARN);
      logger.setAdditive(false);
      logger.addAppender(appender);
    }
  }

  private static LoggerContext configure(Level level) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    EncoderBase<ILoggingEvent> encoder = Terminal.isThere() ? text() : new LogLines();
    ch.qos.logback.classic.Logger root = context.getLogger("ROOT");
    root.setLevel(Level.WARN);
    root.addAppender(appender(context, encoder));
    context.getLogger(OURS).setLevel(level);
    // The pool warns of each connection that an outage breaks; our own warning is logged once a
    // request.
    context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR);
    context.getLogger("org.flywaydb").setLevel(Level.ERROR);
    return context;
  }

  private static ConsoleAppender<ILoggingEvent> appender(
      LoggerContext context, EncoderBase<ILoggingEvent> encoder) {
    encoder.setContext(context);
    encoder.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }

  /// Text without the secrets that addresses may hold.
  private static final class MaskedText extends PatternLayoutEncoder {
    @Override
    public byte[] encode(ILoggingEvent event) {
      return Secrets.masked(new String(super.encode(event), UTF_8)).getBytes(UTF_8);
    }
  }

  private static EncoderBase<ILoggingEvent> text() {
    PatternLayoutEncoder encoder = new MaskedText();
    encoder.setCharset(UTF_8);
    encoder.setPattern("%d{HH:mm:ss} %-5level %msg %kvp%n");
    return encoder;
  }
}
