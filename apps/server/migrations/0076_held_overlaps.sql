-- Why a proposed time may stand where something else stands: whoever proposed it said so, and it holds for the answer.
alter table diary_holds add column overlap_reason text;
