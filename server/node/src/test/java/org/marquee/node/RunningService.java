package org.marquee.node;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.NullMarked;
import org.marquee.contract.ContractCheck;
import org.marquee.site.frame.SiteSettings;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.EmptyDatabases;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A [ServingNode] with a database of its own, and a caller whose key has no limit.
@NullMarked
public final class RunningService implements AutoCloseable {
  private final Database database;
  private final Consumer<Database> end;
  private final ServingNode node;
  private final String key;

  private RunningService(Database database, Consumer<Database> end, ServingNode node, String key) {
    this.database = database;
    this.end = end;
    this.node = node;
    this.key = key;
  }

  public static RunningService start() {
    return start(ServingNode::on);
  }

  /// The same with pages for people, for everybody and for operators.
  public static RunningService withPages(SiteSettings pages) {
    return start(database -> ServingNode.withPages(database, pages));
  }

  /// One over a database that stays the caller's.
  public static RunningService over(Database database) {
    return start(database, _ -> {}, ServingNode::on);
  }

  /// One over the records of a database.
  public static RunningService on(TestDatabase database) {
    return start(MigratedDatabase.open(database), Database::close, ServingNode::on);
  }

  private static RunningService start(Function<Database, ServingNode> node) {
    return start(EmptyDatabases.take(), EmptyDatabases::giveBack, node);
  }

  private static RunningService start(
      Database database, Consumer<Database> end, Function<Database, ServingNode> node) {
    String key = ServingNode.key(database, "tester");
    return new RunningService(database, end, node.apply(database), key);
  }

  public Database database() {
    return database;
  }

  public String key() {
    return key;
  }

  public int port() {
    return node.address().getPort();
  }

  /// Where the operations port listens.
  public InetSocketAddress operationsAddress() {
    return node.operationsAddress();
  }

  /// The answer of the interface to a GET with the key; it keeps the contract.
  public HttpResponse<String> get(String target) {
    return ask(target, "Authorization", "Bearer " + key);
  }

  /// Waits until the answers have everything that is stored now.
  public void awaitNews() {
    Patience.await(() -> {
      JsonNode info = JsonMapper.shared().readTree(operations("/info").body());
      return info.at("/snapshot/revision").asLong(-1) == info.at("/revision/number").asLong();
    });
  }

  /// The answer of the operations port.
  public HttpResponse<String> operations(String target) {
    return node.operations(target);
  }

  /// The answer of the interface to a GET with these header fields alone; it keeps the contract.
  ///
  /// @param headers names and values in turn
  public HttpResponse<String> ask(String target, String... headers) {
    HttpResponse<String> answer = get("http://127.0.0.1:" + port() + target, headers);
    if (target.startsWith("/v1/")) {
      ContractCheck.check(target, answer.statusCode(), answer.headers()::allValues, answer.body());
    }
    return answer;
  }

  private static HttpResponse<String> get(String address, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    return Caller.send(
        headers.length == 0 ? request : request.headers(headers),
        HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    node.close();
    end.accept(database);
  }
}
