/// The reader of the `schema-org` format: JSON-LD of schema.org in HTML pages or in files of its
/// own.
///
/// A feed is one graph, whatever files and blocks it is spread over: [HtmlPage] finds the blocks,
/// [JsonLd] reads them into [Thing]s, [Graph] ties those together that have one `@id`, and
/// [WebFeed] makes records of them. Never follows an address. Start reading at [SchemaOrgReader].
@NullMarked
package org.marquee.feed.schemaorg;

import org.jspecify.annotations.NullMarked;
