import clsx from 'clsx'
import { House } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { distanceText, kilometresText } from './geo.ts'
import type { MapPin, MapProps } from './map.types.ts'
import { layOutSketch, PIN_RADIUS_PX, type Sketch as SketchLayout, type SketchSize } from './sketch-model.ts'

const noRoute: readonly string[] = []

/** A drawn map for sites without a tile server: districts, distance rings, the way and numbered pins. */
export function Sketch({ pins, routeIds = noRoute, label, selected, onSelect, className }: MapProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const sketch = useMemo(() => size && layOutSketch(pins, routeIds, size), [pins, routeIds, size])
  return (
    <div ref={box} className={clsx('overflow-hidden rounded-control bg-surface-sunken', className)}>
      {size && sketch && (
        <svg role="img" aria-label={label} width={size.width} height={size.height} className="block select-none">
          <Ground sketch={sketch} />
          <Route sketch={sketch} />
          {/* The highlighted pin lies above the others. */}
          {sketch.pins
            .toSorted((one, other) => Number(one.pin.id === selected) - Number(other.pin.id === selected))
            .map(({ pin, at }) => (
              <Pin key={pin.id} pin={pin} at={at} selected={pin.id === selected} {...(onSelect && { onSelect })} />
            ))}
        </svg>
      )}
    </div>
  )
}

/** Whole kilometres need no decimals. */
const ringText = (metres: number): string => (metres % 1_000 === 0 ? kilometresText(metres) : distanceText(metres))

/** Districts and distances. */
const Ground = ({ sketch: { districts, rings, center } }: { sketch: SketchLayout }) => (
  <>
    {/* Colours tell districts apart: a single one needs none. */}
    {districts.length > 1 &&
      districts.map(({ name, hue, path }) => (
        <path
          key={name}
          d={path}
          stroke="var(--surface-raised)"
          strokeWidth={5}
          strokeLinejoin="round"
          style={{ fill: `color-mix(in oklab, var(--person-${hue}) 55%, var(--surface-raised))` }}
        />
      ))}
    {rings.map(({ metres, radius }) => (
      <circle
        key={metres}
        cx={center.x}
        cy={center.y}
        r={radius}
        fill="none"
        className="stroke-line-strong"
        strokeDasharray="2 5"
        strokeLinecap="round"
        opacity={0.55}
      />
    ))}
    {rings.map(({ metres, label }) => label && <Text key={metres} {...label} quiet text={ringText(metres)} />)}
    {districts.map(({ name, label }) => label && <Text key={name} {...label} text={name} />)}
  </>
)

const Route = ({ sketch: { legs } }: { sketch: SketchLayout }) => (
  <>
    {legs.map(({ id, path }) => (
      <path key={`under ${id}`} d={path} fill="none" className="stroke-surface-raised" strokeWidth={7} />
    ))}
    {legs.map(({ id, path }) => (
      <path key={id} d={path} fill="none" className="stroke-accent" strokeWidth={3} strokeLinecap="round" />
    ))}
    {legs.map(({ id, label, travel }) => label && travel && <Text key={`text ${id}`} {...label} text={travel} />)}
  </>
)

/** Text with an outline in the colour of the ground. */
const Text = ({ x, y, text, quiet }: { x: number; y: number; text: string; quiet?: boolean }) => (
  <text
    x={x}
    y={y}
    textAnchor="middle"
    dominantBaseline="central"
    paintOrder="stroke"
    strokeWidth={4}
    strokeLinejoin="round"
    className={clsx('stroke-surface-raised text-xs', quiet ? 'fill-text-muted' : 'fill-text font-semibold')}
  >
    {text}
  </text>
)

const pinClasses: Record<MapPin['kind'], { shape: string; mark: string }> = {
  stop: { shape: 'fill-text stroke-surface-raised', mark: 'fill-surface' },
  current: { shape: 'fill-accent stroke-surface-raised', mark: 'fill-on-accent' },
  done: { shape: 'fill-success stroke-surface-raised', mark: 'fill-surface' },
  request: { shape: 'fill-surface-raised stroke-accent-text [stroke-dasharray:4_3]', mark: 'fill-accent-text' },
  base: { shape: 'fill-surface-raised stroke-text', mark: 'fill-text' },
  person: { shape: 'fill-accent stroke-surface-raised', mark: 'fill-on-accent' },
}

function Pin(props: { pin: MapPin; at: { x: number; y: number }; selected: boolean; onSelect?: (id: string) => void }) {
  const { pin, at, selected, onSelect } = props
  const classes = pinClasses[pin.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list beside the map offers the same by keyboard
    <g
      transform={`translate(${at.x} ${at.y})`}
      className={clsx(onSelect && 'cursor-pointer')}
      onClick={onSelect && (() => onSelect(pin.id))}
    >
      <title>{pin.label}</title>
      {selected && <circle r={PIN_RADIUS_PX + 7} className="fill-accent opacity-30" />}
      <circle r={pin.kind === 'base' ? PIN_RADIUS_PX - 1 : PIN_RADIUS_PX} strokeWidth={2.5} className={classes.shape} />
      {pin.kind === 'base' ? (
        <House x={-7} y={-7.5} width={14} height={14} className="text-text" />
      ) : pin.mark === undefined ? (
        <circle r={4.5} className={classes.mark} />
      ) : (
        <text
          textAnchor="middle"
          dominantBaseline="central"
          className={clsx('text-xs font-bold tabular-nums', classes.mark)}
        >
          {pin.mark}
        </text>
      )}
    </g>
  )
}

/** Measures an element; undefined before layout. */
function useSize(ref: RefObject<HTMLElement | null>): SketchSize | undefined {
  const [size, setSize] = useState<SketchSize>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0)
        setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
