import { formatter } from '../../lib/format/dates.ts'
import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { LinkPreview } from '@fettle/protocol/chat/messages/previews'
import { mediaHeight } from './message/media/media.ts'
import type { Row } from './conversation/list/message-rows.ts'

/** Size estimates of messages before rendering. */

/** Formats a file size: `340 kB`, `2.4 MB`. */
export function sizeText(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte'] as const
  const step = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2
  return formatter().number(bytes / 1_000 ** step, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: step === 2 ? 1 : 0,
  })
}

const MAX_WIDTH_PX = 320
const MAX_HEIGHT_PX = 360

/** Space reserved for a picture: its aspect ratio within bounds, or a square in a grid. */
export function pictureBox(
  { width = MAX_WIDTH_PX, height = MAX_WIDTH_PX }: { width?: number | undefined; height?: number | undefined },
  alone: boolean,
): { width: number; height: number } {
  if (!alone) return { width: 1, height: 1 }
  const scale = Math.min(1, MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height)
  return { width: Math.max(96, Math.round(width * scale)), height: Math.max(72, Math.round(height * scale)) }
}

const LINE_HEIGHT_PX = 24
/** Estimated characters per line of a bubble on a phone. */
const CHARACTERS_PER_LINE = 34

/** Estimated height of a row before it is measured. */
export function estimateHeight(row: Row | undefined): number {
  if (!row) return 0
  if (row.kind !== 'message') return 38
  const { text } = row.message
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE)), 0)
  return (
    lines * LINE_HEIGHT_PX +
    filesHeight(row.message.attachments ?? []) +
    mediaHeight(row.message) +
    previewsHeight(row.message.previews ?? []) +
    14 +
    (row.startsGroup ? 10 : 2)
  )
}

/** Size of a link preview's picture: its aspect ratio within bounds; small or tall pictures are beside the text. */
export function previewPicture({ image }: LinkPreview): { width: number; height: number } | undefined {
  if (!image || image.width < 200 || image.width < image.height) return undefined
  return {
    width: MAX_WIDTH_PX,
    height: Math.round(Math.max(120, Math.min(180, (image.height * MAX_WIDTH_PX) / image.width))),
  }
}

/** Estimated height of link previews with wide pictures. */
const previewsHeight = (previews: readonly LinkPreview[]): number =>
  previews.reduce((sum, preview) => sum + 100 + (previewPicture(preview)?.height ?? 0), 0)

const FILE_HEIGHT_PX = 56
const TILE_SIZE_PX = 150

function filesHeight(attachments: readonly Attachment[]): number {
  const pictures = attachments.filter(({ kind }) => kind === 'image' || kind === 'video')
  const [first] = pictures
  const shown =
    pictures.length === 1 && first ? pictureBox(first, true).height : Math.ceil(pictures.length / 2) * TILE_SIZE_PX
  return shown + (attachments.length - pictures.length) * FILE_HEIGHT_PX
}
