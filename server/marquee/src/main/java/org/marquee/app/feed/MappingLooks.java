package org.marquee.app.feed;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.detection.FormatDetection;
import org.marquee.feed.proposed.Choice;
import org.marquee.feed.proposed.Corrections;
import org.marquee.feed.proposed.FirstRecords;
import org.marquee.feed.proposed.Proposal;
import org.marquee.site.check.FeedCheck;
import org.marquee.site.check.MappingLook;

/// Looks at a file of CSV or JSON that no format fits, for the page that proposes its mapping. Only
/// its beginning is looked at, so that it takes no longer for a large one.
final class MappingLooks {
  /// What people correct most: a form has few fields.
  private static final List<String> ASKED =
      List.of(
          "startsAt",
          "title",
          "cinema",
          "zone",
          "countryCode",
          "locality",
          "postcode",
          "screenName",
          "bookingUrl",
          "film",
          "externalId",
          "order");

  private MappingLooks() {}

  /// What is shown of a file.
  ///
  /// @param said the corrections of the visitor, by field
  /// @return empty where a format fits, or where no mapping could be proposed
  static Optional<MappingLook> look(FeedCheck.Feed feed, long most, Map<String, String> said)
      throws IOException {
    FeedSource.Part whole = new FilePart(feed.file(), most);
    if (!FormatDetection.of(List.of(whole)).reader().format().equals("unknown")) {
      return Optional.empty();
    }
    Path folder = Files.createTempDirectory("marquee-look-");
    Path file = folder.resolve("feed");
    try {
      for (Charset charset : List.of(StandardCharsets.UTF_8, Charset.forName("windows-1252"))) {
        Optional<String> head = FirstRows.of(whole, charset);
        if (head.isPresent()) {
          Files.writeString(file, head.get(), charset);
          return look(feed.name(), head.get(), charset, new FilePart(file), said);
        }
      }
      return Optional.empty();
    } catch (UnreadableFeed _) {
      return Optional.empty();
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  private static Optional<MappingLook> look(
      String name, String head, Charset charset, FeedSource.Part part, Map<String, String> said)
      throws IOException {
    Corrections corrections = Corrections.NONE;
    String fault = "";
    Proposal proposal;
    try {
      for (Map.Entry<String, String> each : said.entrySet()) {
        corrections =
            corrections.with(each.getKey() + "=" + each.getValue().replaceFirst("^-$", ""));
      }
      proposal = Proposal.of(part, corrections, null);
      if (proposal.mapping().isEmpty() && !said.isEmpty()) {
        throw new Corrections.InvalidCorrection("with these corrections there is no mapping");
      }
    } catch (Corrections.InvalidCorrection e) {
      fault = String.valueOf(e.getMessage());
      proposal = unsaid(part);
    }
    if (proposal.mapping().isEmpty()) {
      return Optional.empty();
    }
    MapProposal mapped =
        MapProposal.of(
            proposal,
            proposal
                .mapping()
                .replace("looking at feed", "looking at " + name.replaceAll("[^\\w. -]", "")),
            new FeedSource(List.of(part), Instant.EPOCH, null));
    FirstRecords records = mapped.records();
    return Optional.of(
        new MappingLook(
            head,
            charset.name(),
            mapped.mapping(),
            proposal.choices().stream()
                .filter(choice -> ASKED.contains(choice.field()))
                .map(choice -> choice(choice, said))
                .toList(),
            proposal.columns().stream().map(Proposal.Seen::name).limit(200).toList(),
            rows(proposal),
            records.first().stream().map(MappingLooks::shown).toList(),
            records.showtimes(),
            records.published(),
            Stream.concat(Stream.ofNullable(mapped.fault()), records.reasons().keySet().stream())
                .limit(5)
                .toList(),
            fault));
  }

  private static Proposal unsaid(FeedSource.Part part) throws IOException {
    try {
      return Proposal.of(part, Corrections.NONE, null);
    } catch (Corrections.InvalidCorrection e) {
      throw new IllegalStateException("nothing was stated", e);
    }
  }

  private static MappingLook.Choice choice(Choice choice, Map<String, String> said) {
    return new MappingLook.Choice(
        choice.field(),
        choice.shown(),
        choice.isUnsure(),
        choice.why(),
        said.getOrDefault(choice.field(), ""),
        choice.others());
  }

  private static List<List<String>> rows(Proposal proposal) {
    return proposal.rows().isEmpty()
        ? proposal.columns().stream()
            .limit(20)
            .map(column -> List.of(column.name(), String.join(", ", column.examples())))
            .toList()
        : proposal.rows().stream().limit(6).toList();
  }

  private static MappingLook.Shown shown(FirstRecords.Shown shown) {
    String zone = shown.zone();
    return new MappingLook.Shown(
        shown.start(),
        zone == null ? "" : zone,
        shown.title(),
        shown.cinema(),
        (shown.screen() + " " + String.join(" ", shown.attributes())).strip());
  }
}
