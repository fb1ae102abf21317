package org.marquee.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.GoldenFile;
import org.marquee.Repository;
import org.marquee.admin.SocketClient.Answer;
import org.marquee.app.home.Storage;
import org.marquee.archive.RawInputArchive;
import org.marquee.collect.ReplayAndUndo;
import org.marquee.contract.Contract;
import org.marquee.node.CloseStack;
import org.marquee.store.audit.PostgresAudit;
import org.marquee.store.run.PostgresRunLog;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Administration over a real socket (docs/administration.md).
@NullMarked
class AdminSocketTest {
  private static final JsonNode CONTRACT =
      JsonMapper.shared().valueToTree(Contract.read(AdminSocket.class, "admin-openapi.yaml"));

  private final AtomicInteger changes = new AtomicInteger();
  private @Nullable Storage storage;
  private @Nullable CloseStack server;
  private Path socket = Path.of("");
  private SocketClient client = new SocketClient(socket);

  @BeforeEach
  void start(@TempDir Path home) throws IOException {
    storage = Storage.of(home, MigratedDatabase.open());
    server = start(storage);
    socket = home.resolve("admin/socket");
    client = new SocketClient(socket);
  }

  private CloseStack start(Storage in) throws IOException {
    return AdminSocket.start(
        in,
        (run, effect, own) ->
            new ReplayAndUndo(
                    new RawInputArchive(own.home()),
                    own.imports(),
                    new PostgresRunLog(own.database()))
                .undo(run, effect),
        changes::incrementAndGet);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
    if (storage != null) {
      storage.close();
    }
  }

  private Storage storage() {
    return Objects.requireNonNull(storage);
  }

  private static void is(int status, Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
  }

