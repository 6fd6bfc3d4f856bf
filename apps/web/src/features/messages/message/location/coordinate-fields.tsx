import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { readDegrees, type MapPoint } from '../../../../shared/map/geo.ts'
import { TextField } from '../../../../ui/forms/field.tsx'

/** Coordinate fields, for those who know them or cannot use the map. */
export function CoordinateFields({
  point,
  onPoint,
}: {
  point: MapPoint | undefined
  onPoint: (point: MapPoint) => void
}) {
  const [typed, setTyped] = useState<{ latitude?: string; longitude?: string }>({})
  const text = (field: 'latitude' | 'longitude') => typed[field] ?? point?.[field].toFixed(5) ?? ''
  const problem = (field: 'latitude' | 'longitude', most: 90 | 180) =>
    typed[field] !== undefined && readDegrees(typed[field], most) === undefined
      ? t`Use a number from -${most} to ${most}.`
      : undefined
  const change = (field: 'latitude' | 'longitude', value: string) => {
    const next = { ...typed, [field]: value }
    setTyped(next)
    const latitude = next.latitude === undefined ? point?.latitude : readDegrees(next.latitude, 90)
    const longitude = next.longitude === undefined ? point?.longitude : readDegrees(next.longitude, 180)
    if (latitude !== undefined && longitude !== undefined) onPoint({ latitude, longitude })
  }
  const field = (name: 'latitude' | 'longitude', label: string, most: 90 | 180) => (
    <TextField
      label={label}
      value={text(name)}
      inputMode="text"
      autoComplete="off"
      error={problem(name, most)}
      onChange={(event) => change(name, event.target.value)}
      // With only one of the two there is no point yet that would show it.
      onBlur={() => point && setTyped({})}
    />
  )
  return (
    <div className="grid grid-cols-2 gap-3">
      {field('latitude', t`Latitude`, 90)}
      {field('longitude', t`Longitude`, 180)}
    </div>
  )
}
