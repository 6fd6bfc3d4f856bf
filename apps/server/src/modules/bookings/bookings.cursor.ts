import { fieldError } from '../../platform/errors.ts'

/** The end of a page, as handed to the client: opaque, and only ever a place in the caller's own list. */
export function encodeCursor({ startAt, id }: { startAt: Date; id: string }): string {
  return Buffer.from(`${startAt.getTime()}.${id}`).toString('base64url')
}

export function decodeCursor(cursor: string): { startAt: Date; id: string } {
  const [, time, id] = /^(-?\d{1,15})\.(bkg_[0-9A-Z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!time || !id) throw fieldError(['cursor'], 'INVALID_FORMAT', 'This page is not there. Start from the first.')
  return { startAt: new Date(Number(time)), id }
}
