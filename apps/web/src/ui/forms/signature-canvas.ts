/** Size of the stored picture, within the server's limit (1200 × 600) and wide enough for printing. */
export const WIDTH_PX = 1000
export const HEIGHT_PX = 360
const STROKE_WIDTH_PX = 5
/** Independent of the theme, because documents are white. */
const BACKGROUND_COLOUR = '#fff'
const STROKE_COLOUR = '#1c1917'

/** A point of the picture. */
export interface CanvasPoint {
  x: number
  y: number
}

/** The point of the picture under a pointer. */
export function pointUnder(canvas: HTMLCanvasElement, pointer: { clientX: number; clientY: number }): CanvasPoint {
  const box = canvas.getBoundingClientRect()
  return {
    x: ((pointer.clientX - box.left) / box.width) * WIDTH_PX,
    y: ((pointer.clientY - box.top) / box.height) * HEIGHT_PX,
  }
}

export function clearCanvas(canvas: HTMLCanvasElement | null): void {
  const context = canvas?.getContext('2d')
  if (!context) return
  context.fillStyle = BACKGROUND_COLOUR
  context.fillRect(0, 0, WIDTH_PX, HEIGHT_PX)
}

/** Draws a line. From a point to itself, it is a dot. */
export function drawLine(canvas: HTMLCanvasElement, from: CanvasPoint, to: CanvasPoint): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.lineWidth = STROKE_WIDTH_PX
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = STROKE_COLOUR
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

/** Writes a name as a signature. Returns false where nothing can be drawn. */
export function drawName(canvas: HTMLCanvasElement | null, name: string): boolean {
  const context = canvas?.getContext('2d')
  if (!context) return false
  context.fillStyle = STROKE_COLOUR
  context.font = `italic ${HEIGHT_PX / 3}px Georgia, serif`
  context.textBaseline = 'middle'
  // By default, text that is drawn on a page from right to left ends at the given position.
  context.textAlign = 'left'
  context.fillText(name, 40, HEIGHT_PX / 2, WIDTH_PX - 80)
  return true
}
