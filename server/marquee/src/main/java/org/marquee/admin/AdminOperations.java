package org.marquee.admin;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.marquee.access.UsageLedger.By;
import org.marquee.admin.AdminOperation.Outcome;
import org.marquee.admin.AdminOperation.Shape;
import org.marquee.collect.ReplayAndUndo;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.notice.JsonReport;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.ops.SourceJson;
import org.marquee.store.audit.PostgresAudit;
import org.marquee.store.backup.PostgresBackupLog;
import org.marquee.store.run.PostgresRunLog;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.ActiveSessions;
import org.marquee.store.sql.Database;
import org.marquee.v1.declaration.Reason;

/// The operations of the socket: what each declares, and what those about providers, runs, usage
/// and the audit do ([AccessOperations] does the others).
///
/// @param undo takes an import back
record AdminOperations(Undo undo) {
  /// Id, method, path, input, answer, summary.
  private static final String TABLE =
      """
      listOrganizations GET /organizations Nothing Organization* Lists organizations and their plans.
      getOrganization GET /organizations/{organization} Nothing Organization Gets an organization.
      putOrganization PUT /organizations/{organization} Standing Organization Creates an organization, suspends or resumes it.
      putEntitlement PUT /organizations/{organization}/entitlement Grant Organization Sets the plan of an organization and its period.
      deleteEntitlement DELETE /organizations/{organization}/entitlement Nothing Organization Withdraws the plan of an organization.
      putKey PUT /organizations/{organization}/keys/{label} KeyTerms Key Creates a key with a label and shows it, once. A valid one stays.
      deleteKey DELETE /organizations/{organization}/keys/{label} Nothing Key Revokes the key with a label.
      listKeys GET /keys Nothing Key* Lists keys by id, those that ended too.
      rotateKey POST /keys/{key}/rotation Rotation Key Creates a key in place of another one, which ends some time later and is rotated once.
      revokeKey DELETE /keys/{key} Nothing Key Revokes the key with an id.
      listPlans GET /plans Nothing Plan* Lists plans.
      putPlan PUT /plans/{plan} PlanTerms Plan Creates a plan, or changes all of it.
      listProviders GET /providers Nothing Provider* Lists the providers of feeds.
      deleteProvider DELETE /providers/{provider} Nothing Withdrawn Withdraws everything that only this provider lists.
      listRuns GET /runs Nothing Session* Lists the running imports and other changes.
      undoRun POST /runs/{run}/undo Effect Report Takes the last import of a provider back, once.
      listUsage GET /usage Period UsageSum* Sums up what organizations used, by hours that began in a period.
      listAudit GET /audit Since Change* Lists who changed what, the latest last.
      getStatus GET /status Nothing Status Gets what is stored, how old it is, and what is wrong.
      """;

  static final List<AdminOperation> ALL = TABLE.lines().map(AdminOperations::declared).toList();

  private static AdminOperation declared(String line) {
    String[] words = line.split(" ", 6);
    return new AdminOperation(
        words[0],
        words[1],
        words[2],
        AdminTypes.of(words[3]),
        AdminTypes.of(words[4].replace("*", "")),
        words[4].endsWith("*") ? Shape.LIST : Shape.ONE,
        words[5]);
  }

  /// Does what a request wants.
  Outcome run(AdminRequest request) {
    Database database = request.storage().database();
    return switch (request.operation().id()) {
      case "listOrganizations" -> AccessOperations.organizations(request);
      case "getOrganization" -> AccessOperations.organization(request);
      case "putOrganization" -> AccessOperations.putOrganization(request);
      case "putEntitlement" -> AccessOperations.grant(request);
      case "deleteEntitlement" -> AccessOperations.withdraw(request);
      case "putKey" -> AccessOperations.putKey(request);
      case "deleteKey" -> AccessOperations.deleteKey(request);
      case "listKeys" -> all(request.desk().book().listKeys().stream().map(AdminJson::of));
      case "rotateKey" -> AccessOperations.rotate(request);
      case "revokeKey" -> AccessOperations.revoked(request.name("key"), request);
      case "listPlans" -> all(request.desk().book().listPlans().stream().map(AdminJson::of));
      case "putPlan" -> AccessOperations.putPlan(request);
      case "listProviders" -> new Outcome.Done(providers(database));
      case "deleteProvider" -> removeProvider(request);
      case "listRuns" -> all(new ActiveSessions(database).list().stream().map(AdminJson::of));
      case "undoRun" -> undone(request);
      case "listUsage" -> usage(request);
      case "listAudit" ->
          all(
              new PostgresAudit(database)
                      .since(
                          Objects.requireNonNullElse(request.input().time("since"), Instant.EPOCH))
                      .stream()
                      .map(AdminJson::of));
      case "getStatus" ->
          new Outcome.Done(
              JsonObject.of("providers", providers(database))
                  .with("backup", AdminJson.of(new PostgresBackupLog(database).last())));
      default -> throw new IllegalArgumentException(request.operation().id());
    };
  }

  private static Outcome all(Stream<JsonObject> items) {
    return new Outcome.Done(items.toList());
  }

  private static List<JsonObject> providers(Database database) {
    Instant now = Instant.now();
    return new PostgresSources(database)
        .list().stream().map(source -> SourceJson.of(source, now)).toList();
  }

  private static Outcome removeProvider(AdminRequest request) {
    String provider = request.name("provider");
    return new PostgresSources(request.storage().database())
        .remove(provider)
        .<Outcome>map(removed -> new Outcome.Done(AdminJson.withdrawn(provider, removed)))
        .orElseGet(() -> new Outcome.Missing("there is no provider " + provider));
  }

  private Outcome undone(AdminRequest request) {
    String run = request.name("run");
    if (new PostgresRunLog(request.storage().database()).run(run).isEmpty()) {
      return new Outcome.Missing("there is no run " + run);
    }
    boolean dry = Boolean.TRUE.equals(request.input().flag("dryRun"));
    try {
      return switch (undo.run(
          run, dry ? Rules.Effect.DRY_RUN : Rules.Effect.COMMIT, request.storage())) {
        case ReplayAndUndo.Result.Declined(String why) -> new Outcome.Conflict(why);
        case ReplayAndUndo.Result.Done(Report report) -> {
          Notice refusal = report.refusal();
          StringWriter json = new StringWriter();
          JsonReport.write(report, json);
          yield refusal == null
              ? new Outcome.Done(new JsonTree.Written(json.toString()))
              : new Outcome.Conflict(refusal.sentence());
        }
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Outcome usage(AdminRequest request) {
    AdminInput input = request.input();
    String organization = input.text("organization");
    Instant from = input.time("from");
    Instant until = input.time("until");
    if (from != null && until != null && !from.isBefore(until)) {
      return request.refused("until", Reason.WINDOW_EMPTY, "later than from");
    }
    String part = Objects.requireNonNullElse(input.text("by"), "organization");
    return request
        .desk()
        .usage(organization, from, until, By.valueOf(part.toUpperCase(Locale.ROOT)))
        .map(sums -> all(sums.stream().map(sum -> AdminJson.of(sum, part))))
        .orElseGet(() -> request.noOrganization(String.valueOf(organization)));
  }
}
