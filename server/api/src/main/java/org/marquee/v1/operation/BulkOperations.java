package org.marquee.v1.operation;

import java.util.List;
import java.util.regex.Pattern;
import org.marquee.listing.Bounds;
import org.marquee.listing.Provenance;
import org.marquee.listing.SourceTerms;
import org.marquee.v1.declaration.ErrorType;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.PathTemplate;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;

/// The bulk files and their manifest (docs/api.md, "Bulk files").
public final class BulkOperations {
  /// The path that those of all files begin with.
  public static final String ROOT = "/v1/bulk";

  private static final Bounds COUNT = new Bounds(0, Integer.MAX_VALUE);

  private static final RecordType FILE_TYPE =
      new RecordType(
          "BulkFile",
          "One of the bulk files: all records of a list, in one form, compressed with gzip.",
          Member.required(
              "name",
              new Schema.Matching(Pattern.compile("[a-z]+\\.(csv|ndjson)\\.gz")),
              "showtimes.csv.gz",
              "Its name, the last part of its path."),
          Member.required(
              "list", new Schema.Text(new Bounds(1, 40)), "showtimes", "The list it has."),
          Member.required("records", new Schema.Whole(COUNT), 4711, "How many records it has."),
          Member.required("bytes", new Schema.Whole(COUNT), 90210, "Its size in bytes."),
          Member.required(
              "sha256",
              new Schema.Matching(Pattern.compile("[0-9a-f]{64}")),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
              "The SHA-256 of its bytes."));

  private static final RecordType REVISION =
      new RecordType(
          "BulkRevision",
          "A state of the data.",
          Member.required(
              "epoch",
              new Schema.Text(new Bounds(36, 36)),
              "6f1c1a39-3c60-4b5c-8f0e-6d5f6f0b7a11",
              "Which database it is of."),
          Member.required("number", new Schema.Whole(COUNT), 12, "Its number."));

  private static final RecordType MENTION =
      new RecordType(
          "BulkMention",
          "A text that a source asks to be shown, without markup.",
          Member.required(
              "text", new Schema.Text(SourceTerms.TEXT_LENGTH), "Rex Cinemas", "The text."),
          Member.optional("url", new Schema.Uri(), "https://rex.example/", "Where it leads."));

  private static final RecordType SOURCE =
      new RecordType(
          "BulkSource",
          "The attribution and licence of a source.",
          Member.required(
              "provider",
              new Schema.Text(Provenance.PROVIDER_LENGTH),
              "rex",
              "As in `provenance.provider`."),
          Member.optionalNested("attribution", MENTION, "Who is to be named."),
          Member.optionalNested("licence", MENTION, "The licence."));

  private static final RecordType MANIFEST_TYPE =
      new RecordType(
          "BulkManifest",
          "Which bulk files there are. All of them are of one state of the data.",
          Member.required(
              "format",
              new Schema.OneOf(List.of("marquee-export")),
              "marquee-export",
              "What it is."),
          Member.required("version", new Schema.Whole(new Bounds(1, 1)), 1, "Of this format."),
          Member.required(
              "program",
              new Schema.Text(new Bounds(1, 80)),
              "0.1.0",
              "The version of the program that made the files."),
          Member.required(
              "madeAt",
              new Schema.DateTime(),
              Examples.OBSERVED,
              "When the files were made. In UTC."),
          Member.nested("revision", REVISION, "The state of the data that they show."),
          Member.list("files", FILE_TYPE, 100, "The files."),
          new Member(
              "sources",
              false,
              new Schema.ListOf<>(new Schema.Nested(SOURCE), COUNT.most()),
              "The sources that ask for something.",
              null));

  /// Which files there are.
  public static final Operation MANIFEST =
      new Operation(
              "getBulkManifest",
              "Get the list of bulk files",
              "Gets the names, sizes and checksums of the bulk files. 404 where this service makes none."
                  + " Only for plans that include it.",
              true,
              PathTemplate.of(ROOT),
              List.of(),
              List.of(),
              new Operation.Answer.One(MANIFEST_TYPE),
              _ -> new Question.Bulk())
          .failingWith(ErrorType.NOT_IN_PLAN, ErrorType.NO_SUCH_RECORD);

  /// One file.
  public static final Operation FILE =
      new Operation(
              "getBulkFile",
              "Get a bulk file",
              "Gets a bulk file, or a range of its bytes (`Range`, `If-Range`). Its tag is strong."
                  + " `manifest.json` says which files there are, and `SHA256SUMS` has their"
                  + " checksums. A 304 costs its request. Only for plans that include it.",
              true,
              PathTemplate.of(
                  ROOT,
                  new PathTemplate.Id(
                      "file", ParameterType.ID, "films.csv.gz", "The name of the file.")),
              List.of(),
              List.of(),
              new Operation.Answer.File(FILE_TYPE),
              _ -> new Question.Bulk())
          .answeringIn(MediaType.GZIP)
          .failingWith(ErrorType.NOT_IN_PLAN);

  /// Both.
  public static final List<Operation> ALL = List.of(MANIFEST, FILE);

  private BulkOperations() {}
}
