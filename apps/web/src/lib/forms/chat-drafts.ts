import { deviceStorage } from '../browser/safe-storage.ts'

/** Prefix of the storage keys of chat drafts: `chat.draft.<user>.<conversation>`. */
export const CHAT_DRAFT_PREFIX = 'chat.draft.'

/** Removes the chat drafts of this device, because somebody else may use it next. */
export function clearChatDrafts(): void {
  for (const key of deviceStorage.keys(CHAT_DRAFT_PREFIX)) deviceStorage.write(key, null)
}
