import { toWaveform } from '@fettle/chat-client'
import { memo, useId, useMemo } from 'react'

const BARS = 44
const HEIGHT = 32
const WIDTH = 4

/** One bar for each part, at least a dot. */
function barsOf(levels: readonly number[], bars: number): string {
  const shown = toWaveform(levels, bars)
  return shown
    .map((level, index) => {
      const height = Math.max(2, level * HEIGHT)
      return `M${index * WIDTH + 1.25} ${(HEIGHT - height) / 2}v${height}`
    })
    .join('')
}

/** How loud it is over its time; what has been heard is coloured. Decoration: the slider over it says where one is. */
export const Waveform = memo(function Waveform({ levels, part }: { levels: readonly number[]; part: number }) {
  const id = useId()
  const flat = levels.length === 0
  const bars = flat ? BARS : Math.min(BARS, levels.length)
  const path = useMemo(() => barsOf(flat ? Array.from({ length: BARS }, () => 0) : levels, bars), [flat, levels, bars])
  const stroke = { d: path, strokeWidth: 2, strokeLinecap: 'round', vectorEffect: 'non-scaling-stroke' } as const
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-x-1 top-1/2 h-8 w-[calc(100%-0.5rem)] -translate-y-1/2 overflow-visible"
    >
      <clipPath id={id}>
        <rect width={bars * WIDTH * part} height={HEIGHT} />
      </clipPath>
      <path {...stroke} className="stroke-line-strong" />
      <path {...stroke} clipPath={`url(#${id})`} className="stroke-accent" />
    </svg>
  )
})
