# Varnish as a shared cache between a gateway of your own and two nodes in trusted-header mode (docs/proxies.md, "A shared cache").
# Varnish speaks cleartext: the gateway ends TLS, checks keys, and names the organization in X-Organization. Nodes need
# MARQUEE_GATEWAY_HEADER=X-Organization, and the address of Varnish in MARQUEE_GATEWAY_PEERS. Change the addresses.
vcl 4.1;

import std;

probe ready {
  .url = "/health/ready";
  .interval = 1s;
  # When all nodes are busy, a shorter time would take all of them out at once.
  .timeout = 5s;
  .window = 2;
  .threshold = 2;
}
backend node1 {
  .host = "10.0.1.11";
  .port = "8080";
  .connect_timeout = 1s;
  # Longer than a request for changes may wait, and than a stream is silent (docs/api.md, "Changes").
  .first_byte_timeout = 90s;
  .between_bytes_timeout = 90s;
}
backend node2 {
  .host = "10.0.1.12";
  .port = "8080";
  .connect_timeout = 1s;
  .first_byte_timeout = 90s;
  .between_bytes_timeout = 90s;
}
# Health is asked for at the operations ports; nothing else is.
backend node1_operations { .host = "10.0.1.11"; .port = "8081"; .probe = ready; }
backend node2_operations { .host = "10.0.1.12"; .port = "8081"; .probe = ready; }

# Who may name the organization.
acl gateway {
  "127.0.0.1";
  "10.0.0.7";
}

sub choose_node {
  if (std.healthy(node1_operations) && (!std.healthy(node2_operations) || std.random(0, 2) < 1)) {
    set req.backend_hint = node1;
  } else {
    set req.backend_hint = node2;
  }
}

sub vcl_recv {
  # Varnish has added the gateway to X-Forwarded-For by now.
  if (client.ip !~ gateway) {
    unset req.http.X-Organization;
  }
  unset req.http.Authorization;
  unset req.http.Cookie;
  # No route reads more, but the check of a feed (docs/pages.md).
  if (std.integer(req.http.Content-Length, 0) > 65536 &&
      (req.url != "/validate" || std.integer(req.http.Content-Length, 0) > 100065536)) {
    return (synth(413));
  }
  call choose_node;
  if ((req.method == "GET" || req.method == "HEAD") &&
      req.url ~ "^/v1/(showtimes|attributes|films|cinemas|screens|chains|programme)([./?]|$)" &&
      req.url !~ "[?&]all=") {
    # A request must not wait for another one's answer: it would not be asked at a node.
    set req.hash_ignore_busy = true;
    return (hash);
  }
  # Changes, which wait and stream, bulk files, usage, pages.
  return (pass);
}

# What decides about the bytes of an answer, beside Accept-Encoding. The organization does not.
sub vcl_hash {
  hash_data(req.url);
  hash_data(req.http.Accept);
  hash_data(req.http.Origin);
  return (lookup);
}

# Within the millisecond in which a page is not out of date, a node decides all the same.
sub vcl_hit {
  return (pass);
}

sub vcl_backend_response {
  if (!bereq.uncacheable && beresp.status == 200 && beresp.http.ETag) {
    # Out of date at once: a node is asked each time (If-None-Match). It knows the organization, counts the request, and answers 304
    # where the stored page still holds. What has no time at all, Varnish forgets.
    set beresp.ttl = 1ms;
    set beresp.grace = 0s;
    set beresp.keep = 1h;
    return (deliver);
  }
  # A refusal is for one caller.
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  set beresp.uncacheable = true;
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.Age;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
  return (deliver);
}

sub vcl_synth {
  set resp.http.Content-Type = "application/json";
  set resp.body = """{"error":{"code":"bad_request","message":"the body is too large"}}""";
  return (deliver);
}
