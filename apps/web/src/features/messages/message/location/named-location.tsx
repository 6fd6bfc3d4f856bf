import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LocateFixed, MapPin } from 'lucide-react'
import { useMemo } from 'react'
import { distanceBetween, distanceText } from '../../../../shared/map/geo.ts'
import { LazyMap } from '../../../../shared/map/lazy-map.tsx'
import { Button } from '../../../../ui/button.tsx'
import { accuracyText } from './position.ts'
import type { ChosenPoint } from './use-chosen-point.ts'
import { jobPin, type JobLocation } from './use-job-location.ts'

interface NamedLocationProps {
  chosen: ChosenPoint
  job: JobLocation | undefined
  /** The user tried to share before choosing a location. */
  missing: boolean
}

/** The chosen location by name, where there is no map, and the ways to choose another. */
export function NamedLocation({ chosen, job, missing }: NamedLocationProps) {
  const { point, isLocating, locate, moveTo } = chosen
  const pins = useMemo(
    () => [
      ...(job ? [jobPin(job)] : []),
      ...(point ? [{ id: 'place', kind: 'person' as const, label: t`Chosen location`, ...point }] : []),
    ],
    [job, point],
  )
  return (
    <div className="grid gap-3">
      {point && <LazyMap pins={pins} still label={t`Map`} className="h-40" />}
      <LocationName chosen={chosen} job={job} missing={missing && !point} />
      <div className="grid gap-2">
        <Button
          variant="secondary"
          busy={isLocating}
          icon={<LocateFixed size={18} aria-hidden="true" />}
          onClick={locate}
        >
          <Trans>Use my current location</Trans>
        </Button>
        {job && (
          <Button variant="secondary" icon={<MapPin size={18} aria-hidden="true" />} onClick={() => moveTo(job)}>
            <bdi>{t`Use the job's address: ${job.address}`}</bdi>
          </Button>
        )}
      </div>
    </div>
  )
}

function LocationName({ chosen: { point, ownFix, isLocating }, job, missing }: NamedLocationProps) {
  const isJob = job !== undefined && point !== undefined && distanceBetween(point, job) < 1
  return (
    <div role="status" className="flex items-center gap-3 rounded-card border border-line px-4 py-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
        <MapPin size={20} aria-hidden="true" />
      </span>
      <p className="min-w-0">
        <span className="block font-semibold">
          {isJob ? (
            <Trans>At the job</Trans>
          ) : ownFix ? (
            <Trans>Your current location</Trans>
          ) : point ? (
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
                ownFix && t`Accurate to ${accuracyText(ownFix)}`,
                point && job && t`${distanceText(distanceBetween(point, job))} from the job`,
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
  )
}
