-- The oldest program that may use this database, by the newest migration that it knows (docs/decisions/0083). Nodes of two
-- releases may run side by side as long as migrations only add; one that an older program could not work with raises the
-- number: update compatibility set oldest_program = <its own number>.
create table compatibility (oldest_program integer not null);
insert into compatibility values (16);
