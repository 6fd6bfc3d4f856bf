import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useRef, useState, type PointerEvent } from 'react'
import { Button } from '../button.tsx'
import { TextField } from './field.tsx'
import {
  clearCanvas,
  drawLine,
  drawName,
  HEIGHT_PX,
  pointUnder,
  WIDTH_PX,
  type CanvasPoint,
} from './signature-canvas.ts'

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
  const lastPoint = useRef<CanvasPoint>(undefined)
  const [isSigned, setSigned] = useState(false)
  const [typed, setTyped] = useState('')

  const reportSignature = () => {
    setSigned(true)
    canvas.current?.toBlob((blob) => onChange(blob ?? undefined), 'image/png')
  }
  const continueStroke = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = lastPoint.current
    if (!from) return
    const to = pointUnder(event.currentTarget, event)
    drawLine(event.currentTarget, from, to)
    lastPoint.current = to
  }
  const startStroke = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return
    // A typed name is on the same canvas: clear it first.
    if (!isSigned || typed !== '') clearCanvas(canvas.current)
    setTyped('')
    setSigned(true)
    event.currentTarget.setPointerCapture(event.pointerId)
    lastPoint.current = pointUnder(event.currentTarget, event)
    // A tap draws a dot.
    continueStroke(event)
  }
  const endStroke = () => {
    if (!lastPoint.current) return
    lastPoint.current = undefined
    reportSignature()
  }
  const removeSignature = () => {
    clearCanvas(canvas.current)
    setTyped('')
    setSigned(false)
    onChange(undefined)
    // The button disappears: keep the focus in the group.
    group.current?.focus({ preventScroll: true })
  }
  const drawTypedName = (name: string) => {
    setTyped(name)
    clearCanvas(canvas.current)
    if (name.trim() === '' || !drawName(canvas.current, name.trim())) {
      setSigned(false)
      return onChange(undefined)
    }
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
