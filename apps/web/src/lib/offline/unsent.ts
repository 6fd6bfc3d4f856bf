import { DAY_MS } from '@fettle/protocol/core/durations'
import { deviceStorage } from '../browser/safe-storage.ts'
import { countDrafts } from '../forms/form-drafts.ts'
import { mutationStore } from './device-queue.ts'
import { dropShared, listDraftFiles, listShared } from './shared-photos.ts'

/** Unsent changes and messages of this device, per user. */

/** Storage key prefix of the chat client's unsent messages: `chat.outbox.<user>.<message>`. */
const PREFIX = 'chat.outbox.'
/** Maximum age of another user's unsent data. */
const MAX_AGE_MS = 30 * DAY_MS

function messages(): { key: string; user: string; at: number }[] {
  return deviceStorage.keys(PREFIX).map((key) => {
    const user = key.slice(PREFIX.length).split('.')[0] ?? ''
    const { createdAt } = (deviceStorage.readJson(key) ?? {}) as { createdAt?: unknown }
    return { key, user, at: Date.parse(String(createdAt)) }
  })
}

const ofUser = (user: string) => (thing: { user?: string }) => thing.user === user

/** Number of the user's unsent mutations and messages, and of shared photos without a destination. */
export async function countUnsent(user: string): Promise<number> {
  const unsent = [...(await mutationStore.all()), ...messages(), ...(await listShared())]
  return unsent.filter(ofUser(user)).length
}

/** Contracts and notes of customers, which are saved while they are edited, that could not be saved yet. */
export const countUnsaved = (): number => countDrafts('contract:', 'customer-notes:')

/** Discards the user's unsent data. */
export async function discardUnsent(user: string): Promise<void> {
  for (const { key } of messages().filter(ofUser(user))) deviceStorage.write(key, null)
  for (const { id } of (await mutationStore.all()).filter(ofUser(user))) await mutationStore.remove(id)
  await dropShared((await listShared()).filter(ofUser(user)).map(({ id }) => id))
}

/** Removes expired data of other users of this device. Until then it is kept for them and never shown. */
export async function purgeOtherUsers(user: string, now: Date): Promise<void> {
  // Entries without a date count as expired.
  const isOver = (at: number) => !(at > now.getTime() - MAX_AGE_MS)
  for (const message of messages())
    if (message.user !== user && isOver(message.at)) deviceStorage.write(message.key, null)
  for (const mutation of await mutationStore.all())
    if (mutation.user !== user && isOver(Date.parse(mutation.occurredAt))) await mutationStore.remove(mutation.id)
  const files = [...(await listShared()), ...(await listDraftFiles())]
  const expired = files.filter((file) => file.user !== user && isOver(Date.parse(file.at)))
  await dropShared(expired.map(({ id }) => id))
}
