import { toWaveform } from '@fettle/chat-client'
import { memo, useId, useMemo } from 'react'

const BAR_COUNT = 44
const HEIGHT_PX = 32
const BAR_STEP_PX = 4

/** SVG path with one bar per sample, at least a dot. */
function barsOf(levels: readonly number[], bars: number): string {
  const shown = toWaveform(levels, bars)
  return shown
    .map((level, index) => {
      const height = Math.max(2, level * HEIGHT_PX)
      return `M${index * BAR_STEP_PX + 1.25} ${(HEIGHT_PX - height) / 2}v${height}`
    })
    .join('')
}

/** Waveform of a voice message with the played part coloured. Decorative: the slider over it has the position. */
export const Waveform = memo(function Waveform({ levels, part }: { levels: readonly number[]; part: number }) {
  const id = useId()
  const flat = levels.length === 0
  const bars = flat ? BAR_COUNT : Math.min(BAR_COUNT, levels.length)
  const path = useMemo(
    () => barsOf(flat ? Array.from({ length: BAR_COUNT }, () => 0) : levels, bars),
    [flat, levels, bars],
  )
  const stroke = { d: path, strokeWidth: 2, strokeLinecap: 'round', vectorEffect: 'non-scaling-stroke' } as const
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars * BAR_STEP_PX} ${HEIGHT_PX}`}
      preserveAspectRatio="none"
      className="absolute inset-x-1 top-1/2 h-8 w-[calc(100%-0.5rem)] -translate-y-1/2 overflow-visible"
    >
      <clipPath id={id}>
        <rect width={bars * BAR_STEP_PX * part} height={HEIGHT_PX} />
      </clipPath>
      <path {...stroke} className="stroke-line-strong" />
      <path {...stroke} clipPath={`url(#${id})`} className="stroke-accent" />
    </svg>
  )
})
