package org.marquee.collect;

/// When backups are made, and where: `backup` in `providers.yaml` (docs/backup.md, "Every night").
///
/// @param folder absolute, or below the home
/// @param keep how many stay; older ones are deleted, at least 1
/// @param input whether the raw input of the runs belongs to them
public record BackupPlan(Schedule schedule, String folder, int keep, boolean input) {
  private static final String FOLDER = "backups";
  private static final int KEEP = 7;

  static BackupPlan read(YamlDocument.Item item) {
    Schedule schedule = ProviderItem.schedule(item);
    if (schedule instanceof Schedule.ByHand) {
      item.fault("at", "or every is required");
    }
    String folder = item.text("folder");
    int keep = KEEP;
    String number = item.text("keep");
    if (number != null && number.matches("[1-9][0-9]{0,3}")) {
      keep = Integer.parseInt(number);
    } else if (number != null) {
      item.fault("keep", "must be a whole number from 1 to 9999, not \"" + number + '"');
    }
    boolean input = !item.has("input") || ProviderItem.flag(item, "input");
    item.end();
    return new BackupPlan(schedule, folder == null ? FOLDER : folder, keep, input);
  }
}
