import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Pause, Play } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { onLogout } from '../../../../lib/http/session.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { InteractiveArea } from '../interactive-area.tsx'
import { createPlayer, rates } from './player.ts'
import { spokenTime, timeText } from './time.ts'
import { Waveform } from './waveform.tsx'

/** The player of this tab. */
const player = createPlayer(
  () => new Audio(),
  (milliseconds, work) => {
    const timer = setInterval(work, milliseconds)
    return () => clearInterval(timer)
  },
)
onLogout(() => player.stop())
export const stopPlaying = (): void => player.stop()

export interface VoicePlayerProps {
  id: string
  /** Undefined until loaded. */
  url: string | undefined
  durationMs: number
  waveform: readonly number[]
  tabIndex?: 0 | -1
  label: string
}

/** Player of a voice message: play, pause, seek and playback rate. */
export function VoicePlayer({ id, url, durationMs, waveform, tabIndex = 0, label }: VoicePlayerProps) {
  const playing = useSyncExternalStore(player.subscribe, player.getSnapshot)
  const isMine = playing.id === id
  const at = isMine ? playing.at : 0
  const isOn = isMine && playing.state === 'playing'
  const sound = { id, url: url ?? '', durationMs }
  const { rate } = playing
  const next = rates[(rates.findIndex((each) => each === rate) + 1) % rates.length] ?? 1
  return (
    <InteractiveArea className="grid w-72 max-w-full gap-0.5">
      <div role="group" aria-label={label} className="flex items-center gap-2">
        <IconButton
          label={isOn ? t`Pause` : t`Play`}
          icon={isOn ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" />}
          tabIndex={tabIndex}
          disabled={url === undefined}
          onClick={() => player.toggle(sound)}
          className="rounded-full bg-accent text-on-accent! hover:bg-accent-hover!"
        />
        {/* Time goes from left to right in every language, for the slider as for the waveform. */}
        <div
          dir="ltr"
          className="relative h-11 min-w-0 flex-1 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
        >
          <Waveform levels={waveform} part={durationMs === 0 ? 0 : at / durationMs} />
          {/* An invisible native range input, for touch, mouse, keyboard and screen readers. */}
          <input
            type="range"
            min={0}
            max={Math.max(1, durationMs)}
            step={durationMs > 20_000 ? 1_000 : 250}
            value={Math.min(at, durationMs)}
            disabled={url === undefined}
            tabIndex={tabIndex}
            aria-label={t`Playback position`}
            aria-valuetext={spokenTime(at, durationMs)}
            onChange={(event) => player.seek(sound, Number(event.target.value))}
            className="absolute inset-0 size-full cursor-pointer touch-pan-y opacity-0"
          />
        </div>
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={t`Speed ${rate}`}
          title={t`Speed`}
          onClick={() => player.setRate(next)}
          className="min-h-9 min-w-11 rounded-full bg-surface-hover px-1.5 text-sm font-semibold tabular-nums pointer-coarse:min-h-11"
        >
          {rate}×
        </button>
      </div>
      <p className="ps-13 text-xs text-text-muted tabular-nums">
        {isMine && playing.state === 'failed' ? (
          <span role="alert" className="text-danger">
            <Trans>We couldn't play it. Press play to try again.</Trans>
          </span>
        ) : (
          timeText(at > 0 ? at : durationMs)
        )}
      </p>
    </InteractiveArea>
  )
}
