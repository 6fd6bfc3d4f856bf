import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs'
import { createPdfLayout } from './layout.ts'
import type { PrintResult, PrintOptions } from './printer.ts'

// The process of `printer.ts`, which ends when its parent disconnects. Even a niced process gets CPU time from a busy
// one each time it wakes up, as this one does often. Linux has a scheduling class that does not; elsewhere nice has to
// suffice. The idle class below it delayed others more (decision 206). With autogroups, Linux uses the nice value of
// the session.
if (process.platform === 'linux') {
  execFile('chrt', ['--all-tasks', '--batch', '--pid', '0', String(process.pid)], () => undefined)
  writeFile('/proc/self/autogroup', '19', () => undefined)
}

// A waking request waits until this process yields, which may take milliseconds, and two cores are seldom as fast as
// one alone. While others wait for documents too, it therefore rests often, and most of the time. In milliseconds.
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
