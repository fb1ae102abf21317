package org.marquee.contract;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.files.ProgramFile;
import org.marquee.json.JsonTree;
import org.marquee.listing.SourceTerms;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// What the interface promises: the OpenAPI 3.1 document, and the guide and the reference in
/// Markdown. `ContractTest` writes them from the declarations of the operations and the program is
/// built with them (docs/decisions/0131).
public final class Contract {
  private final Map<String, @Nullable Object> document;

  private Contract(Map<String, @Nullable Object> document) {
    this.document = document;
  }

  /// The document of this version of the program.
  public static Contract written() {
    return written(Map.of());
  }

  /// The contract of a service whose sources ask for something.
  ///
  /// @param terms by provider, in the order that they are named in
  public static Contract written(Map<String, SourceTerms> terms) {
    Map<String, @Nullable Object> document = read(Contract.class, "openapi.yaml");
    object(document.get("info"))
        .computeIfPresent("description", (_, about) -> about + SourcesText.of(terms));
    return new Contract(document);
  }

  /// A document in YAML as maps, lists and values.
  ///
  /// @param beside the class that the file lies beside
  public static Map<String, @Nullable Object> read(Class<?> beside, String file) {
    return object(
        new Load(LoadSettings.builder().build()).loadFromString(ProgramFile.text(beside, file)));
  }

  private static Map<String, @Nullable Object> object(@Nullable Object node) {
    return Objects.requireNonNull(JsonTree.object(node));
  }

  /// The guide in Markdown.
  public static String guide() {
    return ProgramFile.text(Contract.class, "guide.md");
  }

  /// The reference in Markdown: each operation with its parameters and its answer, then each type
  /// of records.
  public static String reference() {
    return ProgramFile.text(Contract.class, "reference.md");
  }

  /// The document in JSON (RFC 8259), in UTF-8.
  public byte[] json() {
    return DocumentText.json(document);
  }

  /// The document in YAML 1.2, in UTF-8.
  public byte[] yaml() {
    return DocumentText.yaml(document);
  }
}
