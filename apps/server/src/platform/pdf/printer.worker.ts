import { createPdfLayout } from './layout.ts'
import type { PrintJob } from './printer.ts'

/** Prints a document. Runs in the thread of `printer.ts`. */
export default async function printed({ page, blocks }: PrintJob): Promise<Uint8Array> {
  const layout = await createPdfLayout({ ...page, at: new Date(page.at) })
  for (const block of blocks) {
    switch (block.kind) {
      case 'letterhead':
        layout.letterhead(block.head)
        break
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
