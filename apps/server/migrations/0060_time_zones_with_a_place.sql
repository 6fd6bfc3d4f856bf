-- Time zones named by three letters become the place they stand for: they were stored before the input was converted,
-- and PostgreSQL and Temporal refuse them or read another zone.
do $$
declare
  target text;
begin
  foreach target in array array[
    'availability', 'booking_series', 'bookings', 'contracts', 'customers', 'offers', 'slot_holds'
  ] loop
    execute format($update$
      update %I t set time_zone = zone.place
      from (values
        ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'),
        ('ART', 'Africa/Cairo'), ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'),
        ('CAT', 'Africa/Maputo'), ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'),
        ('EAT', 'Africa/Nairobi'), ('ECT', 'Europe/Paris'), ('IET', 'America/Indiana/Indianapolis'),
        ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'), ('MIT', 'Pacific/Apia'), ('NET', 'Asia/Yerevan'),
        ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'),
        ('PRT', 'America/Puerto_Rico'), ('PST', 'America/Los_Angeles'), ('SST', 'Pacific/Guadalcanal'),
        ('VST', 'Asia/Ho_Chi_Minh')
      ) as zone (name, place)
      where upper(t.time_zone) = zone.name
    $update$, target);
  end loop;
end
$$;
