package org.marquee.access;

/// A key that was just issued: the only moment at which its secret is known here.
public record NewKey(ApiKey secret, IssuedKey key) {}
