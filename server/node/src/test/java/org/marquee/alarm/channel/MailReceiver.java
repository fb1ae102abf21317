package org.marquee.alarm.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.NullMarked;
import org.marquee.http.SelfSigned;

/// A mail server on a port of this machine that takes a mail only from those who log in.
@NullMarked
final class MailReceiver implements AutoCloseable {
  static final String USER = "marquee";
  static final String PASSWORD = "hunter2";

  private final ServerSocket listening;
  private final SelfSigned certificate = SelfSigned.make();
  private final MailServer.Security security;
  private final List<Taken> taken = new CopyOnWriteArrayList<>();

  /// A mail that was taken.
  ///
  /// @param encrypted whether the connection was
  record Taken(String from, List<String> to, String text, boolean encrypted) {}

  private MailReceiver(ServerSocket listening, MailServer.Security security) {
    this.listening = listening;
    this.security = security;
  }

  static MailReceiver start(MailServer.Security security) throws IOException {
    MailReceiver receiver =
        new MailReceiver(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()), security);
    Thread.ofVirtual().start(receiver::accept);
    return receiver;
  }

  int port() {
    return listening.getLocalPort();
  }

  SSLContext trusting() {
    return certificate.trusting();
  }

  List<Taken> taken() {
    return taken;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try (Socket socket = listening.accept()) {
        talk(
            security == MailServer.Security.IMPLICIT ? secured(socket) : socket,
            security == MailServer.Security.IMPLICIT);
      } catch (IOException | GeneralSecurityException _) {
        // The next one may succeed.
      }
    }
  }

  private Socket secured(Socket socket) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(
        "own",
        certificate.keys().getPrivate(),
        new char[0],
        new Certificate[] {certificate.certificate()});
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), null, null);
    SSLSocket secured =
        (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
    secured.setUseClientMode(false);
    secured.startHandshake();
    return secured;
  }

  private void talk(Socket socket, boolean encrypted) throws IOException, GeneralSecurityException {
    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    OutputStream out = socket.getOutputStream();
    say(out, "220 ready");
    boolean known = false;
    String from = "";
    List<String> to = new ArrayList<>();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String verb = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
      switch (verb) {
        case "EHLO" -> {
          say(out, "250-here");
          if (security == MailServer.Security.STARTTLS && !encrypted) {
            say(out, "250-STARTTLS");
          }
          say(out, "250 AUTH PLAIN");
        }
        case "STARTTLS" -> {
          say(out, "220 go ahead");
          socket = secured(socket);
          in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
          out = socket.getOutputStream();
          encrypted = true;
        }
        case "AUTH" -> {
          known =
              new String(Base64.getDecoder().decode(line.substring("AUTH PLAIN ".length())), UTF_8)
                  .endsWith("\0" + USER + "\0" + PASSWORD);
          say(out, known ? "235 welcome" : "535 authentication failed");
        }
        case "MAIL" -> {
          from = line;
          say(out, known ? "250 ok" : "530 log in");
        }
        case "RCPT" -> {
          to.add(line);
          say(out, "250 ok");
        }
        case "DATA" -> {
          say(out, "354 go on");
          StringBuilder text = new StringBuilder();
          for (String next = in.readLine();
              next != null && !next.equals(".");
              next = in.readLine()) {
            text.append(next).append('\n');
          }
          taken.add(new Taken(from, List.copyOf(to), text.toString(), encrypted));
          say(out, "250 taken");
        }
        case "QUIT" -> {
          say(out, "221 bye");
          return;
        }
        default -> say(out, "502 what?");
      }
    }
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(UTF_8));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
