import { createFiles, type FileAddresses } from '@fettle/chat-client'
import type { FileAddress } from '@fettle/protocol/chat/messages/attachments'
import { useEffect, useSyncExternalStore } from 'react'
import { onLogout } from '../../../../lib/http/session.ts'
import { chat } from '../../connection/chat.ts'

// One file address cache per conversation, so that its messages batch their requests.
const books = new Map<string, FileAddresses>()

function bookOf(cid: string): FileAddresses {
  const existing = books.get(cid)
  if (existing) return existing
  const book = createFiles(chat, { cid })
  books.set(cid, book)
  return book
}

onLogout(() => {
  books.forEach((book) => book.stop())
  books.clear()
})

/** Returns addresses of files on screen and renews them before they expire. */
export function useFileAddresses(cid: string, ids: readonly string[]): Readonly<Record<string, FileAddress>> {
  const book = bookOf(cid)
  const key = ids.join(' ')
  useEffect(() => {
    const shown = key.split(' ').filter(Boolean)
    book.show(shown)
    return () => book.hide(shown)
  }, [book, key])
  return useSyncExternalStore(book.subscribe, book.getSnapshot)
}
