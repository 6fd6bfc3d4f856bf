import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs'
import { createPdfLayout } from './layout.ts'
import type { PrintResult, PrintOptions } from './printer.ts'

/** The process of `printer.ts`. It ends when nobody listens any more. */

// However nice, a process that wakes up, as this one does after every rest, takes its turn from one that is at work. Linux
// has a class of those that never do; elsewhere being nice has to do. The class below it, of those that run when nobody
// else wants to, kept others waiting more (decision 206). Where Linux shares time out by session, a session is as nice
// as it says of itself, whatever is in it.
if (process.platform === 'linux') {
  execFile('chrt', ['--all-tasks', '--batch', '--pid', '0', String(process.pid)], () => undefined)
  writeFile('/proc/self/autogroup', '19', () => undefined)
}

// Who wakes up where this runs waits until it stops, which may be milliseconds, and two cores are seldom as fast as one
// alone. Where others wait for papers too, it therefore rests every few letters, and most of the time. In milliseconds.
const BURST_MS = 0.25
const PAUSE_MS = 5
const nothing = new Int32Array(new SharedArrayBuffer(4))
let lastPauseAt = 0

function pauseIfDue(): void {
  if (performance.now() - lastPauseAt < BURST_MS) return
  Atomics.wait(nothing, 0, 0, PAUSE_MS)
  lastPauseAt = performance.now()
}

async function printed({ page, blocks, hasOthers }: PrintOptions): Promise<Buffer> {
  const layout = await createPdfLayout({ ...page, at: new Date(page.at), ...(hasOthers && { breathe: pauseIfDue }) })
  for (const block of blocks) {
    switch (block.kind) {
      case 'heading':
        layout.heading(block.level, block.text)
        break
      case 'paragraph':
        layout.paragraph(block.text, block.style)
        break
      case 'facts':
        layout.facts(block.facts)
        break
      case 'amounts':
        layout.amounts(block.rows)
        break
      case 'list':
        layout.list(block.items)
        break
      case 'picture':
        layout.picture(Buffer.from(block.bytes), block)
        break
      case 'pictures':
        layout.pictures(block.pictures.map((each) => ({ ...each, bytes: Buffer.from(each.bytes) })))
        break
      case 'signatures':
        layout.signatures(block.labels)
        break
      case 'page':
        layout.page()
        break
    }
  }
  return layout.finish()
}

process.on('message', (order: PrintOptions) => {
  void printed(order)
    .then(
      (bytes): PrintResult => ({ bytes }),
      (error: unknown): PrintResult => ({ error: String(error) }),
    )
    .then((delivery) => process.connected && process.send?.(delivery))
})
