package org.marquee.store.sql;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.ListingsUnusable;

/// Tells a database that cannot be used now from one that does not understand a statement of ours:
/// the first passes. The second has not our tables, or not all of them, or the statement is wrong.
public final class Outage {
  /// The classes of SQLSTATE (PostgreSQL manual, appendix A) that are about the statement: not
  /// supported, cardinality, data, constraint, transaction state, syntax or name.
  private static final Set<String> OURS = Set.of("0A", "21", "22", "23", "25", "42");

  /// `read_only_sql_transaction`: a standby, or a primary that refuses changes for now. That
  /// passes, or the address is wrong; the statement is right.
  private static final String READ_ONLY = "25006";

  private Outage() {}

  /// The message for readers.
  public static RuntimeException whileReading(SQLException failure) {
    return is(failure)
        ? new ListingsUnavailable("the database cannot be read: " + why(failure), failure)
        : new ListingsUnusable(
            "the database answers, but not with our data: " + line(failure), failure);
  }

  /// The first line of what the database says; the rest is about the statement.
  public static String line(SQLException failure) {
    return why(failure).lines().findFirst().orElse("");
  }

  /// Whether it passes without a change of ours.
  public static boolean is(SQLException failure) {
    @Nullable String state = failure.getSQLState();
    return state == null
        || state.length() < 2
        || isReadOnly(failure)
        || !OURS.contains(state.substring(0, 2));
  }

  /// Whether the database takes no changes, as a standby.
  public static boolean isReadOnly(SQLException failure) {
    return READ_ONLY.equals(failure.getSQLState());
  }

  /// The reason for an operator: the message of the driver, or what to do where that is not plain.
  /// The driver reports only that a connection failed; the system's reason is added.
  public static String why(SQLException failure) {
    if (isReadOnly(failure)) {
      return "the database is read-only, as a standby is. Name the primary, or all hosts separated"
          + " by commas, with --database or MARQUEE_DATABASE";
    }
    String message = String.valueOf(failure.getMessage());
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      String reason = cause instanceof IOException broken ? why(broken) : null;
      if (reason != null && !message.contains(reason)) {
        return message + " (" + reason + ")";
      }
    }
    return message;
  }

  private static @Nullable String why(IOException broken) {
    return switch (broken) {
      case UnknownHostException unknown -> "unknown host " + unknown.getMessage();
      case EOFException _ -> "the other side closed the connection";
      default -> broken.getMessage();
    };
  }
}
