import { useEffect, useRef } from 'react'

/** Distance between bars. */
const BAR_STEP_PX = 4

/** Live waveform of the recording, newest at the end. Decorative: the running time beside it has the information. */
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
      // Amplify: typical speech should use the full height.
      const half = Math.max(1, Math.min(1, level * 2.5) * (height / 2 - 2))
      const x = width - (shown.length - index) * BAR_STEP_PX + 2
      pen.moveTo(x, height / 2 - half)
      pen.lineTo(x, height / 2 + half)
    }
    pen.stroke()
  }, [levels])
  return <canvas ref={ref} aria-hidden="true" className="h-7 min-w-0 flex-1 text-accent-text" />
}
