import { ChatError } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LocateFixed, MapPin } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { durationText } from '../../../../lib/format/dates.ts'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { SelectField, TextField } from '../../../../ui/forms/field.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { chatToast } from '../../alerts/chat-toast.ts'
import { chatText, failureText } from '../../chat-texts.ts'
import type { AddPanelProps } from '../../composer/composer-tools.ts'
import { distanceBetween, distanceText, readDegrees, type MapPoint } from '../../../../shared/map/geo.ts'
import { locations } from './locations.ts'
import { useMapTiles } from '../../../../shared/map/map-tiles.ts'
import { findPosition, positionErrorText, type PositionFix, type PositionError } from './position.ts'
import { startSharing } from './sharing.ts'
import { LazyMap } from '../../../../shared/map/lazy-map.tsx'
import { jobPin, useJobLocation } from './use-job-location.ts'

const LocationMap = lazy(() => import('../../../../shared/map/tile-map.tsx'))

const MINUTE_MS = 60_000
/** Durations for live sharing, in minutes; the server allows one minute to eight hours. */
const durations = [15, 60, 240, 480] as const
/** Initial centre of the map when no location is known. */
const fallbackPoint: MapPoint = { latitude: 6.5, longitude: 3.4 }
const noPins: readonly never[] = []

