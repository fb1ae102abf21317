package org.marquee.app.service;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.marquee.app.home.Version;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.trace.Tracing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends spans to a collector over OTLP, as the standard variables of OpenTelemetry say
/// (docs/watching.md, "Traces"). Without them nothing is loaded.
public final class TraceExport implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TraceExport.class);

  /// What holds unless a variable says otherwise. Metrics are for Prometheus, and the log is a
  /// file.
  private static final Map<String, String> USUAL =
      Map.of(
          "otel.service.name", "marquee",
          "otel.exporter.otlp.protocol", "http/protobuf",
          "otel.metrics.exporter", "none",
          "otel.logs.exporter", "none");

  /// No traces.
  public static final TraceExport NONE = new TraceExport(() -> {});

  private final AutoCloseable sdk;

  private TraceExport(AutoCloseable sdk) {
    this.sdk = sdk;
  }

  /// Begins, if the environment asks for traces.
  ///
  /// @throws WrongUsage if a variable has a value that cannot be used
  public static TraceExport configured() {
    return isWanted(System::getenv) ? begun(Version.number()) : NONE;
  }

  /// Whether variables say that there are traces, and where they go.
  static boolean isWanted(UnaryOperator<@Nullable String> environment) {
    String exporter = environment.apply("OTEL_TRACES_EXPORTER");
    return !"true".equalsIgnoreCase(environment.apply("OTEL_SDK_DISABLED"))
        && !"none".equals(exporter)
        && (exporter != null
            || environment.apply("OTEL_EXPORTER_OTLP_ENDPOINT") != null
            || environment.apply("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != null);
  }

  private static TraceExport begun(String version) {
    logAsWeDo();
    try {
      OpenTelemetrySdk sdk =
          AutoConfiguredOpenTelemetrySdk.builder()
              .addPropertiesSupplier(() -> USUAL)
              .addResourceCustomizer(
                  (resource, _) -> resource.toBuilder().put("service.version", version).build())
              .disableShutdownHook()
              .build()
              .getOpenTelemetrySdk();
      Tracing.use(sdk.getTracer("org.marquee", version));
      return new TraceExport(sdk);
    } catch (RuntimeException e) { // Its exceptions have nothing else in common.
      throw new WrongUsage("traces: " + e.getMessage());
    }
  }

  /// It logs by the logger of the JDK, which would write lines of its own.
  private static void logAsWeDo() {
    java.util.logging.Logger theirs = java.util.logging.Logger.getLogger("io.opentelemetry");
    theirs.setUseParentHandlers(false);
    theirs.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= java.util.logging.Level.WARNING.intValue()) {
              LOG.atWarn().log("traces: {}", line.getMessage());
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
  }

  /// Sends what waits.
  @Override
  public void close() {
    Tracing.use(null);
    try {
      sdk.close();
    } catch (Exception e) {
      LOG.atWarn().log("the last spans were not sent: {}", e.toString());
    }
  }
}
