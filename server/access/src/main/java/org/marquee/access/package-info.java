/// Who may read, and how often: organizations, plans, entitlements, keys.
///
/// Owns the gateway's decisions on a request and the ports to what is stored of them, such as
/// [Registers]. Never uses HTTP or SQL, and never waits: it decides from a [Register] in memory
/// that is replaced when something changes ([AccessRefresh]). `access.usage` counts what was used.
/// Start reading at [Gate].
@NullMarked
package org.marquee.access;

import org.jspecify.annotations.NullMarked;