/** Sends the current location, once or live, or a manually chosen one. */
export default function LocationPanel({ tools, onClose }: AddPanelProps) {
  const { cid } = tools.target.store
  const tiles = useMapTiles()
  const job = useJobLocation(cid)
  const [fix, setFix] = useState<PositionFix>()
  const [positionError, setPositionError] = useState<PositionError>()
  const [isLocating, setLocating] = useState(true)
  const [place, setPlace] = useState<MapPoint>()
  const [center, setCenter] = useState<MapPoint>()
  const [minutes, setMinutes] = useState(0)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [failure, setFailure] = useState<{ detail: string | undefined }>()

  const found = useCallback((next: PositionFix) => {
    setLocating(false)
    setPositionError(undefined)
    setFix(next)
    setPlace(next)
    setCenter(next)
  }, [])
  useEffect(() => {
    // A warning would answer a question that nobody has asked yet.
    findPosition().then(found, () => setLocating(false))
  }, [found])
  const locate = () => {
    setLocating(true)
    findPosition().then(found, (reason: PositionError) => {
      setLocating(false)
      setPositionError(reason)
    })
  }

  // Only the device's own location can be shared live.
  const isOwn = fix !== undefined && place !== undefined && distanceBetween(fix, place) < Math.max(30, fix.accuracy)
  const shown = center ?? job ?? fallbackPoint
  // Without a map the location must be chosen by name.
  const chosen = place ?? (isLocating || !tiles ? undefined : shown)

  const share = () => {
    if (busy) return
    if (!chosen) return setMissing(true)
    setBusy(true)
    setFailure(undefined)
    const { latitude, longitude } = chosen
    const at = { latitude, longitude }
    const sent: Promise<unknown> =
      minutes > 0 && isOwn ? startSharing(cid, at, minutes * MINUTE_MS) : locations.share(cid, at)
    sent.then(
      () => {
        chatToast.success(t`Location shared`)
        onClose()
      },
      (error: unknown) => {
        const detail = error instanceof ChatError && error.failure ? failureText(error.failure) : undefined
        setBusy(false)
        setFailure({ detail })
        chatToast.error(chatText({ code: 'chat-client.location-failed' }), detail === undefined ? {} : { body: detail })
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
          <Button busy={busy || isLocating} onClick={share}>
            {failure ? (
              <Trans>Try again</Trans>
            ) : isOwn && minutes > 0 ? (
              <Trans>Share live</Trans>
            ) : isOwn ? (
              <Trans>Share my location</Trans>
            ) : (
              <Trans>Share this location</Trans>
            )}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && (
          <Banner tone="danger" title={chatText({ code: 'chat-client.location-failed' })}>
            {failure.detail ?? <Trans>Check your connection and try again.</Trans>}
          </Banner>
        )}
        {positionError && (
          <Banner tone="warning" alert>
            {positionErrorText(positionError)}
          </Banner>
        )}
        {tiles ? (
          <>
            <Suspense fallback={<Skeleton className="h-64" />}>
              <LocationMap
                pins={noPins}
                tiles={tiles}
                center={shown}
                label={t`Map. Use the arrow keys to move the pin, plus and minus to zoom.`}
                onChoose={(next) => {
                  if (!isLocating) setPlace(next)
                }}
                className="h-64"
              />
            </Suspense>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
              <Button variant="secondary" size="sm" busy={isLocating} icon={<LocateFixed size={16} />} onClick={locate}>
                <Trans>My location</Trans>
              </Button>
              {isOwn && (
                <span>
                  <Trans>Accurate to {distanceText(Math.max(10, fix.accuracy))}</Trans>
                </span>
              )}
              {job && chosen && (
                <span>
                  <Trans>{distanceText(distanceBetween(chosen, job))} from the job</Trans>
                </span>
              )}
            </div>
          </>
        ) : (
          <NamedLocation
            place={place}
            fix={isOwn ? fix : undefined}
            job={job}
            isLocating={isLocating}
            missing={missing && !chosen}
          >
            <Button
              variant="secondary"
              busy={isLocating}
              icon={<LocateFixed size={18} aria-hidden="true" />}
              onClick={locate}
            >
              <Trans>Use my current location</Trans>
            </Button>
            {job && (
              <Button
                variant="secondary"
                icon={<MapPin size={18} aria-hidden="true" />}
                onClick={() => {
                  setPlace(job)
                  setCenter(job)
                }}
              >
                <bdi>{t`Use the job's address: ${job.address}`}</bdi>
              </Button>
            )}
          </NamedLocation>
        )}
        <details>
          <summary className="inline-flex min-h-9 items-center text-sm font-semibold underline pointer-coarse:min-h-11">
            <Trans>Enter coordinates</Trans>
          </summary>
          <Coordinates
            place={chosen}
            onPlace={(next) => {
              setPlace(next)
              setCenter(next)
            }}
          />
        </details>
        <SelectField
          label={<Trans>Duration</Trans>}
          value={isOwn ? minutes : 0}
          disabled={!isOwn}
          hint={isOwn ? undefined : <Trans>You can only share your current location live.</Trans>}
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

interface NamedLocationProps {
  place: MapPoint | undefined
  /** The device's position, while it is the chosen location. */
  fix: PositionFix | undefined
  job: ReturnType<typeof useJobLocation>
  isLocating: boolean
  /** The user tried to share before choosing a location. */
  missing: boolean
  children: ReactNode
}

/** The chosen location by name, where there is no map, and the ways to choose another. */
function NamedLocation({ place, fix, job, isLocating, missing, children }: NamedLocationProps) {
  const pins = useMemo(
    () => [
      ...(job ? [jobPin(job)] : []),
      ...(place ? [{ id: 'place', kind: 'person' as const, label: t`Chosen location`, ...place }] : []),
    ],
    [job, place],
  )
  const isJob = job !== undefined && place !== undefined && distanceBetween(place, job) < 1
  return (
    <div className="grid gap-3">
      {place && <LazyMap pins={pins} still label={t`Map`} className="h-40" />}
      <div role="status" className="flex items-center gap-3 rounded-card border border-line px-4 py-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
          <MapPin size={20} aria-hidden="true" />
        </span>
        <p className="min-w-0">
          <span className="block font-semibold">
            {isJob ? (
              <Trans>At the job</Trans>
            ) : fix ? (
              <Trans>Your current location</Trans>
            ) : place ? (
              <Trans>Entered coordinates</Trans>
            ) : isLocating ? (
              <Trans>Finding your location…</Trans>
            ) : (
              <Trans>No location chosen yet</Trans>
            )}
          </span>
          <span className="block text-sm text-text-muted" dir="auto">
            {isJob
              ? job.address
              : [
                  fix && t`Accurate to ${distanceText(Math.max(10, fix.accuracy))}`,
                  place && job && t`${distanceText(distanceBetween(place, job))} from the job`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
          </span>
          {missing && (
            <span className="block text-sm text-danger">
              <Trans>Choose a location first.</Trans>
            </span>
          )}
        </p>
      </div>
      <div className="grid gap-2">{children}</div>
    </div>
  )
}

/** Coordinate fields, for those who know them or cannot use the map. */
function Coordinates({ place, onPlace }: { place: MapPoint | undefined; onPlace: (place: MapPoint) => void }) {
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
      // With only one of the two there is no place yet that would show it.
      onBlur={() => place && setTyped({})}
    />
  )
  return (
    <div className="grid grid-cols-2 gap-3">
      {field('latitude', t`Latitude`, 90)}
      {field('longitude', t`Longitude`, 180)}
    </div>
  )
}
