import 'leaflet/dist/leaflet.css'
import type { MapTiles } from '@fettle/protocol/common/maps'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Control, LatLngBounds, Map as LeafletMap, Marker, Polyline, TileLayer } from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { prefersLessMotion } from '../../lib/browser/media.ts'
import type { MapPoint } from './geo.ts'
import type { MapProps } from './map.types.ts'
import { iconOf } from './pin-icon.ts'

export interface TileMapProps extends MapProps {
  tiles: MapTiles
  /** When given, the map's centre is the chosen place: drag the map or use the arrow keys. */
  onChoose?: (place: MapPoint) => void
  /** The map moves here whenever this changes. Without it, the map shows all pins. */
  center?: MapPoint
}

const DEFAULT_ZOOM = 16
/** All pins are shown no larger than this. */
const MAX_FIT_ZOOM = 15
const latLngOf = ({ latitude, longitude }: MapPoint): [number, number] => [latitude, longitude]
const noRoute: readonly string[] = []

/** Interactive map, used only where the site has a tile server. */
export default function TileMap(props: TileMapProps) {
  const {
    pins,
    routeIds = noRoute,
    tiles,
    label,
    onChoose,
    center,
    selected,
    onSelect,
    still = false,
    className,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap>()
  const choose = useEffectEvent((place: MapPoint) => onChoose?.(place))
  const select = useEffectEvent((id: string) => onSelect?.(id))
  const chooses = onChoose !== undefined
  useEffect(() => {
    if (!box.current) return
    const leafletMap = createLeafletMap(box.current, { still, chooses })
    leafletMap.on('moveend', () => {
      const { lat, lng } = leafletMap.getCenter().wrap()
      choose({ latitude: lat, longitude: lng })
    })
    setMap(leafletMap)
    return () => void leafletMap.remove()
  }, [still, chooses])

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
    if (center) map.setView([center.latitude, center.longitude], map.getZoom())
  }, [map, center])

  const places = pins.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(' ')
  const fit = useEffectEvent(() => {
    if (!map || center || pins.length === 0) return
    const bounds = new LatLngBounds(pins.map(latLngOf))
    map.fitBounds(bounds, { padding: [36, 36], maxZoom: MAX_FIT_ZOOM, animate: false })
  })
  // oxlint-disable-next-line react/exhaustive-deps -- runs when pins move, not when another one is highlighted
  useEffect(() => fit(), [map, places])

  useEffect(() => {
    if (!map) return
    const stops = routeIds.flatMap((id) => pins.find((pin) => pin.id === id) ?? [])
    const line = new Polyline(stops.map(latLngOf), {
      className: 'stroke-accent',
      weight: 4,
      dashArray: '1 8',
      interactive: false,
    }).addTo(map)
    const markers = pins.map((pin) =>
      new Marker([pin.latitude, pin.longitude], {
        icon: iconOf(pin, { isSelected: pin.id === selected }),
        alt: pin.label,
        title: pin.label,
        keyboard: false,
        zIndexOffset: pin.id === selected ? 1000 : 0,
      })
        .on('click', () => select(pin.id))
        .addTo(map),
    )
    return () => {
      line.remove()
      markers.forEach((marker) => void marker.remove())
    }
  }, [map, pins, routeIds, selected])

  return (
    <div className={clsx('relative isolate overflow-hidden rounded-control', className)}>
      <div
        ref={box}
        role={still ? 'img' : 'application'}
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
          className="pointer-events-none absolute top-1/2 left-1/2 z-[500] -translate-x-1/2 -translate-y-[92%] stroke-surface-raised text-accent-text"
        >
          <path d="M12 22c4-5 7-8.5 7-12a7 7 0 1 0-14 0c0 3.5 3 7 7 12z" />
        </svg>
      )}
    </div>
  )
}

/** Creates the map with its controls. One that stands still has none. */
function createLeafletMap(box: HTMLElement, { still, chooses }: { still: boolean; chooses: boolean }): LeafletMap {
  const leafletMap = new LeafletMap(box, {
    attributionControl: false,
    zoomControl: false,
    // The wheel scrolls the page, unless the map is there to choose a place.
    scrollWheelZoom: chooses,
    dragging: !still,
    touchZoom: !still,
    doubleClickZoom: !still,
    boxZoom: !still,
    keyboard: !still,
    ...(prefersLessMotion() && {
      zoomAnimation: false,
      fadeAnimation: false,
      inertia: false,
    }),
  })
  leafletMap.setView([0, 0], DEFAULT_ZOOM)
  if (still) return leafletMap
  new Control.Zoom({ zoomInTitle: t`Zoom in`, zoomOutTitle: t`Zoom out` }).addTo(leafletMap)
  new Control.Scale({ imperial: false }).addTo(leafletMap)
  return leafletMap
}

/** Escapes the operator's attribution text, which the library would render as HTML. */
function escapeText(text: string): string {
  const element = document.createElement('span')
  element.textContent = text
  return element.innerHTML
}
