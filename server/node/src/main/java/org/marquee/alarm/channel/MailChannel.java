package org.marquee.alarm.channel;

import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Date;
import javax.net.ssl.SSLSocketFactory;

/// Sends messages as mail in plain text.
public final class MailChannel implements Channel {
  private final InternetAddress from;
  private final InternetAddress[] to;
  private final MailServer server;
  private final Session session;

  /// @param from who it is from
  /// @param to one or more addresses, separated by commas
  /// @param within for each step of a conversation with the server
  /// @throws IllegalArgumentException if one of the addresses is none
  public MailChannel(String from, String to, MailServer server, Duration within) {
    this(from, to, server, within, (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /// @param secure knows whose certificates count
  MailChannel(String from, String to, MailServer server, Duration within, SSLSocketFactory secure) {
    this.from = addresses(from)[0];
    this.to = addresses(to);
    this.server = server;
    session = Session.getInstance(server.properties(within, secure));
  }

  private static InternetAddress[] addresses(String text) {
    try {
      InternetAddress[] all = InternetAddress.parse(text, true);
      for (InternetAddress each : all) {
        each.validate();
      }
      if (all.length > 0) {
        return all;
      }
    } catch (AddressException _) {
      // refused below
    }
    throw new IllegalArgumentException("not a mail address: " + text);
  }

  @Override
  public String name() {
    return "mail";
  }

  @Override
  public String send(Message message) throws IOException {
    try {
      Transport.send(written(message), server.user(), server.password());
      return "the server took it";
    } catch (MessagingException e) {
      throw new IOException(
          "%s did not take the mail: %s".formatted(server, String.valueOf(e.getMessage()).strip()),
          e);
    }
  }

  private MimeMessage written(Message message) throws MessagingException {
    MimeMessage mail = new NamedMail(session, message.id(), from);
    mail.setFrom(from);
    mail.setRecipients(RecipientType.TO, to);
    mail.setSubject(message.subject(), "UTF-8");
    mail.setSentDate(Date.from(message.at()));
    mail.setHeader("Auto-Submitted", "auto-generated");
    mail.setText(message.text(), "UTF-8");
    return mail;
  }

  /// A mail that has the same id each time it is sent.
  private static final class NamedMail extends MimeMessage {
    private final String id;

    NamedMail(Session session, String id, InternetAddress from) {
      super(session);
      this.id = '<' + id + '@' + from.getAddress().replaceFirst(".*@", "") + '>';
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }

  @Override
  public String toString() {
    return "mail to " + Arrays.toString(to) + " by " + server;
  }
}
