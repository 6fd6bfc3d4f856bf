import { execFile } from 'node:child_process'
import { createPaper } from './paper.ts'
import type { Delivery, Order } from './printer.ts'

/** The process of `printer.ts`. It ends when nobody listens any more. */

// However nice, a process that wakes up, as this one does after every rest, takes its turn from one that is at work. Linux
// has a class of those that never do; elsewhere being nice has to do. The class below it, of those that run when nobody
// else wants to, kept others waiting no less, and where every core is busy a paper took three times as long (decision 206).
if (process.platform === 'linux') {
  execFile('chrt', ['--all-tasks', '--batch', '--pid', '0', String(process.pid)], () => undefined)
}

// Two cores are seldom as fast as one alone. Where many sheets are asked for at once, printing therefore rests as long as
// it works, every few letters.
const BITE = 1
const nothing = new Int32Array(new SharedArrayBuffer(4))
let orders = 0

async function printed({ page, blocks }: Order): Promise<Buffer> {
  const paper = await createPaper({ ...page, at: new Date(page.at) })
  let since = performance.now()
  for (const block of blocks) {
    const worked = performance.now() - since
    if (orders > 1 && worked > BITE) {
      Atomics.wait(nothing, 0, 0, worked)
      since = performance.now()
    }
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

let queue = Promise.resolve()
process.on('message', (order: Order) => {
  orders += 1
  // One after another: two at a time would be no faster, and hold twice as much.
  queue = queue.then(async () => {
    const delivery = await printed(order).then(
      (bytes): Delivery => ({ id: order.id, bytes }),
      (error: unknown): Delivery => ({ id: order.id, error: String(error) }),
    )
    orders -= 1
    process.send?.(delivery)
  })
})