  @Test
  void only_the_owner_can_open_the_socket_and_it_goes_when_the_server_does() throws IOException {
    assertThat(permissions(socket)).isEqualTo("rw-------");
    assertThat(permissions(socket.resolveSibling("."))).isEqualTo("rwx------");
    assertThat(permissions(socket.resolveSibling("lock"))).endsWith("------");
    stop();
    server = null;
    assertThat(socket).doesNotExist();
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void what_is_sent_twice_is_done_once() {
    is(201, client.ask("PUT", "/organizations/acme", ""));
    is(200, client.put("/organizations/acme", "{}"));
    is(201, client.put("/plans/gold", "{\"rate\":6000,\"quota\":5000000}"));
    is(200, client.put("/plans/gold", "{\"rate\":6000,\"quota\":5000000}"));
    Answer granted = client.put("/organizations/acme/entitlement", "{\"plan\":\"gold\"}");
    is(200, granted);
    assertThat(client.put("/organizations/acme/entitlement", "{\"plan\":\"gold\"}").data())
        .isEqualTo(granted.data());
    Answer key = client.ask("PUT", "/organizations/acme/keys/web%20shop", "");
    is(201, key);
    assertThat(key.data().get("key").asString()).startsWith("mq_");
    Answer again = client.put("/organizations/acme/keys/web%20shop", "{\"scope\":\"api\"}");
    is(200, again);
    assertThat(again.data().get("id")).isEqualTo(key.data().get("id"));
    assertThat(again.data().has("key")).isFalse();
    is(200, client.delete("/organizations/acme/keys/web%20shop"));
    is(200, client.delete("/organizations/acme/keys/web%20shop"));
    is(200, client.delete("/organizations/acme/entitlement"));
    is(200, client.delete("/organizations/acme/entitlement"));

    assertThat(new PostgresAudit(storage().database()).since(Instant.EPOCH))
        .extracting(PostgresAudit.Entry::action)
        .containsExactly(
            "organization.create",
            "plan.create",
            "entitlement.grant",
            "key.create",
            "key.revoke",
            "entitlement.revoke");
    assertThat(changes.get()).isPositive();
    Answer successor = client.ask("PUT", "/organizations/acme/keys/web%20shop", "");
    is(201, successor);
    assertThat(successor.data().get("id")).isNotEqualTo(key.data().get("id"));
  }

  @Test
  void a_key_is_created_once_however_many_ask_for_it_at_the_same_time() throws Exception {
    is(201, client.ask("PUT", "/organizations/acme", ""));
    List<Future<Answer>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int at = 0; at < 16; at++) {
        answers.add(threads.submit(() -> client.ask("PUT", "/organizations/acme/keys/web", "")));
      }
    }
    int secrets = 0;
    for (Future<Answer> each : answers) {
      secrets += each.get().data().has("key") ? 1 : 0;
    }
    assertThat(secrets).isEqualTo(1);
    assertThat(client.get("/keys").data()).hasSize(1);
  }

  @Test
  void keys_are_rotated_and_revoked_by_their_id_once() {
    client.ask("PUT", "/organizations/acme", "");
    String old = client.ask("PUT", "/organizations/acme/keys/web", "").data().get("id").asString();
    Answer rotated = client.post("/keys/" + old + "/rotation", "{\"keepOldSeconds\":60}");
    is(201, rotated);
    assertThat(rotated.data().get("key").asString()).startsWith("mq_");
    is(409, client.post("/keys/" + old + "/rotation", "{}"));
    // The old key is still valid, and the new one is the key of the label.
    assertThat(client.ask("PUT", "/organizations/acme/keys/web", "").data().get("id"))
        .isEqualTo(rotated.data().get("id"));
    is(200, client.delete("/keys/" + old));
    assertThat(client.delete("/keys/" + old).data().has("revoked")).isTrue();
    is(404, client.delete("/keys/key_nothing"));
    is(404, client.post("/keys/key_nothing/rotation", "{}"));
    is(409, client.put("/organizations/acme/keys/web", "{\"scope\":\"calendar\"}"));
    is(409, client.put("/organizations/acme/keys/web", "{\"expires\":\"2099-01-01T00:00:00Z\"}"));
  }

  @Test
  void an_organization_that_is_suspended_stays_so_until_it_is_resumed() {
    is(201, client.put("/organizations/acme", "{\"suspended\":true}"));
    assertThat(client.put("/organizations/acme", "{}").data().get("suspended").asBoolean())
        .isTrue();
    assertThat(
            client
                .put("/organizations/acme", "{\"suspended\":false}")
                .data()
                .get("suspended")
                .asBoolean())
        .isFalse();
    assertThat(client.get("/organizations/acme").data())
        .isEqualTo(client.get("/organizations").data().get(0));
    is(404, client.get("/organizations/other"));
  }

  @Test
  void all_faults_of_a_request_are_listed() {
    client.ask("PUT", "/organizations/acme", "");
    assertThat(
            client
                .put("/organizations/acme/entitlement", "{\"from\":3,\"until\":\"soon\",\"x\":1}")
                .reasons())
        .isEqualTo("plan:required from:malformed until:malformed x:unknown");
    assertThat(
            client
                .put(
                    "/organizations/acme/entitlement",
                    "{\"plan\":\"trial\",\"from\":\"2026-02-01T00:00:00Z\",\"until\":\"2026-01-01T00:00:00Z\"}")
                .reasons())
        .isEqualTo("until:window_empty");
    assertThat(client.put("/organizations/acme/entitlement", "{\"plan\":\"none\"}").reasons())
        .isEqualTo("plan:unknown_value");
    assertThat(client.put("/plans/GOLD", "{\"rate\":6}").reasons()).isEqualTo("plan:malformed");
    assertThat(client.put("/plans/gold", "{\"rate\":null,\"quota\":5}").reasons())
        .isEqualTo("quota:required_together");
    assertThat(client.put("/plans/gold", "{\"rate\":6000,\"burst\":99}").reasons())
        .isEqualTo("burst:too_small");
    assertThat(client.put("/plans/gold", "{\"rate\":0,\"quota\":99999999999999999999}").reasons())
        .isEqualTo("rate:too_small quota:too_large");
    assertThat(client.put("/plans/gold", "{\"rate\":1.5,\"bulk\":\"yes\"}").reasons())
        .isEqualTo("rate:malformed bulk:malformed");
    assertThat(client.get("/usage?by=hour&from=2026&more=1&by=day").reasons())
        .isEqualTo("by:repeated from:malformed more:unknown");
    assertThat(client.get("/organizations?a=1").reasons()).isEqualTo("a:unknown");
    assertThat(client.ask("PUT", "/organizations/a%20b?x=1", "").reasons()).isEqualTo("x:unknown");
    assertThat(client.ask("PUT", "/organizations/a%20b", "").reasons())
        .isEqualTo("organization:malformed");
    assertThat(client.ask("PUT", "/organizations/acme/keys/a%07b", "").reasons())
        .isEqualTo("label:malformed");
    is(404, client.get("/usage?organization=nobody"));
  }

  @Test
  void a_body_that_is_no_object_in_json_is_refused() {
    for (String body :
        List.of(
            "[]",
            "3",
            "{\"rate\":1",
            "{\"rate\":1,\"rate\":2}",
            "{} {}",
            "\u0000",
            "[".repeat(5000))) {
      assertThat(client.put("/plans/gold", body).reasons()).as(body).isEqualTo("body:malformed");
    }
    assertThat(client.ask("PUT", "/plans/gold", "").reasons()).isEqualTo("rate:required");
    is(415, client.ask("PUT", "/plans/gold", "{\"rate\":1}"));
    is(415, client.ask("PUT", "/plans/gold", "{\"rate\":1}", "Content-Type: text/plain"));
    is(
        415,
        client.ask(
            "PUT",
            "/plans/gold",
            "{\"rate\":1}",
            "Content-Type: application/json",
            "Content-Type: text/plain"));
    is(413, client.put("/plans/gold", "{\"rate\":" + " ".repeat(70_000) + "1}"));
    assertThat(client.get("/plans").data().findValuesAsString("name")).doesNotContain("gold");
  }

  @Test
  void a_body_that_ends_too_early_changes_nothing() throws IOException {
    String head = "PUT /plans/gold HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    client.leaveAfter(head + "Content-Length: 100\r\n\r\n{\"rate\":5}");
    client.leaveAfter(head + "Transfer-Encoding: chunked\r\n\r\na\r\n{\"rate\":5}\r\n");
    client.leaveAfter("PUT /organizations/acme HTTP/1.1\r\nHost:");
    is(
        201,
        client.send(
            head
                + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                + "5\r\n{\"rat\r\n5\r\ne\":5}\r\n0\r\n\r\n"));
  }

  @Test
  void the_audit_has_the_user_of_the_system_and_the_person_that_one_names() {
    client.ask("PUT", "/organizations/one", "");
    is(201, client.ask("PUT", "/organizations/two", "", "Marquee-Actor: anna@example.com"));
    String user = System.getProperty("user.name");
    JsonNode all = client.get("/audit?since=2026-01-01T00:00:00%2B01:00").data();
    assertThat(all.findValuesAsString("by")).containsExactly(user, "anna@example.com as " + user);
    assertThat(all.findValuesAsString("via")).containsOnly("admin socket");
    assertThat(client.get("/audit?since=2999-01-01T00:00:00Z").data()).isEmpty();

    assertThat(
            client
                .ask("PUT", "/organizations/c", "", "Marquee-Actor: a", "Marquee-Actor: b")
                .reasons())
        .isEqualTo("Marquee-Actor:repeated");
    assertThat(
            client.ask("PUT", "/organizations/c", "", "Marquee-Actor: " + "a".repeat(81)).reasons())
        .isEqualTo("Marquee-Actor:malformed");
    is(404, client.get("/organizations/c"));
  }

  @Test
  void runs_and_providers_that_do_not_exist_are_not_found() {
    is(404, client.post("/runs/20261120T060010Z-9f8a3c71/undo", "{\"dryRun\":true}"));
    is(404, client.delete("/providers/rex"));
    assertThat(client.get("/runs").data()).isEmpty();
    assertThat(client.get("/status").data().get("providers")).isEmpty();
    is(404, client.get("/nothing"));
    is(405, client.ask("PATCH", "/plans", ""));
    is(405, client.ask("DELETE", "/plans/trial", ""));
    assertThat(client.get("/openapi.json").json()).isEqualTo(CONTRACT);
  }

  @Test
  void a_socket_that_was_left_behind_is_replaced_and_one_in_use_is_not() throws IOException {
    assertThatThrownBy(() -> start(storage())).hasMessageContaining("another process answers at");
    is(200, client.get("/organizations"));

    Objects.requireNonNull(server).close();
    try (var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      left.bind(UnixDomainSocketAddress.of(socket));
    }
    assertThat(socket).exists();
    server = start(storage());
    is(200, client.get("/organizations"));

    server.close();
    Files.writeString(socket, "a file of somebody's");
    assertThatThrownBy(() -> start(storage())).hasMessageContaining("is not a socket");
    assertThat(socket).hasContent("a file of somebody's");
    Files.delete(socket);
    server = start(storage());
  }

  @Test
  void a_folder_that_was_open_to_others_is_closed(@TempDir Path home) throws IOException {
    Files.createDirectory(home.resolve("admin"));
    Files.setPosixFilePermissions(
        home.resolve("admin"), PosixFilePermissions.fromString("rwxrwxrwx"));
    try (Storage other = Storage.of(home, MigratedDatabase.open());
        CloseStack _ = start(other)) {
      assertThat(permissions(home.resolve("admin"))).isEqualTo("rwx------");
    }
  }

  @Test
  void a_home_whose_path_is_too_long_for_a_socket_is_refused_with_its_length(@TempDir Path home)
      throws IOException {
    Path longest = home.resolve("ä".repeat((106 - home.toString().length() - 14) / 2));
    Files.createDirectory(longest);
    try (Storage other = Storage.of(longest, MigratedDatabase.open());
        CloseStack _ = start(other)) {
      is(200, new SocketClient(longest.resolve("admin/socket")).get("/plans"));
    }
    Path over = home.resolve("x".repeat(107 - home.toString().length() - 14));
    Files.createDirectory(over);
    try (Storage other = Storage.of(over, MigratedDatabase.open())) {
      assertThatThrownBy(() -> start(other)).hasMessageContaining("107 bytes", "at most 106");
    }
  }

  @Test
  void the_committed_copy_is_the_contract() throws IOException {
    GoldenFile.compare(
        Repository.path("docs/admin-openapi.yaml"), new String(AdminContract.yaml(), UTF_8));
  }

  @Test
  void answers_are_what_the_contract_says() {
    JsonNode closed = CONTRACT.deepCopy();
    closed
        .at("/components/schemas")
        .forEach(schema -> {
          String name = schema.path("description").asString();
          boolean open =
              name.startsWith("The columns")
                  || name.startsWith("What is stored of")
                  || name.startsWith("The report");
          if (!open) {
            ((ObjectNode) schema).put("additionalProperties", false);
          }
        });
    SchemaRegistry registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(Map.of("https://here.example/", closed.toString())));
    client.put("/organizations/acme", "{\"suspended\":true}");
    client.put("/plans/gold", "{\"rate\":6000,\"quota\":5}");
    client.put(
        "/organizations/acme/entitlement",
        "{\"plan\":\"gold\",\"until\":\"2099-01-01T00:00:00Z\"}");
    Answer key =
        client.put("/organizations/acme/keys/web", "{\"expires\":\"2099-01-01T00:00:00Z\"}");
    check(registry, key, "Key");
    check(registry, client.delete("/organizations/acme/keys/web"), "Key");
    check(registry, client.get("/organizations/acme"), "Organization");
    for (JsonNode each : client.get("/plans").data()) {
      check(registry, each, "Plan");
    }
    for (JsonNode each : client.get("/audit").data()) {
      check(registry, each, "Change");
    }
    check(registry, client.get("/status"), "Status");
    check(registry, client.get("/usage?by=x").json(), "ErrorAnswer");
  }

  private static void check(SchemaRegistry registry, Answer answer, String type) {
    check(registry, answer.data(), type);
  }

  private static void check(SchemaRegistry registry, JsonNode value, String type) {
    List<Error> errors =
        registry
            .getSchema(SchemaLocation.of("https://here.example/#/components/schemas/" + type))
            .validate(value);
    assertThat(errors).as(type + " " + value).isEmpty();
  }
}
