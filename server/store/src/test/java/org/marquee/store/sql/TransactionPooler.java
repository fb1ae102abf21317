package org.marquee.store.sql;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.NullMarked;

/// The least that a connection pooler in transaction mode does (PostgreSQL manual, "Message
/// Formats"): one session of the server for all clients, a transaction at a time. The first client
/// logs in to the server, the others to nothing. COPY is not understood.
@NullMarked
final class TransactionPooler implements AutoCloseable {
  private static final int SSL_REQUEST = 80_877_103;
  private static final int GSS_REQUEST = 80_877_104;
  private static final int AUTHENTICATED = 0;
  private static final int SASL_FINAL = 12;

  private final ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final Socket server;
  private final DataInputStream fromServer;
  private final DataOutputStream toServer;
  private final Semaphore session = new Semaphore(1);
  private final ByteArrayOutputStream greeting = new ByteArrayOutputStream();

  /// @param port of the server, on the loopback address
  TransactionPooler(int port) throws IOException {
    server = new Socket(InetAddress.getLoopbackAddress(), port);
    fromServer = new DataInputStream(server.getInputStream());
    toServer = new DataOutputStream(server.getOutputStream());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException _) {
      // Closed.
    }
  }

  private void serve(Socket client) {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      DataOutputStream out = new DataOutputStream(client.getOutputStream());
      byte[] startup = startup(in, out);
      session.acquire();
      try {
        if (greeting.size() == 0) {
          logIn(startup, in, out);
        } else {
          out.write(greeting.toByteArray());
        }
      } finally {
        session.release();
      }
      while (transaction(in, out)) {
        // Between transactions the session is free for others.
      }
    } catch (IOException | InterruptedException _) {
      // The client has gone.
    }
  }

  private static byte[] startup(DataInputStream in, DataOutputStream out) throws IOException {
    while (true) {
      byte[] body = in.readNBytes(in.readInt() - 4);
      int code = ByteBuffer.wrap(body).getInt();
      if (code != SSL_REQUEST && code != GSS_REQUEST) {
        return body;
      }
      out.write('N');
    }
  }

  private void logIn(byte[] startup, DataInputStream in, DataOutputStream out) throws IOException {
    toServer.writeInt(startup.length + 4);
    toServer.write(startup);
    DataOutputStream kept = new DataOutputStream(greeting);
    int type;
    do {
      type = fromServer.readUnsignedByte();
      byte[] body = fromServer.readNBytes(fromServer.readInt() - 4);
      if (type == 'K') {
        body[0] ^= 0x40;
      }
      send(out, type, body);
      int code = type == 'R' ? ByteBuffer.wrap(body).getInt() : AUTHENTICATED;
      if (code == AUTHENTICATED) {
        send(kept, type, body);
      } else if (code != SASL_FINAL) {
        send(toServer, in.readUnsignedByte(), in.readNBytes(in.readInt() - 4));
      }
    } while (type != 'Z');
  }

  /// Passes one transaction on.
  ///
  /// @return whether the client goes on
  private boolean transaction(DataInputStream in, DataOutputStream out)
      throws IOException, InterruptedException {
    int type = in.readUnsignedByte();
    session.acquire();
    try {
      while (type != 'X') {
        send(toServer, type, in.readNBytes(in.readInt() - 4));
        if ((type == 'Q' || type == 'S') && answer(out) == 'I') {
          return true;
        }
        type = in.readUnsignedByte();
      }
      return false;
    } finally {
      session.release();
    }
  }

  /// Passes the server's messages on until it is ready, and says in which state it is then.
  private int answer(DataOutputStream out) throws IOException {
    while (true) {
      int type = fromServer.readUnsignedByte();
      byte[] body = fromServer.readNBytes(fromServer.readInt() - 4);
      send(out, type, body);
      if (type == 'Z') {
        return body[0];
      }
    }
  }

  private static void send(DataOutputStream out, int type, byte[] body) throws IOException {
    out.write(type);
    out.writeInt(body.length + 4);
    out.write(body);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    server.close();
  }
}
