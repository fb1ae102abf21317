package org.marquee;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/// Runs the slowest test classes first, so that no processor is idle at the end of a run.
///
/// [TestSummary] prints the list to keep this one by. A class that is missing here runs in its
/// turn.
public final class SlowestFirst implements ClassOrderer {
  /// Simple names. Classes that wait most of their time alternate with those that compute.
  private static final List<String> SLOWEST =
      List.of(
          "EmbeddedPostgresTest",
          "ExamplesTest",
          "AccountingTest",
          "KilledImportTest",
          "CommandProcessTest",
          "UndoTest",
          "RootCommandTest",
          "OutageTest",
          "JsonShapesTest",
          "FrontProxyTest",
          "RealFilesTest",
          "FormatFuzzTest",
          "SharedHomeTest",
          "DoctorTest",
          "AccessLogTest",
          "ReplayTest",
          "NotOurDataTest",
          "CheckpointStartTest",
          "WatchingTest",
          "SharedCacheTest",
          "CollectVenuesTest",
          "TlsTest",
          "ListsTest",
          "ChangesTest",
          "KeptCopyTest",
          "DatabaseLifeTest",
          "CollectingNodesTest",
          "SchemaOrgHostileTest",
          "SharedRatesTest",
          "PromotedReplicaTest",
          "ClusterflickStreamTest",
          "RefreshTest",
          "ReconciliationModelTest",
          "ImportsAtOnceTest",
          "ChangeFeedModelTest",
          "CollectSchedulerTest",
          "CancelledTest",
          "SnapshotTest",
          "ServeProcessTest",
          "ArchitectureTest",
          "HomeTest",
          "RealDirectorsTest",
          "PostgresBinariesTest",
          "RealTitlesTest",
          "BackupTest",
          "VenueFilesTest",
          "BadFeedTest");

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(Comparator.comparingInt(SlowestFirst::rank));
  }

  private static int rank(ClassDescriptor each) {
    int rank = SLOWEST.indexOf(each.getTestClass().getSimpleName());
    return rank < 0 ? SLOWEST.size() : rank;
  }
}
