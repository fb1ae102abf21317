-- How the nodes share the rates of organizations (docs/decisions/0161). Both tables are unlogged: they change many times a
-- second, and what is in them is worth a minute. A crash of the database empties them, which fills the buckets.

-- The nodes that serve. One that has not been seen for some seconds is gone.
create unlogged table rate_node (
  node bigint primary key,
  seen timestamptz not null
);

-- The token buckets in use. The three lists belong together: the share of each node.
create unlogged table rate_bucket (
  organization text collate "C" not null,
  plan         text collate "C" not null,
  quota        integer not null,
  -- Tokens that no node holds; negative while the nodes hold too many.
  undivided    double precision not null,
  settled      timestamptz not null,
  nodes        bigint[] not null,
  held         double precision[] not null,
  wanted       double precision[] not null,
  primary key (organization, plan, quota)
);
