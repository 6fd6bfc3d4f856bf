-- Why a scheduled message failed, in a form that can be shown in several languages.

alter table chat.scheduled_messages add column reason jsonb;
comment on column chat.scheduled_messages.reason is 'Code and parameters of the text in problem.';
