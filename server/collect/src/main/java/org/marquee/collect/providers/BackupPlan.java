package org.marquee.collect.providers;

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
    String keep = item.text("keep", "[1-9][0-9]{0,3}", "must be a whole number from 1 to 9999");
    boolean input = !item.has("input") || ProviderItem.flag(item, "input");
    item.end();
    return new BackupPlan(
        schedule,
        folder == null ? FOLDER : folder,
        keep == null ? KEEP : Integer.parseInt(keep),
        input);
  }
}
