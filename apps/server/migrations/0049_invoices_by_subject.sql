-- What was charged for a subject is read with its voided invoices, which the index of live ones leaves out.
create index invoices_of_any_subject on invoices (subject_type, subject_id, created_at desc, id desc);
