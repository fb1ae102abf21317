package org.marquee.store.reconcile.stage;

import java.util.Locale;

/// The steps of an import, in their order. `Reconciliation` runs them, and `UndoneImport` follows
/// them.
public enum ImportStep {
  GIVE_IDS,
  MERGE,
  FORGET_HELD_BACK,
  STAGE_AGAIN,
  WRITE_SOURCES,
  LINK,
  REFER,
  WRITE_SCREENS,
  FIND_UNLISTED,
  COMPARE,
  WRITE_SHOWTIMES,
  WITHDRAW_SHOWTIMES,
  WITHDRAW,
  LINK_AGAIN,
  CONFIRM;

  /// The step as logs name it, such as `give ids`.
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
