import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

/** Kinds of content besides text. */
export type Media = 'picture' | 'video' | 'voice' | 'file' | 'poll' | 'location'

export type WithMedia = Pick<Message, 'attachments' | 'pollId' | 'location'>

const ofFile = ({ kind }: Pick<Attachment, 'kind'>): Media => (kind === 'image' ? 'picture' : kind)

/** Main kind of a message's content; undefined for text only. */
export function mediaOf({ attachments = [], pollId, location }: WithMedia): Media | undefined {
  if (pollId !== undefined) return 'poll'
  if (location) return 'location'
  const [file] = attachments
  return file && ofFile(file)
}

const mediaNames: Record<Media, MessageDescriptor> = {
  picture: msg`Picture`,
  video: msg`Video`,
  voice: msg`Voice message`,
  file: msg`File`,
  poll: msg`Poll`,
  location: msg`Location`,
}

/** Label of a kind of content, for the list, quotes and notifications. */
const mediaName = (media: Media): string => i18n._(mediaNames[media])

/** One-line preview of a message: its text or the label of its content; for a poll, both. */
export function inOneLine(message: WithMedia & Pick<Message, 'text'>, words: string): string {
  const media = mediaOf(message)
  if (media === 'poll') return t`Poll: ${words}`
  return words.trim() === '' && media ? mediaName(media) : words
}

/** Estimated height in pixels, before rendering. */
export function mediaHeight(message: WithMedia): number {
  const media = mediaOf(message)
  return media === 'poll' ? 260 : media === 'location' ? 236 : 0
}
