/// The Model Context Protocol (revision 2025-11-25): tools that a language model calls to read the
/// listings, at `/mcp` and on standard input and output (docs/mcp.md).
///
/// Asks the declared operations of [org.marquee.v1] and makes their answers shorter. Keeps no
/// session and never checks a key itself. Start reading at [Protocol] for the messages, at
/// [Toolbox] for the tools.
@NullMarked
package org.marquee.mcp;

import org.jspecify.annotations.NullMarked;
