import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useRef, useState, type PointerEvent } from 'react'
import { Button } from '../button.tsx'
import { TextField } from './field.tsx'

/** Size of the stored picture, within the server's limit (1200 × 600) and wide enough for printing. */
const WIDTH_PX = 1000
const HEIGHT_PX = 360
const STROKE_WIDTH_PX = 5
/** Independent of the theme, because documents are white. */
const BACKGROUND_COLOUR = '#fff'
const STROKE_COLOUR = '#1c1917'

export interface SignaturePadProps {
  label: string
  hint?: string
  /** Hides the text field, where the name is entered elsewhere. */
  onlyDrawn?: boolean
  /** PNG of the signature; undefined after clearing. */
  onChange: (signature: Blob | undefined) => void
}

/** Signature by touch, pen or mouse, or typed as an alternative. */
export function SignaturePad({ label, hint, onlyDrawn = false, onChange }: SignaturePadProps) {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const group = useRef<HTMLDivElement>(null)
  const last = useRef<{ x: number; y: number }>(undefined)
  const [isSigned, setSigned] = useState(false)
  const [typed, setTyped] = useState('')

  const drawingContext = () => {
    const context = canvas.current?.getContext('2d')
    if (!context) return undefined
    Object.assign(context, {
      lineWidth: STROKE_WIDTH_PX,
      lineCap: 'round',
      lineJoin: 'round',
      strokeStyle: STROKE_COLOUR,
      fillStyle: STROKE_COLOUR,
    })
    return context
  }
  const clear = () => {
    const context = drawingContext()
    if (!context) return
    context.fillStyle = BACKGROUND_COLOUR
    context.fillRect(0, 0, WIDTH_PX, HEIGHT_PX)
  }
  const hand = () => {
    setSigned(true)
    canvas.current?.toBlob((blob) => onChange(blob ?? undefined), 'image/png')
  }
  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / box.width) * WIDTH_PX,
      y: ((event.clientY - box.top) / box.height) * HEIGHT_PX,
    }
  }
  const lineTo = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = last.current
    const context = drawingContext()
    if (!from || !context) return
    const to = at(event)
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.stroke()
    last.current = to
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return
    // A typed name is on the same canvas: clear it first.
    if (!isSigned || typed !== '') clear()
    setTyped('')
    setSigned(true)
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = at(event)
    // A tap draws a dot.
    lineTo(event)
  }
  const end = () => {
    if (!last.current) return
    last.current = undefined
    hand()
  }
  const empty = () => {
    clear()
    setTyped('')
    setSigned(false)
    onChange(undefined)
    // The button disappears: keep the focus in the group.
    group.current?.focus({ preventScroll: true })
  }
  const type = (name: string) => {
    setTyped(name)
    clear()
    const context = drawingContext()
    if (name.trim() === '' || !context) {
      setSigned(false)
      return onChange(undefined)
    }
    context.font = `italic ${HEIGHT_PX / 3}px Georgia, serif`
    context.textBaseline = 'middle'
    // From the left edge on every page: by default the text ends there on those from right to left.
    context.textAlign = 'left'
    context.fillText(name.trim(), 40, HEIGHT_PX / 2, WIDTH_PX - 80)
    hand()
  }
  return (
    <div ref={group} role="group" tabIndex={-1} aria-labelledby={`${id}-label`} className="grid gap-3 rounded-control">
      <div className="grid gap-1.5">
        {/* As high as its button, which comes with the first stroke: the canvas must not move under the hand. */}
        <div className="flex min-h-9 items-center justify-between gap-3 pointer-coarse:min-h-11">
          <p id={`${id}-label`} className="text-sm font-semibold">
            {label}
          </p>
          {isSigned && (
            <Button size="sm" variant="quiet" onClick={empty}>
              <Trans>Clear</Trans>
            </Button>
          )}
        </div>
        <canvas
          ref={canvas}
          width={WIDTH_PX}
          height={HEIGHT_PX}
          role="img"
          aria-label={isSigned ? t`Signed` : t`Not signed yet`}
          onPointerDown={begin}
          onPointerMove={lineTo}
          onPointerUp={end}
          onPointerCancel={end}
          className="w-full touch-none rounded-control border border-line-strong bg-[#fff]"
          style={{ aspectRatio: `${WIDTH_PX} / ${HEIGHT_PX}` }}
        />
        {hint && <p className="text-sm text-text-muted">{hint}</p>}
      </div>
      {!onlyDrawn && (
        <TextField
          label={t`Or type the name`}
          optional
          maxLength={80}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </div>
  )
}
