-- Until when work may be rated depends on the disputes about it.
create index disputes_of_booking on disputes (booking_id) where booking_id is not null;
create index disputes_of_contract on disputes (contract_id) where contract_id is not null;
