package org.marquee.node;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Gate;
import org.marquee.calendar.Calendars;
import org.marquee.contract.Documentation;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;
import org.marquee.listing.Overview;
import org.marquee.listing.SourceTerms;
import org.marquee.mcp.McpEndpoint;
import org.marquee.notice.KeptReports;
import org.marquee.ops.Health;
import org.marquee.ops.Measurements;
import org.marquee.ops.OperationsPort;
import org.marquee.page.Pages;
import org.marquee.site.Site;
import org.marquee.site.frame.SiteSettings;
import org.marquee.store.access.PostgresUsage;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.read.PostgresCalendars;
import org.marquee.store.read.PostgresOverview;
import org.marquee.store.run.PostgresKeptReports;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Database;
import org.marquee.v1.Api;
import org.marquee.v1.BulkFiles;
import org.marquee.v1.CalendarAnswers;
import org.marquee.v1.UsageAnswers;
import org.marquee.v1.answer.Gateway;

/// What the two ports of a node answer. The interface asks for a key. The operator's port has the
/// same operations without one, but for changes, and adds health and metrics.
final class PortRoutes {
  private final Database database;
  private final NodeSettings settings;
  private final Pages stored;
  private final Gate gate;
  private final SourceTerms.TermsOf terms;
  private final ExecutorService reading;
  private final InstantSource clock;
  private final Calendars calendars;
  private final Overview overview;
  private final KeptReports reports;
  private final Documentation documentation;

  PortRoutes(
      Database database,
      NodeSettings settings,
      Pages stored,
      Gate gate,
      SourceTerms.TermsOf terms,
      ExecutorService reading,
      InstantSource clock) {
    this.database = database;
    this.settings = settings;
    this.stored = stored;
    this.gate = gate;
    this.terms = terms;
    this.reading = reading;
    this.clock = clock;
    calendars = new PostgresCalendars(database.pool());
    overview = new PostgresOverview(database);
    reports = new PostgresKeptReports(database);
    documentation = new Documentation(reading, terms);
  }

  /// The routes of the interface, with the pages for people where they are public.
  Handler ofInterface(Api answers) {
    Router.Builder routes = Router.builder(settings.edge().cors());
    answers.addTo(routes);
    addFiles(routes, settings.gateway());
    new UsageAnswers(new PostgresUsage(database.pool()), gate, settings.gateway(), reading, clock)
        .addTo(routes);
    SiteSettings site = settings.options().site();
    if (site != null && site.isPublic()) {
      site(site).addTo(routes, answers.answers(), calendars, overview);
    } else {
      String title = site == null ? SiteSettings.USUAL_TITLE : site.title();
      new Site(SiteSettings.ofDocuments(title), null, null, terms, reading, clock)
          .addDocumentsTo(routes);
      documentation.addHome(routes);
    }
    new McpEndpoint(answers, settings.edge().cors(), reading, settings.version()).addTo(routes);
    return routes.build();
  }

  /// The routes of the operator's port.
  ///
  /// @param answers of the interface
  /// @param keyless the same operations, without a key
  Handler ofOperations(Api answers, Api keyless, Health health, Measurements measurements) {
    Router.Builder routes = Router.builder(Cors.OFF);
    NodeSettings.Options options = settings.options();
    SiteSettings site = options.site();
    if (site != null) {
      NodeOperations node =
          new NodeOperations(database, health, settings.version(), options.reports(), clock);
      site(SiteSettings.ofOperators(site.title(), site.checks()))
          .showing(node, options.names())
          .addTo(routes, answers.answers(), calendars, overview);
      keyless.addWithoutChangesTo(routes);
      addFiles(routes, new Gateway.Open());
    }
    OperationsPort.About about =
        new OperationsPort.About(
            settings.version(),
            database::toString,
            clock.instant(),
            settings.edge().limits(settings.api().limits()));
    new OperationsPort(
            about,
            stored::revision,
            new PostgresSources(database),
            new PostgresBackupLog(database),
            health,
            measurements,
            reading,
            clock)
        .addTo(routes);
    return routes.build();
  }

  private Site site(SiteSettings of) {
    return new Site(of, settings.options().checks(), reports, terms, reading, clock);
  }

  /// Calendars, bulk files and the contract.
  private void addFiles(Router.Builder routes, Gateway gateway) {
    @Nullable Path bulk = settings.options().bulk();
    new CalendarAnswers(calendars, gate, gateway, reading, clock).addTo(routes);
    new BulkFiles(bulk, gate, gateway, reading).addTo(routes);
    documentation.addTo(routes);
  }
}
