import type { Attachment } from '@fettle/protocol/chat/attachments'
import type { Message } from '@fettle/protocol/chat/messages'
import { t } from '@lingui/core/macro'

/** What a message is besides words. */
export type Media = 'picture' | 'video' | 'voice' | 'file' | 'poll' | 'location'

export type WithMedia = Pick<Message, 'attachments' | 'pollId' | 'location'>

const ofFile = ({ kind }: Pick<Attachment, 'kind'>): Media => (kind === 'image' ? 'picture' : kind)

/** What a message is in the first place; undefined: words alone. */
export function mediaOf({ attachments = [], pollId, location }: WithMedia): Media | undefined {
  if (pollId !== undefined) return 'poll'
  if (location) return 'location'
  const [file] = attachments
  return file && ofFile(file)
}

/** What it is called where there is room for a line: in the list, in a quote, in a notification. */
export function mediaName(media: Media): string {
  switch (media) {
    case 'picture':
      return t`Picture`
    case 'video':
      return t`Video`
    case 'voice':
      return t`Voice message`
    case 'file':
      return t`File`
    case 'poll':
      return t`Poll`
    case 'location':
      return t`Location`
  }
}

/** A message in one line: its words, or what it is instead. A poll says both. */
export function inOneLine(message: WithMedia & Pick<Message, 'text'>, words: string): string {
  const media = mediaOf(message)
  if (media === 'poll') return t`Poll: ${words}`
  return words.trim() === '' && media ? mediaName(media) : words
}

/** About how high it is before it is drawn. */
export function mediaHeight(message: WithMedia): number {
  const media = mediaOf(message)
  return media === 'poll' ? 260 : media === 'location' ? 236 : 0
}
