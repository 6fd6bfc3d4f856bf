import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { createPaper } from './paper.ts'
import type { Delivery, Order } from './printer.ts'

/** The thread of `printer.ts`. */

// On Linux a priority is one thread's own: whoever waits for an answer goes first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

async function printed({ page, blocks }: Order): Promise<Buffer> {
  const paper = await createPaper({ ...page, at: new Date(page.at) })
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
      case 'picture':
        paper.picture(Buffer.from(block.bytes), block)
        break
      case 'page':
        paper.page()
        break
    }
  }
  return paper.finish()
}

let queue = Promise.resolve()
parentPort?.on('message', (order: Order) => {
  // One after another: two at a time would be no faster, and hold twice as much.
  queue = queue.then(async () => {
    const delivery = await printed(order).then(
      (bytes): Delivery => ({ id: order.id, bytes }),
      (error: unknown): Delivery => ({ id: order.id, error: String(error) }),
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(delivery)
  })
})
