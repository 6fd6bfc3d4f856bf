import 'leaflet/dist/leaflet.css'
import type { MapTiles } from '@fettle/protocol/common/maps'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Control, DivIcon, Map as LeafletMap, Marker, TileLayer } from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MapPoint } from './geo.ts'

export interface Pin extends MapPoint {
  id: string
  label: string
  /** Less prominent marker, for reference points. */
  quiet?: boolean
}

export interface LocationMapProps {
  pins: readonly Pin[]
  tiles: MapTiles
  label: string
  /** When given, the map's centre is the chosen place: drag the map or use the arrow keys. */
  onChoose?: (place: MapPoint) => void
  /** The map moves here whenever this changes. */
  center: MapPoint
  className?: string
}

const DEFAULT_ZOOM = 16

const icon = (quiet: boolean) =>
  new DivIcon({
    className: clsx('grid place-items-center', quiet ? 'text-text-muted' : 'text-accent-text'),
    iconSize: [36, 36],
    iconAnchor: [18, 34],
    html: '<svg width="36" height="36" viewBox="0 0 24 24" fill="currentColor" stroke="var(--surface-raised)" stroke-width="1.5"><path d="M12 22c4-5 7-8.5 7-12a7 7 0 1 0-14 0c0 3.5 3 7 7 12z"/><circle cx="12" cy="10" r="2.5" fill="var(--surface-raised)" stroke="none"/></svg>',
  })

/** Interactive map, used only where the site has a tile server. */
export default function LocationMap({ pins, tiles, label, onChoose, center, className }: LocationMapProps) {
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap>()
  const choose = useEffectEvent((place: MapPoint) => onChoose?.(place))
  useEffect(() => {
    if (!box.current) return
    const made = new LeafletMap(box.current, {
      attributionControl: false,
      zoomControl: false,
      // Respect the preference for reduced motion.
      ...(window.matchMedia('(prefers-reduced-motion: reduce)').matches && {
        zoomAnimation: false,
        fadeAnimation: false,
        inertia: false,
      }),
    })
    made.setView([0, 0], DEFAULT_ZOOM)
    new Control.Zoom({ zoomInTitle: t`Zoom in`, zoomOutTitle: t`Zoom out` }).addTo(made)
    new Control.Scale({ imperial: false }).addTo(made)
    made.on('moveend', () => {
      const { lat, lng } = made.getCenter().wrap()
      choose({ latitude: lat, longitude: lng })
    })
    setMap(made)
    return () => void made.remove()
  }, [])

  useEffect(() => {
    if (!map) return
    const layer = new TileLayer(tiles.url, { maxZoom: 19 })
    layer.addTo(map)
    const credit = new Control.Attribution({ prefix: false }).addTo(map)
    credit.addAttribution(escapeText(tiles.attribution))
    return () => {
      layer.remove()
      credit.remove()
    }
  }, [map, tiles])

  useEffect(() => {
    if (!map) return
    map.setView([center.latitude, center.longitude], map.getZoom())
  }, [map, center])

  useEffect(() => {
    if (!map) return
    const markers = pins.map((pin) =>
      new Marker([pin.latitude, pin.longitude], {
        icon: icon(pin.quiet === true),
        alt: pin.label,
        title: pin.label,
        keyboard: false,
      }).addTo(map),
    )
    return () => markers.forEach((marker) => void marker.remove())
  }, [map, pins])

  return (
    <div className={clsx('relative isolate', className)}>
      <div
        ref={box}
        role="application"
        aria-label={label}
        // Overrides the library's colours: its controls are white in every theme.
        style={{ background: 'var(--surface-sunken)', color: '#222' }}
        className="h-full rounded-control focus-visible:outline-2 focus-visible:outline-accent-text"
      />
      {onChoose && (
        <svg
          aria-hidden="true"
          width="36"
          height="36"
          viewBox="0 0 24 24"
          fill="currentColor"
          className="pointer-events-none absolute start-1/2 top-1/2 z-[500] -translate-x-1/2 -translate-y-[92%] stroke-surface-raised text-accent-text"
        >
          <path d="M12 22c4-5 7-8.5 7-12a7 7 0 1 0-14 0c0 3.5 3 7 7 12z" />
        </svg>
      )}
    </div>
  )
}

/** Escapes the operator's attribution text, which the library would render as HTML. */
function escapeText(text: string): string {
  const element = document.createElement('span')
  element.textContent = text
  return element.innerHTML
}
