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
  const lastPoint = useRef<{ x: number; y: number }>(undefined)
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
  const clearCanvas = () => {
    const context = drawingContext()
    if (!context) return
    context.fillStyle = BACKGROUND_COLOUR
    context.fillRect(0, 0, WIDTH_PX, HEIGHT_PX)
  }
  const reportSignature = () => {
    setSigned(true)
    canvas.current?.toBlob((blob) => onChange(blob ?? undefined), 'image/png')
  }
  const positionOf = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / box.width) * WIDTH_PX,
      y: ((event.clientY - box.top) / box.height) * HEIGHT_PX,
    }
  }
  const continueStroke = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = lastPoint.current
    const context = drawingContext()
    if (!from || !context) return
    const to = positionOf(event)
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.stroke()
    lastPoint.current = to
  }
  const startStroke = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return
    // A typed name is on the same canvas: clear it first.
    if (!isSigned || typed !== '') clearCanvas()
    setTyped('')
    setSigned(true)
    event.currentTarget.setPointerCapture(event.pointerId)
    lastPoint.current = positionOf(event)
    // A tap draws a dot.
    continueStroke(event)
  }
  const endStroke = () => {
    if (!lastPoint.current) return
    lastPoint.current = undefined
    reportSignature()
  }
  const removeSignature = () => {
    clearCanvas()
    setTyped('')
    setSigned(false)
    onChange(undefined)
    // The button disappears: keep the focus in the group.
    group.current?.focus({ preventScroll: true })
  }
  const drawTypedName = (name: string) => {
    setTyped(name)
    clearCanvas()
    const context = drawingContext()
    if (name.trim() === '' || !context) {
      setSigned(false)
      return onChange(undefined)
    }
    context.font = `italic ${HEIGHT_PX / 3}px Georgia, serif`
    context.textBaseline = 'middle'
    // By default, text that is drawn on a page from right to left ends at the given position.
    context.textAlign = 'left'
    context.fillText(name.trim(), 40, HEIGHT_PX / 2, WIDTH_PX - 80)
    reportSignature()
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
            <Button size="sm" variant="quiet" onClick={removeSignature}>
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
          onPointerDown={startStroke}
          onPointerMove={continueStroke}
          onPointerUp={endStroke}
          onPointerCancel={endStroke}
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
          onChange={(event) => drawTypedName(event.target.value)}
        />
      )}
    </div>
  )
}
