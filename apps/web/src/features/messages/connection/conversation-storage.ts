import type { Storage } from '@fettle/chat-client'
import { queryStore } from '../../../lib/offline/device-queue.ts'

const noun = 'chat'

/**
 * Stores conversations with the other read data of this device, which is cleared on logout and expires after two weeks.
 */
export const conversationStorage: Storage = {
  async list(prefix) {
    const reads = await queryStore.all()
    return reads.flatMap(({ id, key, data }) =>
      key[0] === noun && id.startsWith(prefix) && typeof data === 'string' ? [[id, data]] : [],
    )
  },
  async set(id, data) {
    const [, user = ''] = /^chat\.kept\.(\S+) /.exec(id) ?? []
    await queryStore.put({ id, user, key: [noun, 'kept'], data, at: Date.now() })
  },
  async remove(id) {
    await queryStore.remove(id)
  },
}
