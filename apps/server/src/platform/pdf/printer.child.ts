import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs'
import { createPaper } from './paper.ts'
import type { Delivery, Order } from './printer.ts'

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
const BITE = 0.25
const REST = 5
const nothing = new Int32Array(new SharedArrayBuffer(4))
let rested = 0

function rest(): void {
  if (performance.now() - rested < BITE) return
  Atomics.wait(nothing, 0, 0, REST)
  rested = performance.now()
}

async function printed({ page, blocks, hasOthers }: Order): Promise<Buffer> {
  const paper = await createPaper({ ...page, at: new Date(page.at), ...(hasOthers && { breathe: rest }) })
  for (const block of blocks) {
    switch (block.kind) {
      case 'heading':
        paper.heading(block.level, block.text)
        break
      case 'paragraph':
        paper.paragraph(block.text, block.style)
        break
      case 'facts':
        paper.facts(block.facts)
        break
      case 'amounts':
        paper.amounts(block.rows)
        break
      case 'list':
        paper.list(block.items)
        break
      case 'picture':
        paper.picture(Buffer.from(block.bytes), block)
        break
      case 'pictures':
        paper.pictures(block.pictures.map((each) => ({ ...each, bytes: Buffer.from(each.bytes) })))
        break
      case 'signatures':
        paper.signatures(block.labels)
        break
      case 'page':
        paper.page()
        break
    }
  }
  return paper.finish()
}

process.on('message', (order: Order) => {
  void printed(order)
    .then(
      (bytes): Delivery => ({ bytes }),
      (error: unknown): Delivery => ({ error: String(error) }),
    )
    .then((delivery) => process.connected && process.send?.(delivery))
})
