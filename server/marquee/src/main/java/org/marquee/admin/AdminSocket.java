package org.marquee.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.marquee.app.home.Storage;
import org.marquee.background.TaskFailure;
import org.marquee.contract.Contract;
import org.marquee.contract.DocumentText;
import org.marquee.files.FileOwner;
import org.marquee.files.PrivateFiles;
import org.marquee.http.BodyLimit;
import org.marquee.http.Cors;
import org.marquee.http.HttpServer;
import org.marquee.http.Response;
import org.marquee.http.ServerSettings;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.handler.Router;
import org.marquee.node.CloseStack;

/// The socket `admin/socket` in a home, and the server behind it (docs/administration.md).
///
/// Only its owner and root can reach it, from the first moment: its folder is closed to others
/// before it is made. A lock beside it, which the system takes from a process that is killed, tells
/// a socket that was left behind from one in use.
public final class AdminSocket {
  /// The folder in a home.
  static final String FOLDER = "admin";

  /// Java takes no longer path for a socket, in bytes. Written by the tests from the declarations
  /// of the operations.
  private static final String CONTRACT = "admin-openapi.yaml";

  private static final int LONGEST_PATH = 106;

  private static final String OWNERS_ONLY = "rwx------";
  private static final int CONNECTIONS = 32;

  private AdminSocket() {}

  /// Starts answering. When it is closed, it answers what was asked, then removes the socket.
  ///
  /// @param undo takes imports back
  /// @param changed is told of each change
  /// @throws IOException if that cannot be, as when another process answers there; the message says
  ///   what to do
  public static CloseStack start(Storage storage, Undo undo, Runnable changed) throws IOException {
    Path socket = storage.home().resolve(FOLDER).resolve("socket");
    int length = socket.toString().getBytes(UTF_8).length;
    if (length > LONGEST_PATH) {
      throw new IOException(
          "%s has %d bytes, and the path of a socket may have %d at most: give a --home with a shorter path"
              .formatted(socket, length, LONGEST_PATH));
    }
    Path folder = PrivateFiles.folder(storage.home().resolve(FOLDER));
    if (!PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)).equals(OWNERS_ONLY)) {
      throw new IOException(folder + " is open to others: chmod 700 " + folder);
    }
    CloseStack opened = new CloseStack();
    try {
      opened.add(lock(folder.resolve("lock"), socket));
      removeLeft(socket);
      opened.add(() -> Files.deleteIfExists(socket));
      ExecutorService work =
          opened.add(Executors.newThreadPerTaskExecutor(TaskFailure.threads("admin")));
      opened.add(
          HttpServer.start(
              ServerSettings.at(UnixDomainSocketAddress.of(socket))
                  .withEventLoops(1)
                  .withConnections(ConnectionLimits.withoutShares(CONNECTIONS)),
              routes(storage, undo, work, changed)));
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      FileOwner.adopt(socket);
      return opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  private static FileChannel lock(Path file, Path socket) throws IOException {
    FileChannel lock =
        Files.exists(file)
            ? FileChannel.open(file, StandardOpenOption.WRITE)
            : PrivateFiles.newFile(file);
    try {
      if (lock.tryLock() != null) {
        return lock;
      }
    } catch (OverlappingFileLockException _) {
      // It is held by this process itself.
    }
    lock.close();
    throw new IOException(
        "another process answers at %s: one node of a home can have --admin-socket"
            .formatted(socket));
  }

  private static void removeLeft(Path socket) throws IOException {
    if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isOther()) {
      throw new IOException(socket + " is not a socket: move it away");
    }
    Files.delete(socket);
  }

  private static Router routes(Storage storage, Undo undo, ExecutorService work, Runnable changed) {
    AdminOperations operations = new AdminOperations(undo);
    Router.Builder routes = Router.builder(Cors.OFF).help("/openapi.json");
    for (AdminOperation each : AdminOperations.ALL) {
      routes.route(
          each.method(),
          each.path(),
          each.takesBody() ? AdminHandler.BODY : BodyLimit.IGNORED,
          new AdminHandler(each, operations, storage, work, changed));
    }
    return routes
        .get(
            "/openapi.json",
            (request, reply) ->
                reply.sendFrom(
                    work,
                    request,
                    () ->
                        Response.json(
                            200, DocumentText.json(Contract.read(AdminSocket.class, CONTRACT)))))
        .build();
  }
}
