import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Files as people have them, for what takes uploads. */

/** A plain picture; with the place and time a phone would write into it. */
export const picture = (
  width: number,
  height: number,
  { format = 'jpeg', colour = 'teal' }: { format?: 'png' | 'jpeg' | 'webp' | 'gif'; colour?: string } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .withExif({
      IFD2: { DateTimeOriginal: '2026:02:14 09:30:00' },
      IFD3: { GPSLatitude: '6/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .toBuffer()

export interface PdfOptions {
  pages?: number
  isLocked?: boolean
  /** Something that runs when the file is opened. */
  script?: string
  /** Objects packed into a compressed stream, as most writers do. */
  isPacked?: boolean
  /** A line in it, to make two files differ. */
  note?: string
}

/** A PDF of empty pages. */
export function pdf({
  pages = 1,
  isLocked = false,
  script = '',
  isPacked = false,
  note = '',
}: PdfOptions = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, n) => `${n + 3} 0 R`).join(' ')
  const objects: [number, string][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${script} >>`],
    [2, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`],
    ...Array.from({ length: pages }, (_, n): [number, string] => [n + 3, '<< /Type /Page /Parent 2 0 R >>']),
  ]
  const trailer = `/Size ${pages + 4} /Root 1 0 R ${isLocked ? `/Encrypt ${pages + 3} 0 R` : ''}`
  const body = isPacked
    ? packed(objects, pages + 3)
    : Buffer.from(objects.map(([number, object]) => `${number} 0 obj\n${object}\nendobj\n`).join(''))
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n% ${note}\n`),
    body,
    Buffer.from(`trailer\n<< ${trailer} >>\nstartxref\n0\n%%EOF\n`),
  ])
}

function packed(objects: [number, string][], number: number): Buffer {
  const texts = objects.map(([, object]) => `${object}\n`)
  const table = objects.map(([each], place) => `${each} ${texts.slice(0, place).join('').length}`).join(' ')
  const data = deflateSync(Buffer.from(`${table}\n${texts.join('')}`))
  const dictionary = `<< /Type /ObjStm /N ${objects.length} /First ${table.length + 1} /Filter /FlateDecode /Length ${data.length} >>`
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n${dictionary}\nstream\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

/** As a browser would send it. */
export const asFile = (bytes: Buffer | string, name = 'file'): File =>
  new File([new Uint8Array(Buffer.from(bytes))], name)
