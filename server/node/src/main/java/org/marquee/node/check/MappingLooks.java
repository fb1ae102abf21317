package org.marquee.node.check;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.detection.FormatDetection;
import org.marquee.feed.proposed.Choice;
import org.marquee.feed.proposed.FirstRecords.Shown;
import org.marquee.feed.proposed.Proposal;
import org.marquee.feed.proposed.StatedFields;
import org.marquee.files.WorkFiles;
import org.marquee.site.check.FeedCheck;
import org.marquee.site.check.MappingLook;

/// Looks at a file of CSV or JSON that no format fits, for the page that proposes its mapping. Only
/// its beginning is looked at, so that it takes no longer for a large one.
final class MappingLooks {
  private MappingLooks() {}

  /// What is shown of a file.
  ///
  /// @param most how many bytes it may have when unpacked
  /// @param said the answers of the visitor, by field
  /// @return empty where a format fits, or where there is no table to ask about
  static Optional<MappingLook> look(FeedCheck.Feed feed, long most, Map<String, String> said)
      throws IOException {
    FeedSource.Part whole = new FilePart(feed.file(), most);
    if (!FormatDetection.of(List.of(whole)).reader().format().equals("unknown")) {
      return Optional.empty();
    }
    Path file = WorkFiles.newFile("look-");
    try {
      for (Charset charset : List.of(StandardCharsets.UTF_8, Charset.forName("windows-1252"))) {
        Optional<FirstRows> rows = FirstRows.of(whole, charset);
        if (rows.isPresent()) {
          Map<String, String> answers = new LinkedHashMap<>(said);
          // The form carries the beginning, and that it is one.
          boolean isCut = answers.remove(MappingLook.CUT) != null || rows.get().isCut();
          FirstRows head = new FirstRows(rows.get().text(), isCut);
          Files.writeString(file, head.text(), charset);
          FeedSource source = new FeedSource(List.of(new FilePart(file)), Instant.EPOCH, null);
          return look(feed.name(), head, charset.name(), source, answers);
        }
      }
      return Optional.empty();
    } catch (UnreadableFeed | StatedFields.InvalidStatement _) {
      return Optional.empty();
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static Optional<MappingLook> look(
      String name, FirstRows head, String charset, FeedSource source, Map<String, String> said)
      throws IOException, StatedFields.InvalidStatement {
    StatedFields answers = StatedFields.NONE;
    Proposal proposal = proposed(head, source, answers);
    String fault = "";
    List<String> fields = new ArrayList<>(said.keySet());
    // The start decides which rows, and so which columns, there are.
    fields.sort(Comparator.comparing(field -> !field.equals("startsAt")));
    for (String field : fields) {
      try {
        StatedFields with =
            answers.with(field + "=" + said.getOrDefault(field, "").replaceFirst("^-$", ""));
        proposal = proposed(head, source, with);
        answers = with;
      } catch (StatedFields.InvalidStatement e) {
        // The other answers stand.
        fault = String.valueOf(e.getMessage());
      }
    }
    // Nothing in it looks like showings: its report says more.
    if (said.isEmpty() && proposal.choices().stream().allMatch(Choice::isOpen)) {
      return Optional.empty();
    }
    Map<String, MappingLook.Choice> choices = new LinkedHashMap<>();
    for (Choice each :
        Stream.concat(proposal.questions().stream(), proposal.choices().stream()).toList()) {
      String answer = said.getOrDefault(each.field(), "");
      choices.putIfAbsent(
          each.field(),
          new MappingLook.Choice(
              each.field(), each.shown(), each.isOpen(), each.why(), answer, each.others()));
    }
    said.forEach((field, answer) ->
        choices.putIfAbsent(
            field, new MappingLook.Choice(field, "", false, "", answer, List.of())));
    List<String> why =
        Stream.concat(
                Stream.ofNullable(proposal.fault()), proposal.records().reasons().keySet().stream())
            .limit(5)
            .toList();
    return Optional.of(
        new MappingLook(
            head.text(),
            charset,
            head.isCut(),
            proposal
                .mapping()
                .replaceFirst("looking at .*", "looking at " + name.replaceAll("[^\\w. -]", "")),
            List.copyOf(choices.values()),
            List.copyOf(proposal.columns().keySet()),
            proposal.records().first().stream().map(Shown::line).toList(),
            proposal.records().showtimes(),
            proposal.records().published(),
            why,
            fault));
  }

  private static Proposal proposed(FirstRows head, FeedSource source, StatedFields said)
      throws IOException, StatedFields.InvalidStatement {
    return head.isCut() ? Proposal.ofBeginning(source, said) : Proposal.of(source, said);
  }
}
