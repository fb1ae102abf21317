package org.marquee.collect.providers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.marquee.feed.member.FilmTitles;

/// Reads `providers.yaml`, and reports all its faults at once.
public final class ProvidersFile {
  private static final int LONGEST = 4 << 20;

  private static final Duration DELAY = Duration.ofSeconds(1);
  private static final Pattern CONTACT = Pattern.compile("[\\x21-\\x7e&&[^()\\\\;<>]]{3,200}");

  private ProvidersFile() {}

  /// Reads the file.
  ///
  /// @throws FaultyConfig if anything in it is wrong
  /// @throws IOException if it cannot be read
  public static ProvidersConfig read(Path file) throws IOException, FaultyConfig {
    String name = String.valueOf(file.getFileName());
    if (Files.size(file) > LONGEST) {
      throw new FaultyConfig(
          List.of(name + ": the file is larger than " + (LONGEST >> 20) + " MB"));
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
              .toString();
      YamlDocument document = YamlDocument.of(name, text);
      ProvidersConfig config = config(document.top());
      document.end();
      return config;
    } catch (CharacterCodingException _) {
      throw new FaultyConfig(List.of(name + ": the file is not UTF-8 text"));
    }
  }

  private static ProvidersConfig config(YamlDocument.Item top) {
    String contact = top.text("contact");
    if (contact != null && !CONTACT.matcher(contact).matches()) {
      top.fault(
          "contact", "must be an address that others can write to, such as listings@example.org");
    }
    Duration delay = top.has("delay") ? ProviderItem.interval(top, "delay", DELAY) : DELAY;
    List<String> titles = top.texts("titles");
    if (!titles.stream().allMatch(FilmTitles::isLanguage)) {
      top.fault("titles", "must be languages, as en or pt-BR");
    }
    List<Provider> providers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    boolean fetching = false;
    for (YamlDocument.Item item : top.items("providers")) {
      Provider provider = ProviderItem.read(item);
      fetching |= provider.places() instanceof Provider.Places.OnWeb;
      if (!provider.name().isEmpty() && !names.add(provider.name())) {
        item.fault("name", "is used twice");
      }
      providers.add(provider);
    }
    if (fetching && contact == null) {
      top.fault("contact", "is required: the operators of the feeds must be able to reach you");
    }
    YamlDocument.Item planned = top.item("backup");
    BackupPlan backup = planned == null ? null : BackupPlan.read(planned);
    top.end();
    return new ProvidersConfig(contact, delay, titles, providers, backup);
  }
}
