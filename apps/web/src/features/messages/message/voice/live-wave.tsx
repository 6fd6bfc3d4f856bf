import { useEffect, useRef } from 'react'

/** Pixels from one bar to the next. */
const BAR_STEP_PX = 4

/** How loud it is right now at the end, and before that what was just said. Decoration: the time beside it runs, too. */
export function LiveWave({ levels }: { levels: readonly number[] }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    const pen = canvas?.getContext('2d')
    if (!canvas || !pen) return
    const { clientWidth: width, clientHeight: height } = canvas
    const scale = window.devicePixelRatio
    if (canvas.width !== Math.round(width * scale)) {
      canvas.width = Math.round(width * scale)
      canvas.height = Math.round(height * scale)
    }
    pen.setTransform(scale, 0, 0, scale, 0, 0)
    pen.clearRect(0, 0, width, height)
    pen.strokeStyle = getComputedStyle(canvas).color
    pen.lineWidth = 2
    pen.lineCap = 'round'
    pen.beginPath()
    const shown = levels.slice(-Math.floor(width / BAR_STEP_PX))
    for (const [index, level] of shown.entries()) {
      // Speech is far from the loudest there is: what is usual fills the height.
      const half = Math.max(1, Math.min(1, level * 2.5) * (height / 2 - 2))
      const x = width - (shown.length - index) * BAR_STEP_PX + 2
      pen.moveTo(x, height / 2 - half)
      pen.lineTo(x, height / 2 + half)
    }
    pen.stroke()
  }, [levels])
  return <canvas ref={ref} aria-hidden="true" className="h-7 min-w-0 flex-1 text-accent-text" />
}
