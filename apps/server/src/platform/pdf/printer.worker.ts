import { drawBlocks, finish } from './blocks.ts'
import { createPdfCanvas } from './canvas.ts'
import type { PrintJob } from './printer.ts'

/** Prints a document. Runs in the thread of `printer.ts`. */
export default async function printed({ page, blocks }: PrintJob): Promise<Uint8Array> {
  const canvas = await createPdfCanvas(page)
  drawBlocks(canvas, blocks)
  return finish(canvas, page)
}
