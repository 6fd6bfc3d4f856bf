import { ChatError } from '@fettle/chat-client'
import { chatTexts } from '@fettle/protocol/chat/errors'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LocateFixed } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { announce } from '../../../../lib/announce.ts'
import { durationText } from '../../../../lib/dates.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { chatWord } from '../../chat-words.ts'
import type { AddPanelProps } from '../../composer/add-entries.ts'
import { distanceBetween, distanceText, readDegrees, type Place } from './geo.ts'
import { locations } from './locations.ts'
import { useMapTiles } from './map-tiles.ts'
import { findPosition, whyNoFix, type Fix, type NoFix } from './position.ts'
import { startSharing } from './sharing.ts'
import { useJobPlace } from './use-job-place.ts'

const PlaceMap = lazy(() => import('./map.tsx'))

const MINUTE = 60_000
/** How long a place may be live, in minutes: at least one, at most eight hours. */
const durations = [15, 60, 240, 480] as const
/** Where a map begins when nobody knows better: seen from far away. */
const nowhere: Place = { latitude: 6.5, longitude: 3.4 }
const noPins: readonly never[] = []

/** Sends where one is, once or for a while, or a place that is chosen by hand. */
export default function LocationPanel({ tools, onClose }: AddPanelProps) {
  const { cid } = tools.target.store
  const tiles = useMapTiles()
  const job = useJobPlace(cid)
  const [fix, setFix] = useState<Fix>()
  const [why, setWhy] = useState<NoFix>()
  const [asking, setAsking] = useState(true)
  const [place, setPlace] = useState<Place>()
  const [center, setCenter] = useState<Place>()
  const [minutes, setMinutes] = useState(0)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ detail: string | undefined }>()

  const found = useCallback((next: Fix) => {
    setAsking(false)
    setWhy(undefined)
    setFix(next)
    setPlace(next)
    setCenter(next)
  }, [])
  const notFound = useCallback((reason: NoFix) => {
    setAsking(false)
    setWhy(reason)
  }, [])
  useEffect(() => {
    findPosition().then(found, notFound)
  }, [found, notFound])
  const locate = () => {
    setAsking(true)
    findPosition().then(found, notFound)
  }

  // By hand there is nothing to follow: only this device's own place can be live.
  const isOwn = fix !== undefined && place !== undefined && distanceBetween(fix, place) < Math.max(30, fix.accuracy)
  const shown = center ?? job ?? nowhere
  const chosen = place ?? (asking ? undefined : shown)

  const share = () => {
    if (!chosen || busy) return
    setBusy(true)
    setFailure(undefined)
    const { latitude, longitude } = chosen
    const at = { latitude, longitude }
    const sent: Promise<unknown> =
      minutes > 0 && isOwn ? startSharing(cid, at, minutes * MINUTE) : locations.share(cid, at)
    sent.then(
      () => {
        announce(t`Your location is in the conversation.`)
        onClose()
      },
      (error: unknown) => {
        setBusy(false)
        setFailure({ detail: error instanceof ChatError ? error.failure?.message : undefined })
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Share a location</Trans>}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button busy={busy || asking} onClick={share}>
            {failure ? (
              <Trans>Try again</Trans>
            ) : isOwn && minutes > 0 ? (
              <Trans>Share live</Trans>
            ) : isOwn ? (
              <Trans>Share where I am</Trans>
            ) : (
              <Trans>Share this place</Trans>
            )}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && (
          <Banner tone="danger" alert title={chatWord(chatTexts.locationFailed)}>
            {failure.detail ? chatWord(failure.detail) : <Trans>Check your connection and try again.</Trans>}
          </Banner>
        )}
        {why && (
          <Banner tone="warning" alert>
            {whyNoFix(why)}
          </Banner>
        )}
        <Suspense fallback={<Skeleton className="h-64" />}>
          <PlaceMap
            pins={noPins}
            tiles={tiles}
            center={shown}
            label={t`Map. Arrows move the place, plus and minus change the scale.`}
            onChoose={(next) => {
              if (!asking) setPlace(next)
            }}
            className="h-64"
          />
        </Suspense>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
          <Button variant="secondary" size="sm" busy={asking} icon={<LocateFixed size={16} />} onClick={locate}>
            <Trans>Where I am</Trans>
          </Button>
          {isOwn && (
            <span>
              <Trans>Known to within {distanceText(Math.max(10, fix.accuracy))}</Trans>
            </span>
          )}
          {job && chosen && (
            <span>
              <Trans>{distanceText(distanceBetween(chosen, job))} from the job</Trans>
            </span>
          )}
        </div>
        <Coordinates
          place={chosen}
          onPlace={(next) => {
            setPlace(next)
            setCenter(next)
          }}
        />
        <SelectField
          label={<Trans>How long</Trans>}
          value={isOwn ? minutes : 0}
          disabled={!isOwn}
          hint={isOwn ? undefined : <Trans>Only the place this device is at can be shared live.</Trans>}
          onChange={(event) => setMinutes(Number(event.target.value))}
        >
          <option value={0}>{t`Once`}</option>
          {durations.map((each) => (
            <option key={each} value={each}>
              {t`Live for ${durationText(each)}`}
            </option>
          ))}
        </SelectField>
      </div>
    </Dialog>
  )
}

/** The same place in figures, for whoever has them or cannot see the map. */
function Coordinates({ place, onPlace }: { place: Place | undefined; onPlace: (place: Place) => void }) {
  const [typed, setTyped] = useState<{ latitude?: string; longitude?: string }>({})
  const text = (field: 'latitude' | 'longitude') => typed[field] ?? place?.[field].toFixed(5) ?? ''
  const problem = (field: 'latitude' | 'longitude', most: 90 | 180) =>
    typed[field] !== undefined && readDegrees(typed[field], most) === undefined
      ? t`Use a number from -${most} to ${most}.`
      : undefined
  const change = (field: 'latitude' | 'longitude', value: string) => {
    const next = { ...typed, [field]: value }
    setTyped(next)
    const latitude = next.latitude === undefined ? place?.latitude : readDegrees(next.latitude, 90)
    const longitude = next.longitude === undefined ? place?.longitude : readDegrees(next.longitude, 180)
    if (latitude !== undefined && longitude !== undefined) onPlace({ latitude, longitude })
  }
  const field = (name: 'latitude' | 'longitude', label: string, most: 90 | 180) => (
    <TextField
      label={label}
      value={text(name)}
      inputMode="text"
      autoComplete="off"
      error={problem(name, most)}
      onChange={(event) => change(name, event.target.value)}
      onBlur={() => setTyped({})}
    />
  )
  return (
    <div className="grid grid-cols-2 gap-3">
      {field('latitude', t`Latitude`, 90)}
      {field('longitude', t`Longitude`, 180)}
    </div>
  )
}
