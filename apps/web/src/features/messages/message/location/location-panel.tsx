import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { durationText } from '../../../../lib/format/dates.ts'
import type { MapPoint } from '../../../../shared/map/geo.ts'
import { useMapTiles } from '../../../../shared/map/map-tiles.ts'
import { Button } from '../../../../ui/button.tsx'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { SelectField } from '../../../../ui/forms/field.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { chatText } from '../../chat-texts.ts'
import type { AddPanelProps } from '../../composer/composer-tools.ts'
import { CoordinateFields } from './coordinate-fields.tsx'
import { MapPicker } from './map-picker.tsx'
import { NamedLocation } from './named-location.tsx'
import { positionErrorText } from './position.ts'
import { useChosenPoint } from './use-chosen-point.ts'
import { useJobLocation } from './use-job-location.ts'
import { useSendLocation } from './use-send-location.ts'

/** Durations for live sharing, in minutes; the server allows one minute to eight hours. */
const durations = [15, 60, 240, 480] as const
/** Initial centre of the map when no location is known. */
const fallbackPoint: MapPoint = { latitude: 6.5, longitude: 3.4 }

/** Sends the current location, once or live, or a manually chosen one. */
export default function LocationPanel({ tools, onClose }: AddPanelProps) {
  const { cid } = tools.target.store
  const tiles = useMapTiles()
  const job = useJobLocation(cid)
  const chosen = useChosenPoint()
  const { busy, failure, send } = useSendLocation(cid, onClose)
  const [minutes, setMinutes] = useState(0)
  const [missing, setMissing] = useState(false)

  const isOwn = chosen.ownFix !== undefined
  // Only the device's own location can be shared live.
  const liveMinutes = isOwn ? minutes : 0
  const center = chosen.center ?? job ?? fallbackPoint
  // Without a map the location must be chosen by name.
  const point = chosen.point ?? (chosen.isLocating || !tiles ? undefined : center)

  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Share a location</Trans>}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            busy={busy || chosen.isLocating}
            onClick={() => (point ? send(point, liveMinutes) : setMissing(true))}
          >
            {failure ? (
              <Trans>Try again</Trans>
            ) : liveMinutes > 0 ? (
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
        {chosen.positionError && (
          <Banner tone="warning" alert>
            {positionErrorText(chosen.positionError)}
          </Banner>
        )}
        {tiles ? (
          <MapPicker chosen={chosen} tiles={tiles} center={center} point={point} job={job} />
        ) : (
          <NamedLocation chosen={chosen} job={job} missing={missing} />
        )}
        <details>
          <summary className="inline-flex min-h-9 items-center text-sm font-semibold underline pointer-coarse:min-h-11">
            <Trans>Enter coordinates</Trans>
          </summary>
          <CoordinateFields point={point} onPoint={chosen.moveTo} />
        </details>
        <DurationField minutes={liveMinutes} disabled={!isOwn} onChange={setMinutes} />
      </div>
    </Dialog>
  )
}

interface DurationFieldProps {
  minutes: number
  disabled: boolean
  onChange: (minutes: number) => void
}

function DurationField({ minutes, disabled, onChange }: DurationFieldProps) {
  return (
    <SelectField
      label={<Trans>Duration</Trans>}
      value={minutes}
      disabled={disabled}
      hint={disabled ? <Trans>You can only share your current location live.</Trans> : undefined}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      <option value={0}>{t`Once`}</option>
      {durations.map((each) => (
        <option key={each} value={each}>
          {t`Live for ${durationText(each)}`}
        </option>
      ))}
    </SelectField>
  )
}
