/// The page on which operators see how the service is doing.
///
/// Shows what the port [OperationsSource] tells; never asks a node or the database itself, and
/// changes nothing. Start reading at [OperationsPage]; [NamesGuard] says who may see names of
/// organizations.
@NullMarked
package org.marquee.site.operator;

import org.jspecify.annotations.NullMarked;
