import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Mic, MicOff, Pause, RotateCw, SendHorizontal, Trash2 } from 'lucide-react'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react'
import { announce } from '../../../../lib/browser/announce.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { TransientButton } from '../../../../ui/transient-button.tsx'
import { failureText } from '../../chat-texts.ts'
import type { AddPanelProps } from '../../composer/composer-tools.ts'
import { LiveWave } from './live-wave.tsx'
import type { RecordingError, Recording, RecordedAudio } from './recorder.ts'
import { timeText } from './time.ts'
import { useHoldToRecord } from './use-hold-to-record.ts'
import { useRecorder } from './use-recorder.ts'
import { useVoiceUpload } from './use-voice-upload.ts'
import { stopPlaying, VoicePlayer } from './voice-player.tsx'

/**
 * Voice message panel: records at once, with pause, play, discard and send, then shows the upload. A recording that was
 * left is shown first.
 */
export default function VoicePanel({ tools, onClose }: AddPanelProps) {
  const room = useRef<HTMLDivElement>(null)
  const { upload, durationMs, kept, keep, send, retry, discard } = useVoiceUpload(tools)
  const isClosed = useRef(false)
  const close = () => {
    isClosed.current = true
    onClose()
  }
  useEffect(
    () => () => {
      // Not before: the panel takes the place of the field. On a touch screen the keyboard would open.
      const isTouch = window.matchMedia('(pointer: coarse)').matches
      if (isClosed.current && !isTouch && document.activeElement === document.body) tools.focus()
    },
    [tools],
  )
  const closeWhenGone = useEffectEvent(close)
  const isUnderWay = upload !== undefined
  const wasUnderWay = useRef(false)
  useEffect(() => {
    // The upload was sent or discarded.
    if (wasUnderWay.current && !isUnderWay) closeWhenGone()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay])
  // Keep keyboard focus in the panel, and stop playback, which the microphone would record.
  useEffect(() => {
    stopPlaying()
    room.current?.focus({ preventScroll: true })
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc does what the delete button does
    <section
      ref={room}
      tabIndex={-1}
      aria-label={t`Voice message`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        discard()
        if (!upload) close()
      }}
      className="shrink-0 border-t border-line bg-surface px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] outline-none md:px-4"
    >
      {upload ? (
        <Sending durationMs={durationMs} progress={upload.progress} onCancel={discard}>
          {upload.state === 'failed' && (
            <>
              <p role="alert" className="min-w-0 flex-1 text-sm text-danger">
                {upload.failure ? (
                  failureText(upload.failure)
                ) : (
                  <Trans>Connection lost. Your recording is kept while Fettle is open.</Trans>
                )}
              </p>
              <TransientButton focusWithin="section" size="sm" icon={<RotateCw size={16} />} onClick={retry}>
                <Trans>Try again</Trans>
              </TransientButton>
            </>
          )}
        </Sending>
      ) : kept ? (
        <Controls
          recording={{
            state: 'paused',
            elapsed: kept.durationMs,
            levels: kept.waveform,
            soFar: kept.blob,
            isFull: true,
          }}
          onCancel={() => {
            discard()
            close()
          }}
          onSend={() => send(kept)}
        />
      ) : (
        <VoiceRecorder
          onTaken={send}
          onLeft={(audio) => {
            if (!isClosed.current && audio.durationMs >= MIN_DURATION_MS) keep(audio)
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

interface VoiceRecorderProps {
  onTaken: (voice: RecordedAudio) => void
  /** Gets what was recorded until the panel went away. */
  onLeft: (voice: RecordedAudio) => void
  onClose: () => void
}

/** Records until sent, discarded or left. */
function VoiceRecorder({ onTaken, onLeft, onClose }: VoiceRecorderProps) {
  // The end of a recording takes a moment, in which the button can be pressed again.
  const isFinished = useRef(false)
  const { recorder, recording, restart } = useRecorder((audio) => {
    if (!isFinished.current) onLeft(audio)
  })
  const finish = () => {
    if (isFinished.current) return
    isFinished.current = true
    stopPlaying()
    recorder.take().then((voice) => (voice ? onTaken(voice) : onClose()), onClose)
  }
  const cancel = () => {
    stopPlaying()
    onClose()
  }
  useHoldToRecord(recording.state === 'recording', { send: finish, cancel })
  const { state } = recording
  useEffect(() => {
    if (state === 'recording') announce(t`Recording`)
    if (state === 'paused') announce(t`Paused`)
  }, [state])
  if (recording.state === 'impossible') return <Impossible why={recording.why} restart={restart} onClose={onClose} />
  return (
    <Controls
      recording={recording}
      onCancel={cancel}
      onPause={recorder.pause}
      onResume={recorder.resume}
      onSend={finish}
    />
  )
}

/** Shorter recordings are discarded. */
const MIN_DURATION_MS = 500

interface ControlsProps {
  recording: Recording
  onCancel: () => void
  onPause?: () => void
  onResume?: () => void
  onSend: () => void
}

function Controls({ recording, onCancel, onPause, onResume, onSend }: ControlsProps) {
  const isOn = recording.state === 'recording'
  const elapsed = recording.state === 'recording' || recording.state === 'paused' ? recording.elapsed : 0
  return (
    <div className="flex items-start gap-1">
      <IconButton label={t`Discard`} icon={<Trash2 size={20} />} onClick={onCancel} className="rounded-full" />
      {recording.state === 'paused' ? (
        <Listen recording={recording} />
      ) : (
        <div className="relative flex h-11 min-w-0 flex-1 items-center gap-2 overflow-hidden rounded-full bg-surface-sunken px-3">
          {isOn && <span aria-hidden="true" className="size-2.5 shrink-0 animate-pulse rounded-full bg-danger" />}
          <span role="timer" aria-label={t`Recorded`} className="shrink-0 text-sm font-semibold tabular-nums">
            {timeText(elapsed)}
          </span>
          {isOn ? (
            <LiveWave levels={recording.levels} />
          ) : (
            <span className="truncate text-sm text-text-muted">
              <Trans>Allow the microphone to record.</Trans>
            </span>
          )}
        </div>
      )}
      {recording.state === 'paused' ? (
        <IconButton
          label={t`Resume recording`}
          icon={<Mic size={20} />}
          disabled={recording.isFull}
          onClick={onResume}
          className="rounded-full text-danger"
        />
      ) : (
        <IconButton
          label={t`Pause and listen`}
          icon={<Pause size={20} />}
          disabled={!isOn}
          onClick={onPause}
          className="rounded-full"
        />
      )}
      <IconButton
        label={t`Send voice message`}
        icon={<SendHorizontal size={20} className="rtl:rotate-180" />}
        // The tap that opened the panel must not send.
        disabled={elapsed < MIN_DURATION_MS}
        onClick={onSend}
        className="ms-1 rounded-full bg-accent text-on-accent! hover:bg-accent-hover!"
      />
    </div>
  )
}

/** Plays the recording before it is sent. */
function Listen({ recording }: { recording: Extract<Recording, { state: 'paused' }> }) {
  const { soFar, elapsed, levels, isFull } = recording
  const url = useObjectUrl(soFar)
  return (
    <div className="min-w-0 flex-1">
      <VoicePlayer
        id={`draft ${url ?? ''}`}
        url={url}
        durationMs={Math.round(elapsed)}
        waveform={levels}
        label={t`Your recording`}
      />
      {isFull && elapsed >= chatLimits.voiceRecordingMaxMs && (
        <p className="text-sm text-text-muted">
          <Trans>Maximum length reached.</Trans>
        </p>
      )}
    </div>
  )
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob])
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  return url
}

function Sending(props: { durationMs: number; progress: number; onCancel: () => void; children: ReactNode }) {
  const { durationMs, progress, onCancel, children } = props
  return (
    <div className="flex min-h-11 items-center gap-2">
      <IconButton label={t`Discard`} icon={<Trash2 size={20} />} onClick={onCancel} className="rounded-full" />
      {children || (
        <>
          <span
            role="progressbar"
            aria-label={t`Upload of the voice message`}
            aria-valuenow={Math.round(progress * 100)}
            className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-surface-hover"
          >
            <span className="block h-full bg-accent transition-[width]" style={{ width: `${progress * 100}%` }} />
          </span>
          <span className="text-sm text-text-muted tabular-nums">{timeText(durationMs)}</span>
        </>
      )}
    </div>
  )
}

function Impossible({ why, restart, onClose }: { why: RecordingError; restart: () => void; onClose: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 py-1">
      <MicOff size={20} aria-hidden="true" className="shrink-0 text-text-muted" />
      <p className="min-w-0 flex-1 basis-60 text-sm">{whatToDo(why)}</p>
      {why !== 'unsupported' && (
        <TransientButton focusWithin="section" variant="secondary" size="sm" onClick={restart}>
          <Trans>Try again</Trans>
        </TransientButton>
      )}
      <Button variant="quiet" size="sm" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
}

const advice: Record<RecordingError, MessageDescriptor> = {
  denied: msg`The microphone is off for Fettle. Turn it on in your browser settings and try again.`,
  none: msg`No microphone found. Connect one and try again.`,
  busy: msg`Another app is using the microphone. Close it and try again.`,
  unsupported: msg`This browser can't record sound.`,
}

const whatToDo = (error: RecordingError): string => i18n._(advice[error])
