-- Whether a webhook is sent details beside the records, and changes of them alone (docs/webhooks.md).
alter table webhook add column with_details boolean not null default false;
