import { isLive, type MessageView } from '@fettle/chat-client'
import type { SharedLocation } from '@fettle/protocol/chat/location/geo-point'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { agoText, ownTimeZone, timeIn } from '../../../../lib/format/dates.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { Button } from '../../../../ui/button.tsx'
import { useMessageListContext } from '../../conversation/list/list-context.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { InteractiveArea } from '../interactive-area.tsx'
import { useShare } from './locations.ts'
import { useMapTiles } from '../../../../shared/map/map-tiles.ts'
import { LazyMap } from '../../../../shared/map/lazy-map.tsx'
import { jobPin, useJobLocation } from './use-job-location.ts'
import { LocationDialog } from './location-dialog.tsx'
import { LocationPreview } from './location-preview.tsx'
import { resumeSharing, stopSharing } from './sharing.ts'
import { authorName } from '../person-name.ts'

/** Shared location in a message, once or live. */
export default function LocationInMessage({ message, place }: { message: MessageView; place: SharedLocation }) {
  const { connected, current } = useMessageListContext()
  const { cid, id, isMine, user } = message
  const wasLive = place.endsAt !== undefined
  const share = useShare(cid, id, place, connected)
  const tiles = useMapTiles()
  // Frequent updates while live, so that the end of sharing is shown on time.
  const now = useNow(wasLive && share?.endedAt === null ? 5_000 : 60_000)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const live = share !== undefined && isLive(share, now.getTime())
  const at = share ?? place
  const job = useJobLocation(cid)
  const { latitude, longitude } = at
  const pins = useMemo(
    () => [
      ...(job ? [jobPin(job)] : []),
      { id: 'place', kind: live ? ('person' as const) : ('stop' as const), label: '', latitude, longitude },
    ],
    [job, live, latitude, longitude],
  )
  const tabIndex = current === id ? 0 : -1
  const name = authorName(user)

  // This device was offline or closed while sharing: resume.
  useEffect(() => {
    if (live && isMine && connected) void resumeSharing()
  }, [live, isMine, connected])

  const stop = () => {
    setBusy(true)
    stopSharing(cid, id)
      .catch((error: unknown) => chatToast.failed(t`Couldn't stop sharing`, error))
      .finally(() => setBusy(false))
  }
  return (
    <div className="w-72 max-w-full py-1">
      <button
        type="button"
        tabIndex={tabIndex}
        onClick={() => setOpen(true)}
        aria-label={isMine ? t`Show where you were` : t`Show where ${name} is`}
        className="block w-full rounded-control text-start"
      >
        {tiles ? (
          <LocationPreview place={at} tiles={tiles} live={live} />
        ) : (
          <LazyMap pins={pins} still label={t`Map`} className="h-36" />
        )}
      </button>
      <InteractiveArea>
        <p className="pt-1.5 font-semibold">
          {live ? (
            <Trans>Live location</Trans>
          ) : wasLive && share ? (
            <Trans>Live location ended</Trans>
          ) : (
            <Trans>Location</Trans>
          )}
        </p>
        <p className="text-sm text-text-muted tabular-nums">
          {live ? (
            <>
              <Trans>until {timeIn(share.endsAt, ownTimeZone())}</Trans>
              {' · '}
              <Trans>updated {agoText(share.updatedAt, now)}</Trans>
            </>
          ) : null}
        </p>
        {live && isMine && (
          <Button variant="secondary" size="sm" busy={busy} tabIndex={tabIndex} onClick={stop} className="mt-2">
            <Trans>Stop sharing</Trans>
          </Button>
        )}
        {open && (
          <LocationDialog
            cid={cid}
            place={at}
            live={live}
            tiles={tiles}
            name={isMine ? '' : name}
            onClose={() => setOpen(false)}
          />
        )}
      </InteractiveArea>
    </div>
  )
}
