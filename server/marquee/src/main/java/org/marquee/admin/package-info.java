/// Administration: what commands change, over HTTP on a Unix socket in the home.
///
/// Owns the declarations of its operations, which requests are read by and its own OpenAPI document
/// is written from, and how records look in JSON, on the command line too. Never listens on a port,
/// and never checks keys: who may open the socket may do everything. Start reading at
/// [AdminOperations].
@NullMarked
package org.marquee.admin;

import org.jspecify.annotations.NullMarked;
