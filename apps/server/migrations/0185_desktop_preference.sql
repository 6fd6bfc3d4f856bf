-- What an open page shows was chosen together with what wakes a device. From now on each is chosen by itself: whoever chose keeps it.
update inbox.preferences
set channels = channels || jsonb_build_object('desktop', channels -> 'push')
where channels ? 'push' and not channels ? 'desktop';
