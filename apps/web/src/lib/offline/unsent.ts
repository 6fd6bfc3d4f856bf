import { mutationStore } from './device-queue.ts'
import { dropShared, listShared } from './shared-photos.ts'

/** What was done or written on this device and has not reached the server, under whoever did it. */

/** Where the chat's client keeps what is on its way: `chat.outbox.<user>.<message>`. */
const PREFIX = 'chat.outbox.'
const DAY_MS = 24 * 60 * 60_000
/** So long it waits for somebody who does not come back to this device. */
const MAX_AGE_MS = 30 * DAY_MS

function messages(): { key: string; user: string; at: number }[] {
  try {
    return Object.entries(localStorage).flatMap(([key, value]) => {
      if (!key.startsWith(PREFIX)) return []
      const user = key.slice(PREFIX.length).split('.')[0] ?? ''
      return [{ key, user, at: Date.parse(createdAtOf(String(value))) }]
    })
  } catch {
    return []
  }
}

function createdAtOf(value: string): string {
  try {
    return String((JSON.parse(value) as { createdAt?: unknown }).createdAt)
  } catch {
    return ''
  }
}

const ofUser = (user: string) => (thing: { user?: string }) => thing.user === user

/** How many deeds and messages of theirs are not sent yet, and photos of other apps that have no place yet. */
export async function countUnsent(user: string): Promise<number> {
  const kept = [...(await mutationStore.all()), ...messages(), ...(await listShared())]
  return kept.filter(ofUser(user)).length
}

/** Throws away what of theirs is not sent yet. */
export async function discardUnsent(user: string): Promise<void> {
  for (const { key } of messages().filter(ofUser(user))) localStorage.removeItem(key)
  for (const { id } of (await mutationStore.all()).filter(ofUser(user))) await mutationStore.remove(id)
  await dropShared((await listShared()).filter(ofUser(user)).map(({ id }) => id))
}

/** What others left on a shared device is kept for them, never shown, and not for ever. */
export async function purgeOtherUsers(user: string, now: Date): Promise<void> {
  // What does not say when it was made is as old as can be.
  const isOver = (at: number) => !(at > now.getTime() - MAX_AGE_MS)
  for (const message of messages())
    if (message.user !== user && isOver(message.at)) localStorage.removeItem(message.key)
  for (const mutation of await mutationStore.all())
    if (mutation.user !== user && isOver(Date.parse(mutation.occurredAt))) await mutationStore.remove(mutation.id)
  const shared = (await listShared()).filter((photo) => photo.user !== user && isOver(Date.parse(photo.at)))
  await dropShared(shared.map(({ id }) => id))
}
